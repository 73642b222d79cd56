/** Folders whose files make VS Code, Git or another program run something; each is a sequence of parts of a path. */
const folders: readonly (readonly string[])[] = [
	[".vscode"],
	[".devcontainer"],
	[".husky"],
	[".cursor"],
	[".idea"],
	[".github", "workflows"],
	[".github", "actions"],
	[".github", "prompts"],
	[".github", "hooks"],
];

/** Files that do so in any folder. */
const files = [".devcontainer.json", ".envrc", ".npmrc", ".mcp.json"];
const workspaceFile = ".code-workspace";

/**
 * Returns whether a file can make VS Code, Git, a package manager or a build server run something, so that every write
 * to it must be confirmed. A file that users run knowingly, such as a `package.json`, is not included: its diff is
 * shown before it is written.
 *
 * @param parts the path's parts, in lower case.
 */
export function isSensitive(parts: readonly string[]): boolean {
	const name = parts.at(-1) ?? "";
	// A short name keeps three letters of the extension.
	if (name.endsWith(workspaceFile) || isShortName(name, `*${workspaceFile}`)) return true;
	if (files.some((file) => means(name, file))) return true;
	return folders.some((folder) =>
		parts.some((_, at) => folder.every((part, depth) => means(parts[at + depth] ?? "", part))),
	);
}

function means(part: string, name: string): boolean {
	return part === name || isShortName(part, name);
}

/**
 * Returns whether Windows may use this as the short name of a file: the first letters and a number, `DEVCON~1`, or,
 * when four names share the same letters, two letters and a checksum, `DE5C3F~1`.
 *
 * @param name in lower case; a `*` before the extension stands for any name.
 */
export function isShortName(part: string, name: string): boolean {
	const short = /^([^~.]{1,6})~\d{1,6}(?:\.([^.]{1,3}))?$/.exec(part);
	if (!short) return false;
	const [, letters = "", ending = ""] = short;
	const bare = name.startsWith(".") ? name.slice(1) : name;
	const dot = bare.lastIndexOf(".");
	if (ending !== (dot < 0 ? "" : bare.slice(dot + 1, dot + 4))) return false;
	const stem = (dot < 0 ? bare : bare.slice(0, dot)).replaceAll(".", "");
	if (stem === "*" || stem.startsWith(letters)) return true;
	return letters.length === 6 && stem.startsWith(letters.slice(0, 2)) && /^[0-9a-f]{4}$/.test(letters.slice(2));
}
