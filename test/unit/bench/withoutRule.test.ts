import assert from "node:assert/strict";
import { build } from "esbuild";
import { withoutRule } from "../../bench/edits/withoutRule";
import { repositoryFolder } from "../../host/paths";

describe("bench: edits without a rule", () => {
	const bundleWithout = async (name: string) => {
		const { outputFiles } = await build({
			absWorkingDir: repositoryFolder,
			entryPoints: ["src/core/edits/locate/keepsMembers.ts"],
			bundle: true,
			write: false,
			logLevel: "silent",
			format: "esm",
			plugins: [withoutRule({ module: "locate/keepsMembers", name, instead: "() => true" })],
		});
		return outputFiles[0]?.text ?? "";
	};

	it("have a function instead of it that does nothing", async () => {
		const bundle = await bundleWithout("keepsMembers");
		assert.match(bundle, /keepsMembers = \(\) => true/);
		assert.doesNotMatch(bundle, /membersOf/);
	});

	it("are not built if there is no such function", async () => {
		await assert.rejects(bundleWithout("keepsMember"), /There is no function keepsMember/);
	});
});
