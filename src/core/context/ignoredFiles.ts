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
 * Whether `.gitignore` files leave a path out, read as Git does: a deeper file's word goes before a higher one's, but what
 * is in an ignored folder is ignored whatever it says.
 *
 * @param path relative to the folder that `rulesIn` begins at, with `/`.
 * @param rulesIn the rules of the `.gitignore` in a folder (`""`, `src`, `src/a`), if it has one.
 */
export async function isIgnored(
	path: string,
	rulesIn: (folder: string) => Promise<IgnoreRules | undefined>,
): Promise<boolean> {
	const parts = path.split("/").filter((part) => part !== "");
	const rules: (IgnoreRules | undefined)[] = [];
	for (let end = 1; end <= parts.length; end++) {
		rules.push(await rulesIn(parts.slice(0, end - 1).join("/")));
		const isFolder = end < parts.length;
		let ignored = false;
		for (const [depth, one] of rules.entries()) {
			const found = one?.test(parts.slice(depth, end).join("/") + (isFolder ? "/" : ""));
			if (found?.ignored) ignored = true;
			else if (found?.unignored) ignored = false;
		}
		if (ignored) return true;
	}
	return false;
}
