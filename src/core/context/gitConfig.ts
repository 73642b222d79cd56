/** What a value may hold: a part in quotes, a sign behind a backslash, or any other sign before a remark. */
const parts = /"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\#;])/g;

/**
 * The file of what the user ignores that one of Git's configurations names, as it stands there; `""` where it says that
 * there is none, `undefined` where it says nothing. Other files that it includes are not read.
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

/** A value without its quotes and the remark behind it. */
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
