/** A place in the workspace as answers name it: `src/budget.ts:18` or `src/budget.ts:18-21`. */
export interface PlaceReference {
	readonly path: string;
	/** Counted from 1, both included. */
	readonly lines: readonly [first: number, last: number];
}

/** Whatever files are called, but for what hardly any is and code has. */
const reference = /^((?:[^\p{C}/:`\\<>|"?*;]+\/)*[^\p{C}/:`\\<>|"?*;]+):(\d{1,7})(?:[-–](\d{1,7}))?$/u;
/** By its ending, its name or its folder one sees that it is a file, and neither a port nor a number. */
const file = /\.[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$|(?:^|\/)(?:\w*file|LICENSE|README|CODEOWNERS)$|\//iu;
const operator = / [=+&]+ /;
/** What the page's links to places begin with. No address of an answer's own may. */
export const placeScheme = "place:";

/** Reads a text that is a place and nothing else; `undefined` when it is none, or leads out of the workspace. */
export function parsePlace(text: string): PlaceReference | undefined {
	const [, path, first, last] = reference.exec(text) ?? [];
	if (path === undefined || path !== path.trim() || operator.test(path) || !file.test(path)) return undefined;
	if (path.split("/").includes("..")) return undefined;
	const from = Math.max(1, Number(first));
	return { path, lines: [from, Math.max(from, Number(last ?? first))] };
}
