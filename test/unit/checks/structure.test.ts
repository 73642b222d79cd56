import assert from "node:assert/strict";
import { isChecked, structureProblems } from "../../checks/structure";
import { createSourceReader, type SourceReader } from "../../checks/structureSource";

/** `npm run check` on planted examples. */
describe("checks: the structure", () => {
	let read: SourceReader;
	before(async () => {
		read = await createSourceReader();
	});

	/** Returns the problems of a repository with these files, whose tiny files do not count. */
	const problemsOf = (files: Readonly<Record<string, string>>, otherFiles: readonly string[] = []) =>
		structureProblems(
			new Map(Object.entries(files).map(([path, text]) => [path, isChecked(path) ? text : undefined])),
			read,
			new Set(otherFiles),
		).filter((problem) => !/^src: \d+ of /.test(problem));

	const finds = (files: Readonly<Record<string, string>>, ...expected: readonly RegExp[]) => {
		const problems = problemsOf(files);
		assert.equal(problems.length, expected.length, problems.join("\n"));
		for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? "", pattern);
	};
	const takes = (files: Readonly<Record<string, string>>) => assert.deepEqual(problemsOf(files), []);

	/** Returns a file that imports another one in each of the ways that count. */
	const imports = (specifier: string) => [
		`import { one } from "${specifier}";`,
		`import "${specifier}";`,
		`import type { One } from "${specifier}";`,
		`import { type One } from "${specifier}";`,
		`export const two = () => import("${specifier}");`,
		`type Two = typeof import("${specifier}");`,
		`export type Two = import("${specifier}").One;`,
		`export { one } from "${specifier}";`,
	];

	describe("rings", () => {
		const target = "export const one = 1;";

		for (const [from, to] of [
			["src/shared/a.ts", "src/core/base/b.ts"],
			["src/core/base/a.ts", "src/vscode/chat/b.ts"],
			["src/core/base/a.ts", "src/worker/b.ts"],
			["src/worker/a.ts", "src/vscode/chat/b.ts"],
			["src/vscode/a.ts", "src/worker/b.ts"],
			["src/vscode/a.ts", "src/webview/b.ts"],
			["src/webview/a.ts", "src/core/base/b.ts"],
			["src/extension/a.ts", "src/webview/b.ts"],
			["src/vscode/a.ts", "src/extension/b.ts"],
			["src/core/base/a.ts", "test/host/b.ts"],
		] as const) {
			const specifier = `${"../".repeat(from.split("/").length - 1)}${to.replace(".ts", "")}`;
			it(`finds that ${from} imports ${to}`, () => {
				for (const source of imports(specifier))
					finds({ [from]: source.replaceAll("one", "three"), [to]: target }, /^\S+:1: may not import \S+\.ts$/);
			});
		}

		for (const [from, specifier] of [
			["src/shared/a.ts", "lit"],
			["src/core/chat/a.ts", "vscode"],
			["src/core/chat/a.ts", "node:fs"],
			["src/core/chat/a.ts", "openai"],
			["src/core/gateway/response/a.ts", "openai/resources"],
			["src/core/gateway/a.ts", "@vscode/tree-sitter-wasm"],
			["src/worker/a.ts", "vscode"],
			["src/vscode/chat/a.ts", "node:fs/promises"],
			["src/webview/a.ts", "vscode"],
			["src/webview/a.ts", "constructor"],
		] as const)
			it(`finds that ${from} imports ${specifier}`, () => {
				for (const source of imports(specifier)) finds({ [from]: source }, /^src\/.*:1: may not import /);
			});

		it("finds an import of a file that does not exist", () =>
			finds(
				{ "src/shared/a.ts": `import "./gone";` },
				/^src\/shared\/a\.ts:1: imports \.\/gone, which does not exist$/,
			));

		it("finds a file outside all rings, and one that cannot be read", () => {
			finds({ "src/other/a.ts": target }, /^src\/other\/a\.ts: is in none of the rings /);
			finds({ "src/shared/a.ts": `${target}\nconst = 3 3;\n` }, /^src\/shared\/a\.ts:2: has syntax /);
		});

		it("accepts imports that point inwards, and the packages of each ring", () =>
			takes({
				"src/shared/s.ts": `import * as l10n from "@vscode/l10n";`,
				"src/core/base/c.ts": `import "../../shared/s";`,
				"src/core/gateway/request/r.ts": `import { OpenAI } from "openai";`,
				"src/worker/w.ts": `import "node:sqlite"; import "../core/base/c"; import "@vscode/tree-sitter-wasm";`,
				"src/vscode/adapters/n.ts": `import "node:fs"; import "../../core/base/c";`,
				"src/vscode/v.ts": `import * as vscode from "vscode"; import "./adapters/n"; import "../shared/s";`,
				"src/webview/p.ts": `import { html } from "lit/html.js"; import "../shared/s"; import "./p.css";`,
				"src/webview/p.css": "",
				"src/extension.ts": `import * as vscode from "vscode"; import("./extension/x");`,
				"src/extension/x.ts": `import "../vscode/v"; import "../core/base/c";`,
			}));
	});

	describe("fetch", () => {
		for (const source of [
			`export const a = await fetch("https://example.org");`,
			"export const a = globalThis.fetch(url);",
			"export const a = { fetch };",
			"export const a = { fetch: fetch };",
			"export const a = fetch.bind(globalThis);",
			"const { fetch: a, fetch } = globalThis;",
		])
			it(`finds ${source}`, () => finds({ "src/core/doctor/a.ts": source }, /^\S+:1: uses fetch, /));

		it("accepts it in the gateway; elsewhere, accepts its type and the same name of something else", () => {
			takes({ "src/core/gateway/a.ts": `export const a = globalThis.fetch("x");` });
			takes({ "src/core/doctor/a.ts": "// fetch\nexport const a = (b: typeof fetch) => cache.fetch({ fetch: b });" });
		});
	});

	describe("features of core", () => {
		const importing = (from: string, to: string) => ({
			[`src/core/${from}/a.ts`]: `import type { B } from "../${to}/b";`,
			[`src/core/${to}/b.ts`]: "export interface B {}",
		});
		const chain = ["base", "gateway", "connections", "context", "chat", "edits", "actions", "agent"];

		it("finds each that imports a later one, and accepts imports of earlier ones", () => {
			for (const [index, earlier] of chain.entries())
				for (const later of chain.slice(index + 1)) {
					finds(importing(earlier, later), /^src\/core\/\w+\/a\.ts:1: may not import \S+b\.ts, of a later feature$/);
					takes(importing(later, earlier));
				}
		});

		it("lets search, completions and doctor use only the first four, and be used by none", () => {
			for (const side of ["search", "completions", "doctor"]) {
				for (const feature of chain.slice(0, 4)) takes(importing(side, feature));
				for (const feature of [...chain.slice(4), ...["search", "doctor"].filter((other) => other !== side)])
					finds(importing(side, feature), /of a later feature$/);
				for (const feature of chain) finds(importing(feature, side), /of a later feature$/);
			}
		});

		it("finds a feature that is not in the design, and a file that belongs to no feature", () => {
			finds({ "src/core/wire/a.ts": "" }, /^src\/core\/wire\/a\.ts: is in none of core's features /);
			finds({ "src/core/a.ts": "" }, /^src\/core\/a\.ts: is in none of core's features /);
		});
	});

	describe("import cycles", () => {
		it("finds a cycle of two files, and one of three, with every kind of import", () => {
			for (const source of imports("./b"))
				finds(
					{ "src/shared/a.ts": source.replaceAll("one", "three"), "src/shared/b.ts": `import "./a";` },
					/^src\/shared: has the import cycle a\.ts → b\.ts → a\.ts \(src\/shared\/a\.ts imports src\/shared\/b\.ts; /,
				);
			finds(
				{
					"src/shared/a.ts": `import "./b";`,
					"src/shared/b.ts": `import "./c";`,
					"src/shared/c.ts": `import "./a";`,
				},
				/^src\/shared: has the import cycle a\.ts → b\.ts → c\.ts → a\.ts /,
			);
		});

		it("finds a cycle of folders whose files have none", () =>
			finds(
				{
					"src/vscode/chat/a.ts": `import "../search/deep/b";`,
					"src/vscode/search/deep/b.ts": "",
					"src/vscode/search/c.ts": `import "../chat/d";`,
					"src/vscode/chat/d.ts": "",
				},
				/^src\/vscode: has the import cycle chat → search → chat /,
			));

		it("finds both of two cycles", () =>
			finds(
				{
					"src/shared/a.ts": `import "./b"; import "./c";`,
					"src/shared/b.ts": `import "./a";`,
					"src/shared/c.ts": `import "./a";`,
				},
				/ a\.ts → b\.ts → a\.ts /,
				/ a\.ts → c\.ts → a\.ts /,
			));

		it("finds a cycle of files in test, and accepts one of folders there", () => {
			finds(
				{ "test/ui/a.ts": `import "../host/b";`, "test/host/b.ts": `import "../ui/a";` },
				/^test: has the import cycle test\/ui\/a\.ts → test\/host\/b\.ts → test\/ui\/a\.ts /,
			);
			takes({
				"test/ui/a.ts": `import "../host/b";`,
				"test/host/b.ts": "",
				"test/host/c.ts": `import "../ui/d";`,
				"test/ui/d.ts": "",
			});
		});

		it("accepts a folder whose root is the API of a subfolder and has the contract that the subfolder implements", () =>
			takes({
				"src/shared/api.ts": `import "./inner/a"; import "./contract";`,
				"src/shared/inner/a.ts": `import "../contract";`,
				"src/shared/contract.ts": "",
			}));
	});

	describe("folders", () => {
		const filled = (count: number, folder: string) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file${index}.ts`, ""]));

		it("finds more than 26 files in src and in test", () => {
			finds(filled(27, "src/shared"), /^src\/shared: has 27 files; 26 is the most$/);
			finds(filled(27, "test/ui"), /^test\/ui: has 27 files; 26 is the most$/);
		});

		it("accepts 26, with more below them and other kinds of files beside them", () =>
			takes({
				...filled(26, "src/shared"),
				"src/shared/deep/a.ts": "",
				"src/shared/a.css": "",
				"src/shared/b.wat": "",
			}));

		it("finds that more than 12 % of src have 20 lines or fewer, and accepts 12 %", () => {
			const tree = (tiny: number) =>
				new Map(
					Array.from({ length: 25 }, (_, index) => [`src/shared/file${index}.ts`, "\n".repeat(index < tiny ? 20 : 21)]),
				);
			const problems = structureProblems(tree(4), read, new Set());
			assert.equal(problems.length, 1);
			assert.match(
				problems[0] ?? "",
				/^src: 4 of 25 files \(16\.0 %\) have 20 lines or fewer; 12 % is the most: file0\.ts /,
			);
			assert.deepEqual(structureProblems(tree(3), read, new Set()), []);
		});
	});

	describe("names", () => {
		it("finds two files of the same name, even if only the case differs", () => {
			finds(
				{ "src/shared/one.ts": "", "src/core/base/one.ts": "" },
				/^src\/shared\/one\.ts: is called one\.ts, and so is src\/core\/base\/one\.ts$/,
			);
			finds({ "src/shared/oneTwo.ts": "", "src/core/base/onetwo.ts": "" }, /: is called onetwo\.ts, /);
		});

		for (const source of [
			"export const name = 1;",
			"export const { name } = all;",
			"export const [other, { a: name }] = all;",
			"export function name(): void {}",
			"export async function* name() {}",
			"export class name {}",
			"export abstract class name {}",
			"export interface name {}",
			"export type name = string;",
			"export enum name {}",
			"export declare const name: string;",
			"const name = 1; export { name };",
			"const a = 1; export { a as name };",
		])
			it(`finds a second ${source}`, () =>
				finds(
					{ "src/shared/one.ts": "export let name;", "src/core/base/two.ts": source },
					/^src\/shared\/one\.ts: exports name, and so does src\/core\/base\/two\.ts$/,
				));

		it("accepts overloads, a type and a value of one name, and names that are not exported", () =>
			takes({
				"src/shared/one.ts": "export function f(a: string): void; export function f(a: unknown) {}",
				"src/shared/two.ts": "export type B = string; export const B = 1; const f = 1;",
				"src/webview/two.css": "",
				"test/unit/one.ts": "export const f = 1;",
			}));
	});

	describe("references", () => {
		const tree = {
			"src/shared/one.ts": "",
			"docs/guide.md": "# The guide\n\n## What we send: first\n\n## Notes\n\n## Notes\n",
			"docs/map.md": "",
			"package.json": "",
			"test/host/start.main.ts": "",
		};

		for (const text of [
			"gone.ts",
			"`src/shared/gone.ts`",
			"src/gone/",
			"(gone.md, section 2)",
			"docs/guide.md#gone",
			"see docs/gone.md#notes.",
			"other/one.ts:3",
			"gone.main.js",
		]) {
			it(`finds ${text} in a comment and in a document`, () => {
				finds({ ...tree, "src/shared/a.ts": `/**\n * ${text}\n */` }, /^src\/shared\/a\.ts:2: names /);
				finds({ ...tree, "test/a.js": `const a = 1; // ${text}` }, /^test\/a\.js:1: names /);
				finds({ ...tree, "src/webview/a.css": `a {}\n/* ${text} */` }, /^src\/webview\/a\.css:2: names /);
				for (const document of ["docs/a.md", "README.md", "CONTRIBUTING.md", "SECURITY.md"])
					finds({ ...tree, [document]: `# A\n\n${text}` }, new RegExp(`^${document}:3: names `));
			});
		}

		for (const text of [
			"one.ts",
			"`src/shared/one.ts:12`",
			"shared/one.ts.",
			"src/shared/, test/host",
			"docs/guide.md#what-we-send-first",
			"docs/guide.md#notes-1 and package.json",
			"start.main.js, dist/extension.js and out/meta/host.json",
			"*.gone.ts, <name>.ts, https://example.org/gone.md",
			".ts",
		])
			it(`accepts ${text}`, () => takes({ ...tree, "src/shared/a.ts": `// ${text}`, "docs/a.md": text }));

		it("checks links between and within documents", () => {
			finds(
				{ ...tree, "docs/a.md": "# A\n[x](#b)" },
				/^docs\/a\.md:2: names docs\/a\.md#b, a section that does not exist$/,
			);
			finds({ ...tree, "docs/a.md": "[x](../docs/gone.md)" }, /^docs\/a\.md:1: names /);
			takes({ ...tree, "docs/a.md": "# A\n[x](#a), [y](guide.md#the-guide), [z](../package.json)" });
		});

		it("ignores strings and other documents", () =>
			takes({ ...tree, "src/shared/a.ts": `const a = "gone.ts";`, "test/gateway/README.md": "gone.ts" }));

		it("accepts listed names of other files, and finds listed names that are never mentioned", () => {
			const files = { ...tree, "src/shared/a.ts": "// AGENTS.md" };
			assert.deepEqual(problemsOf(files, ["AGENTS.md"]), []);
			assert.match(
				problemsOf(files, ["AGENTS.md", "other.md"]).join(),
				/^test\/checks: other\.md is mentioned nowhere/,
			);
		});
	});
});
