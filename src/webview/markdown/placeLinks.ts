import { parsePlace, placeScheme, readPlace } from "../../shared/placeReference";

/** The text of a place in the workspace, and its offset in the text around it. */
interface FoundPlace {
	readonly start: number;
	readonly text: string;
}

/** Matches places as `parsePlace` does, but without blanks and brackets: in plain text, they surround a place. */
const candidate =
	/(?<![\p{L}\p{N}_.@$+~\-/\\:])(?:[\p{L}\p{N}_.@$+~-]+\/)*[\p{L}\p{N}_.@$+~-]+:\d{1,7}(?:[-–]\d{1,7})?(?![\p{L}\p{N}_/\\])/gu;
/** Matches host names, which are not files. */
const host = /^[^/]*\.(?:com|org|net|io|dev|app|local|internal|example|test|invalid|localhost):/i;

/** Finds the places that a plain text names, such as `src/a.ts:12` or `src/a.ts:12-20`. */
export function placesIn(text: string): readonly FoundPlace[] {
	return [...text.matchAll(candidate)].flatMap(({ index, 0: found }) =>
		parsePlace(found) && !host.test(found) ? [{ start: index, text: found }] : [],
	);
}

/** Returns the URI of the workspace file that a relative link refers to; `undefined` when it refers to none. */
export function placeTarget(href: string): string | undefined {
	// Only line numbers are kept from a fragment. A `#` in a file name is escaped.
	const address = href
		.replace(/#L(\d{1,7})(?:-L?(\d{1,7}))?$/, (_, first, last = first) => `:${first}-${last}`)
		.replace(/#[^#/]*$/, "");
	const place = readPlace(decoded(address).replace(/^(?:\.\/)+/, ""));
	if (!place) return undefined;
	const { path, lines } = place;
	return placeScheme + (lines ? `${path}:${lines.join("-")}` : path);
}

/** Decodes the characters that the parser escapes in a URL. */
function decoded(href: string): string {
	try {
		return decodeURIComponent(href);
	} catch {
		return href;
	}
}

const openable = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the URL that a link may open, written out in full; `undefined` for a place in the workspace (`placeTarget`)
 * and for a link that is shown as text only, because all other schemes can do more than show a page.
 */
export function linkTarget(href: string): string | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	return openable.has(url.protocol) ? url.href : undefined;
}
