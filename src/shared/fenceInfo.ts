/** The information in the line that opens a code block. */
export interface FenceInfo {
	/** The language's name or alias, in lower case; empty if there is none. */
	readonly language: string;
	/** The file that the code is meant for, if the fence names one. */
	readonly path: string;
}

/**
 * Parses a fence's info string. Models write the file in several ways: ```` ```ts src/a.ts ````, ```` ```ts:src/a.ts
 * ````, ```` ```ts filename="src/a.ts" ```` and ```` ```src/a.ts ````.
 */
export function fenceInfo(info: string): FenceInfo {
	const [first = "", ...rest] = info.trim().split(/\s+/);
	const colon = first.indexOf(":");
	const named = /(?:^|\s)\{?(?:title|file|filename|path)=(?:"([^"]*)"|'([^']*)'|([^\s}]+))/i.exec(info);
	let language = colon > 0 ? first.slice(0, colon) : first;
	let path = named?.[1] ?? named?.[2] ?? named?.[3] ?? (colon > 0 ? first.slice(colon + 1) : undefined);
	if (isPath(language)) {
		path ??= language;
		language = language.slice(language.lastIndexOf(".") + 1);
	}
	path ??= rest.find(isPath);
	return { language: language.toLowerCase().replace(/[{}.]/g, ""), path: path ?? "" };
}

/** Returns whether a word has a folder or an extension; `c++`, `c#` and `{1,3-5}` (lines to mark) do not. */
function isPath(word: string): boolean {
	return /^[^\s={}"']*[^\s={}"'./]\.[A-Za-z]\w{0,9}$/.test(word) || /^[\w.@-]+(?:\/[\w.@-]+)+$/.test(word);
}
