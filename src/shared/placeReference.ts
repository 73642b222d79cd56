/** A place in the workspace as answers name it: `src/budget.ts:18` or `src/budget.ts:18-21`. */
export interface PlaceReference {
	readonly path: string;
	/** Counted from 1, both included. */
	readonly lines: readonly [first: number, last: number];
}

/** Whatever files are called, but for what hardly any is and code has. */
const wholePath = /^(?:[^\p{C}/:`\\<>|"?*;]+\/)*[^\p{C}/:`\\<>|"?*;]+$/u;
const withLines = /^([^:]+):(\d{1,7})(?:[-–](\d{1,7}))?$/;
const ending = /^[\p{L}\p{N}_]+$/u;
const nameOfFile = /^(?:\w*file|LICENSE|README|CODEOWNERS)$/i;
const operator = / [=+&]+ /;
/** What the page's links to places begin with. No address of an answer's own may. */
export const placeScheme = "place:";

/** Reads a text that is a place and nothing else; `undefined` when it is none, or leads out of the workspace. */
export function parsePlace(text: string): PlaceReference | undefined {
	const [, path, first, last] = withLines.exec(text) ?? [];
	if (path === undefined || !isFile(path)) return undefined;
	const from = Math.max(1, Number(first));
	return { path, lines: [from, Math.max(from, Number(last ?? first))] };
}

/** The same where a link leads, which need not name lines. */
export function readPlace(text: string): (Pick<PlaceReference, "path"> & Partial<PlaceReference>) | undefined {
	return parsePlace(text) ?? (isFile(text) ? { path: text } : undefined);
}

function isFile(path: string): boolean {
	if (!wholePath.test(path) || path !== path.trim() || operator.test(path) || !looksLikeFile(path)) return false;
	return !path.split("/").includes("..");
}

/** By its ending, its name or its folder one sees that it is a file, and neither a port nor a number. */
function looksLikeFile(path: string): boolean {
	if (path.includes("/") || nameOfFile.test(path)) return true;
	const end = path.slice(path.lastIndexOf(".") + 1);
	return end.length < path.length && ending.test(end) && /\p{L}/u.test(end);
}
