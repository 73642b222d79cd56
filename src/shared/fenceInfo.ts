/** What the line that opens a code block says about it. */
export interface FenceInfo {
	/** The language's name or alias, in lower case; empty when none is named. */
	readonly language: string;
	/** The file that the code is meant for, when the fence names one. */
	readonly path: string;
}

/**
 * Reads a fence's info string. Models write the file in several ways: ```` ```ts src/a.ts ````,
 * ```` ```ts:src/a.ts ````, ```` ```ts filename="src/a.ts" ```` and ```` ```src/a.ts ````.
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

/** A word with a folder or an ending; `c++`, `c#` and `{1,3-5}` (lines to mark) are none. */
function isPath(word: string): boolean {
	return /^[^\s={}"']*[^\s={}"'./]\.[A-Za-z]\w{0,9}$/.test(word) || /^[\w.@-]+(?:\/[\w.@-]+)+$/.test(word);
}
