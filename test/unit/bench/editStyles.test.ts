import assert from "node:assert/strict";
import { styles } from "../../bench/edits/answers";
import { enclosingBlocks, enclosingSections } from "../../bench/edits/enclosingBlocks";
import { editsOf } from "../../bench/edits/fileEdits";
import { languageOf } from "../../bench/edits/languages";
import { losesLines, outcomeOf } from "../../bench/edits/outcome";
import { applied, type RealEdit } from "../../bench/edits/realEdit";
import { SeededRandom } from "../../bench/edits/seededRandom";

const before = `import { log } from "./log";

export class Sums {
	add(one: number, other: number): number {
		log("adding");
		if (Number.isNaN(one)) {
			log("not a number");
			return 0;
		}
		const sum = one + other;
		return sum;
	}
}
`;
const after = before.replace("const sum = one + other;", "const sum = other + one;");
const pair = { name: "sums", versions: ["1.0.0", "1.1.0"], half: "train" } as const;

function editOf(text: string): RealEdit {
	const [edit, ...more] = editsOf({ from: pair, path: "src/sums.ts", before, after: text });
	assert.ok(edit && more.length === 0, "one edit");
	return edit;
}

describe("bench: real edits", () => {
	it("are the differences of a file's versions, with the places around them", () => {
		const edit = editOf(after);
		assert.equal(applied(edit.lines, edit.hunks).join("\n"), after);
		assert.equal(edit.indentation, "\t");
		assert.deepEqual(edit.declaration, { start: 3, count: 9 });
	});

	it("leave out changes of only white space, and halves of statements", () => {
		const editsTo = (text: string) => editsOf({ from: pair, path: "src/sums.ts", before, after: text });
		assert.deepEqual(editsTo(before.replace("one + other", "one  +  other")), []);
		assert.deepEqual(editsTo(before.replace("\t\t}\n", "")), []);
	});

	it("find the blocks around a line by its indentation, and the sections of a Markdown text", () => {
		const lines = before.split("\n");
		const blocks = enclosingBlocks(lines, { start: 6, count: 1 }, 3);
		assert.deepEqual(
			blocks.map(({ start, count }) => [start, count]),
			[
				[5, 4],
				[3, 9],
				[2, 11],
			],
		);
		const text = ["# Sums", "", "## Add", "", "text", "", "## Subtract"];
		assert.deepEqual(enclosingSections(text, { start: 4, count: 1 }), [
			{ start: 2, count: 3 },
			{ start: 0, count: 7 },
		]);
	});
});

describe("bench: styles of answers", () => {
	const language = languageOf("sums.ts");
	assert.ok(language);
	const edit = editOf(after);
	const rendered = () =>
		styles.map((style) =>
			style.render(edit, { random: new SeededRandom(style.name), language, other: edit, sibling: undefined }),
		);

	it("are the same in each run", () => assert.deepEqual(rendered(), rendered()));

	it("have unique names", () => {
		assert.equal(new Set(styles.map(({ name }) => name)).size, styles.length);
	});

	it("count the expected text as correct, except for blank lines at the ends of the place", () => {
		const place = { start: 9, count: 1 };
		const expected = [after.split("\n")];
		const answer = "```ts\n\n\t\tconst sum = other + one;\n```";
		assert.equal(outcomeOf(edit, { answer, place, expected }).kind, "correct");
	});

	it("count lines as lost that existed before and should have stayed", () => {
		const [old, now] = [before.split("\n"), after.split("\n")];
		const withoutLine = (text: string) => now.filter((line) => line.trim() !== text);
		assert.equal(losesLines(old, now, withoutLine("return sum;")), true);
		assert.equal(losesLines(old, now, withoutLine("const sum = other + one;")), false);
	});
});
