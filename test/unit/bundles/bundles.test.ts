import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Output {
	readonly imports: readonly { readonly path: string; readonly kind: string }[];
	readonly inputs: Readonly<Record<string, unknown>>;
}

/** Returns esbuild's metadata of each bundle; `npm test` runs in the project's folder, after a build. */
const outputsOf = (bundle: string): Readonly<Record<string, Output>> =>
	JSON.parse(readFileSync(`out/meta/${bundle}.json`, "utf8")).outputs;

/** Returns every output that is loaded with an entry, without chunks that are imported on demand. */
function loadedWith(outputs: Readonly<Record<string, Output>>, entry: string, seen = new Set<string>()): Set<string> {
	if (seen.has(entry)) return seen;
	seen.add(entry);
	for (const { path, kind } of outputs[entry]?.imports ?? []) {
		if (kind === "import-statement" && outputs[path]) loadedWith(outputs, path, seen);
	}
	return seen;
}

const inputsOf = (outputs: Readonly<Record<string, Output>>, paths: Iterable<string>) =>
	[...paths].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
const packagesOf = (inputs: readonly string[]) =>
	new Set(inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
const lazy = ["openai", "markdown-it", "lowlight", "highlight.js", "lit"];

describe("bundles", () => {
	it("load openai, Markdown and the highlighter only with the first request, not with the activation", () => {
		const outputs = outputsOf("host");
		const atActivation = packagesOf(inputsOf(outputs, loadedWith(outputs, "dist/extension.js")));
		assert.deepEqual(
			[...atActivation].filter((name) => lazy.includes(name)),
			[],
		);
		assert.ok(packagesOf(inputsOf(outputs, Object.keys(outputs))).has("openai"));
	});

	it("have one file that VS Code reads at start, with which the chunks share code", () => {
		const outputs = outputsOf("host");
		assert.deepEqual([...loadedWith(outputs, "dist/extension.js")], ["dist/extension.js"]);
		const sharing = Object.keys(outputs).filter((path) => loadedWith(outputs, path).has("dist/extension.js"));
		assert.ok(sharing.length > 20, `${sharing.length} chunks share something with it`);
		const doubled = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
		assert.equal(new Set(doubled).size, doubled.length, "each module is in one file");
	});

	it("take VS Code's API with one `require`, without an import, for which VS Code would generate a module", () => {
		const outputs = outputsOf("host");
		const imports = Object.values(outputs).flatMap((output) => output.imports.map(({ path }) => path));
		assert.ok(imports.includes("node:module"));
		assert.ok(!imports.includes("vscode"));
	});

	it("have one file that the page reads at start, without the elements of the agent and the form of parameters", () => {
		const outputs = outputsOf("webview");
		assert.deepEqual([...loadedWith(outputs, "dist/webview/main.js")], ["dist/webview/main.js"]);
		const chunks = Object.entries(outputs).filter(([path]) => /(?:agentElements|parametersFormElement)-/.test(path));
		assert.equal(chunks.length, 2);
		const later = ["agentWorkElement", "agentQuestionElement", "changesElement", "parametersFormElement"];
		const inChunks = chunks.flatMap(([, { inputs }]) => Object.keys(inputs));
		for (const name of later)
			assert.ok(
				inChunks.some((path) => path.endsWith(`/${name}.ts`)),
				`${name} is in a chunk`,
			);
	});

	it("begin the page without Markdown and the highlighter, and load them later", () => {
		const outputs = outputsOf("webview");
		const atOnce = packagesOf(inputsOf(outputs, loadedWith(outputs, "dist/webview/main.js")));
		const all = packagesOf(inputsOf(outputs, Object.keys(outputs)));
		for (const name of ["markdown-it", "lowlight", "highlight.js"]) {
			assert.ok(!atOnce.has(name), `${name} is loaded with the page`);
			assert.ok(all.has(name), `${name} is not in the page at all`);
		}
	});

	it("keep the rings apart: the page and the worker contain nothing of vscode, the host nothing of them", () => {
		const own = (bundle: string) => {
			const outputs = outputsOf(bundle);
			return inputsOf(outputs, Object.keys(outputs)).filter((input) => input.startsWith("src/"));
		};
		assert.deepEqual(
			own("webview").filter((input) => !/^src\/(webview|shared)\//.test(input)),
			[],
		);
		assert.deepEqual(
			own("host").filter((input) => /^src\/(webview|worker)\//.test(input)),
			[],
		);
		assert.deepEqual(
			own("worker").filter((input) => !/^src\/(worker|core|shared)\//.test(input)),
			[],
		);
		assert.ok(own("host").length > 20 && own("webview").length > 5 && own("worker").length > 20);
	});
});
