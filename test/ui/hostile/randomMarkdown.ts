import { pick } from "../../faults/seededRandom";

type Random = () => number;

const words =
	"alpha beta **gamma** `delta` [epsilon] [zeta][z] <b>eta</b> _theta_ \\( x_1 \\) $y$ ![i](x) & — é 🙂 \\* ~~iota~~".split(
		" ",
	);

const lines = (random: Random, count: number, line: (index: number) => string) =>
	Array.from({ length: 1 + Math.floor(random() * count) }, (_, i) => line(i)).join("\n");

const text = (random: Random) => lines(random, 2, () => Array.from({ length: 4 }, () => pick(words, random)).join(" "));

/** Kinds of blocks; lists and tables are long enough to be completed in parts. */
const blocks: readonly ((random: Random) => string)[] = [
	text,
	text,
	(random) => `${"#".repeat(1 + Math.floor(random() * 6))} ${pick(words, random)}`,
	(random) => `${text(random)}\n${pick(["---", "==="], random)}`,
	(random) => lines(random, 9, () => `${pick(["- ", "- ", "-   ", " - ", "* "], random)}${item(random)}`),
	(random) =>
		lines(random, 9, (i) => `${i + 1 + Math.floor(random() * 2)}${pick([". ", ". ", ") "], random)}${item(random)}`),
	(random) =>
		`| a | b |\n|---|:-:|\n${lines(random, pick([9, 9, 120], random), () => pick(["| [1] | 2 |", "3 | `4`", "| 5 |", "6", "[epsilon]|"], random))}`,
	(random) =>
		`${pick(["```js", "```", "~~~ts src/a.ts", "  ```"], random)}\n${lines(random, 90, (i) => pick(["let a;", "", "\tb", "- c", "``", "\u202e d", `${i}`], random))}${pick(["\n```", "\n~~~", "\n```", ""], random)}`,
	(random) => lines(random, 4, () => `> ${pick(["quoted", "- in a list", "# heading", "```", ""], random)}`),
	() => "    indented\n\n    code",
	(random) => pick(["***", "- - -", "$$\nx\n= y\n$$", "\\[\nz\n\\]", "<div>\n\n*a*\n</div>"], random),
	(random) =>
		pick(
			["[epsilon]: https://example.org/e", '[z]: https://example.org/z\n"title"', "[1]: https://example.org/1"],
			random,
		),
];

function item(random: Random): string {
	const first = pick(["item", "*item*", "[epsilon]", "# heading", "", "- inner", "a | b", "[x]: /y"], random);
	const more = pick(
		[
			"",
			"",
			"",
			"\n",
			"\n\n  more",
			"\n  - nested\n  - nested",
			"\n  ```js\n  code\n  ```",
			"\nlazy",
			"\n   | a | b |\n   |--|--|\n   | 1 | 2 |",
		],
		random,
	);
	return first + more;
}

/** Creates a document in which every kind of block may follow every other, or be in the middle of it. */
export function randomMarkdown(random: Random): string {
	let document = "";
	for (let left = 2 + Math.floor(random() * 8); left > 0; left--) {
		document += pick(blocks, random)(random) + pick(["\n", "\n\n", "\n\n", "\n\n\n", "\r\n"], random);
	}
	return document;
}

/** Cuts a text into random pieces, from one character to many lines. */
export function randomPieces(document: string, random: Random): string[] {
	const pieces: string[] = [];
	const longest = pick([1, 4, 16, 64], random);
	for (let at = 0; at < document.length; ) {
		const size = 1 + Math.floor(random() * longest);
		pieces.push(document.slice(at, at + size));
		at += size;
	}
	return pieces;
}
