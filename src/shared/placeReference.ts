/** A location in the workspace as answers write it: `src/budget.ts:18` or `src/budget.ts:18-21`. */
export interface PlaceReference {
	readonly path: string;
	/** Counted from 1, both included. */
	readonly lines: readonly [first: number, last: number];
}

/** Matches relative paths, except those with characters that are common in code but rare in file names. */
const wholePath = /^(?:[^\p{C}/:`\\<>|"?*;]+\/)*[^\p{C}/:`\\<>|"?*;]+$/u;
const withLines = /^([^:]+):(\d{1,7})(?:[-–](\d{1,7}))?$/;
const ending = /^[\p{L}\p{N}_]+$/u;
const nameOfFile = /^(?:\w*file|LICENSE|README|CODEOWNERS)$/i;
const operator = / [=+&]+ /;
/** The scheme of the page's links to locations. Links of an answer must not use it. */
export const placeScheme = "place:";

/**
 * Parses a text that is a location and nothing else; returns `undefined` for any other text, and for a path with `..`,
 * which could lead out of the workspace.
 */
export function parsePlace(text: string): PlaceReference | undefined {
	const [, path, first, last] = withLines.exec(text) ?? [];
	if (path === undefined || !isFile(path)) return undefined;
	const from = Math.max(1, Number(first));
	return { path, lines: [from, Math.max(from, Number(last ?? first))] };
}

/** Parses the target of a link, which need not contain lines. */
export function readPlace(text: string): (Pick<PlaceReference, "path"> & Partial<PlaceReference>) | undefined {
	return parsePlace(text) ?? (isFile(text) ? { path: text } : undefined);
}

function isFile(path: string): boolean {
	if (!wholePath.test(path) || path !== path.trim() || operator.test(path) || !looksLikeFile(path)) return false;
	return !path.split("/").includes("..");
}

/** Returns whether the extension, the name or the folder shows that this is a file, rather than a port or a number. */
function looksLikeFile(path: string): boolean {
	if (path.includes("/") || nameOfFile.test(path)) return true;
	const end = path.slice(path.lastIndexOf(".") + 1);
	return end.length < path.length && ending.test(end) && /\p{L}/u.test(end);
}
