import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { VscodeSiteOptions } from "./vscode/vscodeSite";

/** The tasks of VS Code's command line that a VS Code in the browser can perform. */
export type CommandLine =
	| { readonly task: "open"; readonly window: VscodeSiteOptions & { readonly locale?: "en" | "fr" } }
	/** Installs or lists extensions, and exits: a task for code-server's own command line. */
	| { readonly task: "manage"; readonly args: readonly string[] };

/** Options that are followed by a value even without `=` (`OPTIONS` of VS Code's `argv.ts`). */
const withValue = new Set([
	"extensionDevelopmentPath",
	"extensionTestsPath",
	"extensions-dir",
	"folder-uri",
	"install-extension",
	"locale",
	"log",
	"uninstall-extension",
	"user-data-dir",
]);

const managing = ["install-extension", "uninstall-extension", "list-extensions", "version"];

/**
 * Reads the arguments of the `code` command. Options that mean nothing in a browser, such as `--disable-gpu-sandbox`,
 * are ignored.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
	const options = new Map<string, string[]>();
	const rest: string[] = [];
	for (let i = 0; i < args.length; i++) {
		const argument = args[i] ?? "";
		const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
		if (!match) {
			rest.push(argument);
			continue;
		}
		const [, name = "", joined] = match;
		const value = joined ?? (withValue.has(name) ? (args[++i] ?? "") : "");
		options.set(name, [...(options.get(name) ?? []), value]);
	}
	if (managing.some((name) => options.has(name))) return { task: "manage", args };
	const path = (name: string) => options.get(name)?.map(toPath).at(-1);
	return {
		task: "open",
		window: {
			folder: path("folder-uri") ?? rest.map(toPath).find((target) => existsSync(target)),
			extensionDevelopmentPath: path("extensionDevelopmentPath"),
			extensionTestsPath: asModule(path("extensionTestsPath")),
			userDataDir: path("user-data-dir"),
			extensionsDir: path("extensions-dir"),
			workspaceTrust: !options.has("disable-workspace-trust"),
			...(options.get("locale")?.at(-1) === "fr" ? { locale: "fr" } : {}),
		},
	};
}

const toPath = (value: string): string => (value.startsWith("file:") ? fileURLToPath(value) : value);

/**
 * Returns the path of the tests' file. Desktop VS Code resolves a module's path as Node does; a served one needs the
 * file itself.
 */
function asModule(path: string | undefined): string | undefined {
	const candidates = path ? [path, `${path}.js`, `${path}/index.js`] : [];
	return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? path;
}
