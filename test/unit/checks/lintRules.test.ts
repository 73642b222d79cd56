import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryFolder } from "../../host/paths";

/** The problem of each planted file, and the rule that finds it. */
const planted: Readonly<Record<string, readonly [text: string, rule: string]>> = {
	"src/shared/ring.ts": [`export { a } from "../core/a";`, "noRestrictedImports"],
	"src/shared/node.ts": [`export { join } from "node:path";`, "noRestrictedImports"],
	"src/shared/global.ts": ["export const a = process.env;", "noRestrictedGlobals"],
	"src/core/ring.ts": [`export { a } from "../worker/a";`, "noRestrictedImports"],
	"src/core/editor.ts": [`export * as editor from "vscode";`, "noRestrictedImports"],
	"src/core/package.ts": [`export { OpenAI } from "openai";`, "noRestrictedImports"],
	"src/core/global.ts": ["export const a = new Promise(setImmediate);", "noRestrictedGlobals"],
	"src/core/gateway/ring.ts": [`export { a } from "../../vscode/a";`, "noRestrictedImports"],
	"src/worker/ring.ts": [`export { a } from "../vscode/a";`, "noRestrictedImports"],
	"src/vscode/ring.ts": [`export { a } from "../worker/a";`, "noRestrictedImports"],
	"src/vscode/page.ts": [`export { html } from "lit";`, "noRestrictedImports"],
	"src/vscode/global.ts": ["export const a = document.title;", "noRestrictedGlobals"],
	"src/extension/global.ts": ["export const a = navigator.language;", "noRestrictedGlobals"],
	"src/webview/ring.ts": [`export { a } from "../core/a";`, "noRestrictedImports"],
	"src/webview/global.ts": [`export const a = Buffer.from("");`, "noRestrictedGlobals"],
	"test/unit/editor.ts": [`export * as editor from "vscode";`, "noRestrictedImports"],
	"src/vscode/cycle.ts": [`import "./back";`, "noImportCycles"],
	"src/vscode/back.ts": [`import "./cycle";`, "noImportCycles"],
	"src/vscode/default.ts": ["export default 1;", "noDefaultExport"],
	"src/vscode/barrel.ts": [`export * from "./any";`, "noBarrelFile"],
	"src/vscode/any.ts": ["export const a: any = 1;", "noExplicitAny"],
	"src/vscode/snake_case.ts": ["export const a = 1;", "useFilenamingConvention"],
};

/** Similar code without a problem. */
const fine: Readonly<Record<string, string>> = {
	"src/core/local.ts": "export const a = (process: string, module: number) => [process, module];",
	"src/vscode/local.ts": "export const a = (document: string) => globalThis.setImmediate(() => document);",
};

/** Biome with this repository's rules on planted files. */
describe("checks: the rules of the linter", () => {
	it("find an import or a global of another ring, a cycle, a barrel, a default export, any and a name", function () {
		this.timeout(60_000);
		const folder = mkdtempSync(join(tmpdir(), "gatehouse-lint-"));
		try {
			const { vcs, ...rules } = JSON.parse(readFileSync(join(repositoryFolder, "biome.json"), "utf8"));
			assert.ok(vcs, "this is not a repository");
			writeFileSync(join(folder, "biome.json"), JSON.stringify(rules));
			const texts = { ...Object.fromEntries(Object.entries(planted).map(([path, [text]]) => [path, text])), ...fine };
			for (const [path, text] of Object.entries(texts)) {
				mkdirSync(dirname(join(folder, path)), { recursive: true });
				writeFileSync(join(folder, path), `${text}\n`);
			}
			const program = join(repositoryFolder, "node_modules/@biomejs/biome/bin/biome");
			const args = ["lint", "--reporter=github", "--max-diagnostics=none"];
			const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" });
			const problems = stdout.split("\n");
			for (const [path, [, rule]] of Object.entries(planted)) {
				const isFound = problems.some((line) => line.includes(`/${rule},`) && line.includes(`/${path},`));
				assert.ok(isFound, `${rule} does not find ${path}\n${stdout}${stderr}`);
			}
			for (const path of Object.keys(fine)) assert.ok(!stdout.includes(`/${path},`), path);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
