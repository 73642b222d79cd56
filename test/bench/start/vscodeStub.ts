import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryFolder } from "../../host/paths";

/** A value that a class can extend and that can be used as anything else: its properties and results are the value itself. */
const anything = "new Proxy(function () {}, { get: () => anything, apply: () => anything, construct: () => ({}) })";

/**
 * Writes a package `vscode` below `folder`, with every name of VS Code's interface and nothing behind it: enough to
 * evaluate an extension's bundle, not to activate it. Returns the path of its module.
 */
export async function writeVscodeStub(folder: string): Promise<string> {
	const types = join(repositoryFolder, "node_modules", "@types", "vscode", "index.d.ts");
	const declared = (await readFile(types, "utf8")).matchAll(
		/^\texport (?:abstract )?(class|enum|namespace|function|const|let) (\w+)/gm,
	);
	const kinds = new Map<string, string>();
	for (const [, kind = "", name = ""] of declared) if (kinds.get(name) !== "class") kinds.set(name, kind);
	const names = [...kinds].map(([name, kind]) =>
		kind === "class" ? `export class ${name} {}` : `export const ${name} = anything;`,
	);
	const target = join(folder, "node_modules", "vscode");
	const module = join(target, "index.js");
	await mkdir(target, { recursive: true });
	await writeFile(join(target, "package.json"), JSON.stringify({ name: "vscode", type: "module", main: "index.js" }));
	await writeFile(module, [`const anything = ${anything};`, ...names, ""].join("\n"));
	return module;
}
