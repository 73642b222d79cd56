import { depthOf } from "./answerCut";
import { scanCode } from "./codeScan";
import { type CursorText, linePrefix, opensBlock } from "./cursorText";

/** Number of lines that are read before the cursor, and after it. */
const nearLines = 200;
/** Minimum number of indented blocks from which a document's indentation width is derived. */
const fewestSteps = 2;

/** The indentation of lines: tabs, spaces, tabs on some lines and spaces on others, or none. */
type Margin = "tabs" | "spaces" | "both" | "none";

/** Returns an answer's lines indented with the document's tabs or spaces, up to a line that cannot be converted. */
export function asDocumentIndents(lines: readonly string[], cursor: CursorText): readonly string[] {
	const prefix = linePrefix(cursor);
	const around = [
		...cursor.before.split("\n").slice(-nearLines, -1),
		...(prefix.trim() === "" ? [`${prefix}x`] : []),
		...cursor.after.split("\n").slice(1, nearLines),
	];
	const margin = marginOf(around);
	// Continued lines may be aligned with tabs and spaces together.
	if (margin === "both" || margin === "none" || lines.some((line) => /^ +\t|^\t+ {2}/.test(line))) return lines;
	const code = scanCode(lines.join("\n"), cursor.languageId).code.split("\n");
	const own = marginOf(lines.filter((_, at) => code[at]?.trim() !== ""));
	if (own === "none") return lines;
	if (own === margin) return margin === "spaces" ? rescaled(lines, around, prefix) : lines;
	const isOther = (line: string) => (margin === "tabs" ? line.startsWith("  ") : line.startsWith("\t"));
	if (own === "both") return lines.slice(0, lines.findIndex(isOther));
	return margin === "tabs" ? withTabs(lines) : withSpaces(lines, widthOf(around) || 4);
}

function marginOf(lines: readonly string[]): Margin {
	const hasTabs = lines.some((line) => line.startsWith("\t"));
	// A single space does not count: the lines of a comment may begin with one.
	const hasSpaces = lines.some((line) => line.startsWith("  ") && line.trim() !== "");
	if (hasTabs) return hasSpaces ? "both" : "tabs";
	return hasSpaces ? "spaces" : "none";
}

function withTabs(lines: readonly string[]): readonly string[] {
	const width = lines.map(spacesOf).reduce(divisor, 0);
	const end = width < 2 ? lines.findIndex((line) => spacesOf(line) > 0) : lines.length;
	return lines
		.slice(0, end)
		.map((line) => "\t".repeat(spacesOf(line) / Math.max(1, width)) + line.slice(spacesOf(line)));
}

function withSpaces(lines: readonly string[], width: number): readonly string[] {
	return lines.map((line) => {
		const tabs = line.length - line.replace(/^\t+/, "").length;
		return " ".repeat(width * tabs) + line.slice(tabs);
	});
}

/** Converts lines that are indented with spaces to the document's indentation width. */
function rescaled(lines: readonly string[], around: readonly string[], prefix: string): readonly string[] {
	const [wanted, given] = [widthOf(around), stepOf([prefix + (lines[0] ?? "").trimStart(), ...lines.slice(1)])];
	if (wanted === 0 || given === 0 || wanted === given) return lines;
	const isMultiple = (line: string) => line.trim() === "" || (depthOf(line) - prefix.length) % given === 0;
	if (!lines.slice(1).every(isMultiple)) return lines;
	return lines.map((line, at) => {
		const more = depthOf(line) - prefix.length;
		return at === 0 || more <= 0 ? line : prefix + " ".repeat((more / given) * wanted) + line.trimStart();
	});
}

/** Returns the width by which a document indents its blocks; 0 if it differs between blocks. */
function widthOf(lines: readonly string[]): number {
	const steps = stepsOf(lines);
	return steps.length >= fewestSteps ? only(steps) : 0;
}

/** Returns the width by which the blocks of an answer are indented; 0 if it differs between blocks. */
export function stepOf(lines: readonly string[]): number {
	return only(stepsOf(lines));
}

/** Matches the end of a line that continues on the next one, which some styles indent further than a block. */
const goesOn = /[([]\s{0,40}[{([]?\s{0,40}$/;

function stepsOf(lines: readonly string[]): readonly number[] {
	const filled = lines.filter((line) => line.trim() !== "");
	return filled.flatMap((line, at) => {
		const step = depthOf(filled[at + 1] ?? "") - depthOf(line);
		return step > 0 && opensBlock(line) && !goesOn.test(line) ? [step] : [];
	});
}

function only(numbers: readonly number[]): number {
	const [first = 0] = numbers;
	return numbers.every((number) => number === first) ? first : 0;
}

const spacesOf = (line: string) => (line.trim() === "" ? 0 : line.length - line.replace(/^ +/, "").length);

/** Returns the greatest common divisor. */
function divisor(one: number, other: number): number {
	return other === 0 ? one : divisor(other, one % other);
}
