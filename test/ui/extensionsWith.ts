import { cp } from "node:fs/promises";
import { join } from "node:path";
import { repositoryFolder } from "../host/paths";

/** Creates a folder of extensions with one of the tests' own; returns its path. @param name its folder in `test/host`. */
export async function extensionsWith(name: string, folder: string): Promise<string> {
	const extensionsDir = join(folder, "extensions");
	await cp(join(repositoryFolder, "test", "host", name), join(extensionsDir, `gatehouse.${name}-0.0.0`), {
		recursive: true,
	});
	return extensionsDir;
}
