import assert from "node:assert/strict";
import { join } from "node:path";
import { build } from "esbuild";
import { replacedModule } from "../../bench/replacedModule";
import { repositoryFolder } from "../../host/paths";

describe("bench: a bundle with a stand-in for a module", () => {
	const bundleWith = async (name: string) => {
		const { outputFiles } = await build({
			stdin: {
				contents: 'export * from "./foldBlocks";',
				resolveDir: join(repositoryFolder, "src", "worker", "chunking"),
			},
			bundle: true,
			write: false,
			logLevel: "silent",
			plugins: [replacedModule(name, "test/bench/search/noFolding.ts")],
		});
		return outputFiles[0]?.text ?? "";
	};

	it("contains the stand-in, and nothing of the module", async () => {
		const bundle = await bundleWith("foldBlocks");
		assert.match(bundle, /noFolding\.ts/);
		assert.doesNotMatch(bundle, /chunking\/foldBlocks\.ts/);
	});

	it("is not built if nothing imports the module", async () => {
		await assert.rejects(bundleWith("foldedBlocks"), /Nothing imports "foldedBlocks"/);
	});
});
