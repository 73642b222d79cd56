import { hiddenCharacters, withHiddenNumbers } from "./hiddenCharacters";
import { hasLookAlikes, withoutLookAlikes } from "./lookAlikes";

/** Matches spaces that look like one or more ordinary ones, lone surrogates, and characters for private use. */
const unclear = /[^\S \n\r]|[\p{Cs}\p{Co}]/gu;
/** Match runs of spaces and of line breaks that would push what follows out of sight. */
const manySpaces = / {17,}/g;
const manyBreaks = /\n{4,}|\r{4,}/g;
const lineBreaks = /[\n\r]+/g;

/**
 * Returns a command line in which the characters that are invisible or look like others are replaced by their code
 * points: hidden characters, spaces other than the ordinary one, long runs of spaces, letters of other scripts that
 * look like ASCII ones, and line breaks, such as `⟨U+000A⟩` before each new line. No two commands become the same text.
 */
export function exactCommand(command: string): string {
	return exactLine(command).replaceAll(lineBreaks, (breaks) => {
		const counted = breaks.replaceAll(manyBreaks, (same) => `${same.charAt(0)}⟨× ${same.length}⟩`);
		return `${counted.replaceAll(/[\n\r]/g, numberOf)}\n`;
	});
}

/** Matches the blocks of letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;

/** Returns an exact text with its right-to-left letters as code points, for places without control of the direction. */
export function withoutRightToLeft(exact: string): string {
	return exact.replaceAll(rightToLeft, numberOf);
}

/**
 * Does the same as `exactCommand` for an indented JSON text. Its line breaks and indentation are kept: they come from
 * its formatting, because JSON escapes line breaks within strings.
 */
export function exactJson(json: string): string {
	const exact = (line: string) => {
		const text = line.trimStart();
		return line.slice(0, line.length - text.length) + exactLine(text);
	};
	return json.split("\n").map(exact).join("\n");
}

/** Returns whether a text contains characters that are invisible or look like others, apart from line breaks. */
export function hasUnseen(text: string): boolean {
	const isUnclear = /[^\S \n\r\t]|[\p{Cs}\p{Co}]/u.test(text) || / {17}/.test(text);
	return isUnclear || hiddenCharacters(text).length > 0 || hasLookAlikes(text);
}

/** Matches the letters and symbols that an editor draws twice as wide as ASCII, of those in the basic plane. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/**
 * Returns a text with its long lines divided, because VS Code's editor does not render the rest of a long line.
 *
 * @param width the maximum width of a line in columns, of which wide characters take two. So does each character outside
 * of the basic plane: it has two of the UTF-16 units that VS Code counts.
 */
export function foldedLines(text: string, width: number): string {
	return text
		.split("\n")
		.flatMap((line) => (line.length * 2 <= width ? line : foldedLine(line, width)))
		.join("\n");
}

function foldedLine(line: string, width: number): readonly string[] {
	const pieces: string[] = [];
	let start = 0;
	let at = 0;
	let columns = 0;
	for (const character of line) {
		const more = character.length > 1 || wide.test(character) ? 2 : 1;
		if (columns > 0 && columns + more > width) {
			pieces.push(line.slice(start, at));
			start = at;
			columns = 0;
		}
		columns += more;
		at += character.length;
	}
	pieces.push(line.slice(start));
	return pieces.map((piece, index) => (index === 0 ? piece : `↳ ${piece}`));
}

function exactLine(text: string): string {
	// The text itself could contain something that looks like a code point in this notation.
	const own = text.replaceAll("⟨", numberOf("⟨"));
	return withHiddenNumbers(withoutLookAlikes(own, numberOf))
		.replaceAll(unclear, numberOf)
		.replaceAll(manySpaces, (spaces) => `${numberOf(" ")}⟨× ${spaces.length}⟩`);
}

function numberOf(character: string): string {
	return `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
