/** What one `.gitignore` file says of paths below its folder. */
export interface IgnoreRules {
	test(path: string): { readonly ignored: boolean; readonly unignored: boolean };
}

/** Reads the text of a `.gitignore`. */
export async function parseIgnoreRules(text: string): Promise<IgnoreRules> {
	const { default: ignore } = await import("ignore");
	return ignore().add(text);
}

/**
 * Whether `.gitignore` files leave a path out, read as Git does: a deeper file's word goes before a higher one's.
 *
 * @param path relative to the folder that `rulesIn` begins at, with `/`.
 * @param rulesIn the rules of the `.gitignore` in a folder (`""`, `src`, `src/a`), if it has one.
 */
export async function isIgnored(
	path: string,
	rulesIn: (folder: string) => Promise<IgnoreRules | undefined>,
): Promise<boolean> {
	const parts = path.split("/").filter((part) => part !== "");
	let ignored = false;
	for (let depth = 0; depth < parts.length; depth++) {
		const rules = await rulesIn(parts.slice(0, depth).join("/"));
		if (rules === undefined) continue;
		const found = rules.test(parts.slice(depth).join("/"));
		if (found.ignored) ignored = true;
		else if (found.unignored) ignored = false;
	}
	return ignored;
}
