/** Matches the lines after a file's name, as in ":12–40", ":12-40" and ":7". */
const lines = /:\d{1,9}(?:[-–]\d{1,9})?$/;

/** Splits a place into the file and the lines with their colon, which are empty if there are none. */
export function splitPlace(place: string): readonly [file: string, lines: string] {
	const at = place.search(lines);
	return at <= 0 ? [place, ""] : [place.slice(0, at), place.slice(at)];
}
