/**
 * The lines of a text, whatever breaks them.
 *
 * @param most so many of them at the most, the first ones.
 */
export function splitLines(text: string, most?: number): readonly string[] {
	return text.split(/\r\n|\r|\n/, most);
}
