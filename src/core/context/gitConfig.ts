/** Matches the parts of a value: a quoted part, an escaped character, or any other character before a comment. */
const parts = /"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\#;])/g;

/**
 * Returns the file of global ignore rules that a Git configuration names, exactly as written; `""` where it disables
 * them, `undefined` where it does not set them. Included files are not read.
 */
export function excludesFileIn(config: string): string | undefined {
	let inCore = false;
	let found: string | undefined;
	for (const line of config.split(/\r?\n/)) {
		const [, section, rest = line] = /^\s*\[([^\]]*)\](.*)$/.exec(line) ?? [];
		if (section !== undefined) inCore = section.trim().toLowerCase() === "core";
		const [, value] = /^excludesfile\s*=(.*)$/is.exec(rest.trim()) ?? [];
		if (inCore && value !== undefined) found = plain(value.trim());
	}
	return found;
}

/** Returns a value without its quotes and the comment after it. */
function plain(value: string): string {
	let text = "";
	let next = 0;
	for (const { 0: all, 1: quoted, 2: escaped, 3: other, index } of value.matchAll(parts)) {
		if (index !== next) break;
		next += all.length;
		text += quoted?.replace(/\\(.)/g, "$1") ?? escaped ?? other;
	}
	return text.trim();
}
