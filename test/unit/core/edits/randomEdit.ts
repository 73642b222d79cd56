import { textLines } from "../../../../src/core/edits/text/textLines";
import { pick } from "../../../faults/seededRandom";

const words = ["", "}", "\treturn x;", "  y = 2", "let z = 1;", "// é 漢字 😀", "\t\t", "if (a) {", "end", "a\u00a0b"];

/** Creates a document that may have a byte order mark, a final line break, tabs, and mixed line breaks. */
export function randomDocument(random: () => number): string {
	const lines = Array.from({ length: Math.floor(random() * 40) }, () => pick(words, random));
	const breaks = pick([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"]], random);
	const text = lines.map((line) => line + pick(breaks, random)).join("");
	return pick(["", "", "\ufeff"], random) + (random() < 0.7 ? text : text + pick(words, random));
}

/** Returns the document with some lines removed, some added and some changed. */
export function randomEdit(text: string, random: () => number): string {
	const share = pick([0.05, 0.2, 0.6, 1], random);
	const lines = textLines(text).lines.flatMap((line) => {
		if (random() >= share) return [line];
		return pick([[], [pick(words, random)], [line, pick(words, random)], [`${line} changed`]], random);
	});
	return (lines.length > 0 ? lines : [""]).join("\n");
}
