import { join } from "node:path";
import type { Plugin } from "esbuild";
import { repositoryFolder } from "../host/paths";

/**
 * Bundles a stand-in instead of a module, to measure the effect of that module: everything else is the same code. Fails
 * the build if nothing imports the module, because both bundles would then be the same.
 *
 * @param name the module's file name, without its extension.
 * @param standIn the path of the stand-in in the repository; it has the module's exports.
 */
export function replacedModule(name: string, standIn: string): Plugin {
	return {
		name: `replaced ${name}`,
		setup({ onEnd, onResolve }) {
			let isReplaced = false;
			onResolve({ filter: new RegExp(`/${name}$`) }, () => {
				isReplaced = true;
				return { path: join(repositoryFolder, standIn) };
			});
			onEnd(() => (isReplaced ? {} : { errors: [{ text: `Nothing imports "${name}" any more.` }] }));
		},
	};
}
