/**
 * Splits a text into lines, whatever its line breaks are.
 *
 * @param most the maximum number of lines to return, from the first on.
 */
export function splitLines(text: string, most?: number): readonly string[] {
	return text.split(/\r\n|\r|\n/, most);
}
