import { parsePlace, placeScheme, readPlace } from "../../shared/placeReference";

/** What stands in a text for a place in the workspace. */
interface FoundPlace {
	readonly start: number;
	readonly text: string;
}

/** As in `parsePlace`, but for blanks and brackets, which in plain text are around a place and not in it. */
const candidate =
	/(?<![\p{L}\p{N}_.@$+~\-/\\:])(?:[\p{L}\p{N}_.@$+~-]+\/)*[\p{L}\p{N}_.@$+~-]+:\d{1,7}(?:[-–]\d{1,7})?(?![\p{L}\p{N}_/\\])/gu;
/** What a host is called rather than a file. */
const host = /^[^/]*\.(?:com|org|net|io|dev|app|local|internal|example|test|invalid|localhost):/i;

/** The places that a plain text names, such as `src/a.ts:12` or `src/a.ts:12-20`. */
export function placesIn(text: string): readonly FoundPlace[] {
	return [...text.matchAll(candidate)].flatMap(({ index, 0: found }) =>
		parsePlace(found) && !host.test(found) ? [{ start: index, text: found }] : [],
	);
}

/** The address of the file in the workspace that a relative link leads to; `undefined` when it leads to none. */
export function placeTarget(href: string): string | undefined {
	// Of what stands behind a `#`, lines alone are kept. One that belongs to a name is escaped.
	const address = href
		.replace(/#L(\d{1,7})(?:-L?(\d{1,7}))?$/, (_, first, last = first) => `:${first}-${last}`)
		.replace(/#[^#/]*$/, "");
	const place = readPlace(decoded(address).replace(/^(?:\.\/)+/, ""));
	if (!place) return undefined;
	const { path, lines } = place;
	return placeScheme + (lines ? `${path}:${lines.join("-")}` : path);
}

/** The parser escapes what an address may not have in it. */
function decoded(href: string): string {
	try {
		return decodeURIComponent(href);
	} catch {
		return href;
	}
}

const openable = new Set(["http:", "https:", "mailto:"]);

/**
 * The address that a link may open, written out in full, or undefined: then it leads to a place in the workspace
 * (`placeTarget`), or is only text, for every other scheme can do more than show a page.
 */
export function linkTarget(href: string): string | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	return openable.has(url.protocol) ? url.href : undefined;
}
