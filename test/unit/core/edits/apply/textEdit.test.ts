import assert from "node:assert/strict";
import { splitLines } from "../../../../../src/core/base/splitLines";
import { TextEdit } from "../../../../../src/core/edits/apply/textEdit";
import { changesOf, withChanges } from "../../../../../src/core/edits/text/hunks";
import { textLines } from "../../../../../src/core/edits/text/textLines";
import { pick, seededRandom } from "../../../../faults/seededRandom";
import { randomDocument, randomEdit } from "../randomEdit";

const written = ({ base, accepted }: TextEdit) => withChanges(base, changesOf(textLines(base), accepted));
const bytes = (text: string) => Buffer.from(text, "utf16le").toString("hex");

describe("edit: a proposed change", () => {
	it("is a single hunk for a new file, even if the file has empty lines", () => {
		for (const proposed of ["one\n\ntwo\n\nthree\n", "one\n\ntwo", "\n", "\n\none", "one\n\n", "one"]) {
			const edit = TextEdit.between("", proposed);
			assert.equal(edit.open.length, 1, JSON.stringify(proposed));
			assert.equal(edit.proposed, proposed);
			assert.equal(written(edit.accept()), proposed);
			assert.equal(edit.reject().settled, "");
		}
		assert.deepEqual(TextEdit.between("", "").hunks, []);
	});

	it("can be accepted and rejected in five hundred random documents", () => {
		for (let seed = 1; seed <= 500; seed++) {
			const random = seededRandom(seed);
			const base = randomDocument(random);
			const intended = randomEdit(base, random);
			const edit = TextEdit.between(base, intended);
			const message = `seed ${seed}`;

			const all = written(edit.accept());
			assert.deepEqual(textLines(all).lines, splitLines(intended), message);
			assert.equal(all.startsWith("\ufeff"), base.startsWith("\ufeff"), message);

			assert.equal(bytes(written(edit.reject())), bytes(base), message);

			// Accepts or rejects one by one, in any order, until all are decided.
			let some = edit;
			while (some.open.length > 0) {
				const { id, hunk, line, settledLine } = pick(some.open, random);
				const proposed = textLines(some.proposed).lines.slice(line, line + hunk.added.length);
				const settled = textLines(some.settled).lines.slice(settledLine, settledLine + hunk.removed);
				assert.deepEqual(proposed, hunk.added, message);
				assert.deepEqual(settled, textLines(base).lines.slice(hunk.start, hunk.start + hunk.removed), message);
				some = random() < 0.5 ? some.accept(id) : some.reject(id);
			}
			assert.equal(some.settled, some.proposed, message);
			assert.equal(written(some), some.settled, message);
		}
	});

	it("touches only the bytes of its hunks, whatever the line breaks are", () => {
		const base = "a\r\nb\nc\rd\r\n";
		assert.equal(TextEdit.between(base, "a\nB\nc\nd\n").accept().settled, "a\r\nB\nc\rd\r\n");
		assert.equal(TextEdit.between(base, "a\nb\nc\nnew\nd\n").accept().settled, "a\r\nb\nc\rnew\r\nd\r\n");
		assert.equal(TextEdit.between(base, "a\nb\nd\n").accept().settled, "a\r\nb\nd\r\n");
		assert.equal(TextEdit.between(base, "a\nb\nc\nd").accept().settled, "a\r\nb\nc\rd");
		assert.equal(TextEdit.between("a", "a\n").accept().settled, "a\n");
		assert.equal(TextEdit.between("", "a\n").accept().settled, "a\n");
		assert.equal(TextEdit.between("a\nb", "").accept().settled, "");
	});

	it("finds the hunk at a line of either side, or else the next one, or else the last", () => {
		const edit = TextEdit.between("a\nb\nc\nd\ne\nf\n", "a\nB\nBB\nc\ne\nf\n");
		const at = (line: number, side?: "proposed" | "settled") => edit.openAt(line, side)?.id;
		assert.deepEqual(
			[0, 1, 2, 3, 4, 9].map((line) => at(line)),
			[0, 0, 0, 1, 1, 1],
		);
		assert.deepEqual(
			[0, 1, 2, 3, 4].map((line) => at(line, "settled")),
			[0, 0, 1, 1, 1],
		);
		assert.equal(edit.accept().openAt(0), undefined);
	});

	it("is one hunk if nothing in a long text stays the same", () => {
		const long = (word: string) => Array.from({ length: 4_000 }, (_, line) => `${word} ${line}`).join("\n");
		const edit = TextEdit.between(long("one"), long("two"));
		assert.equal(edit.hunks.length, 1);
		assert.equal(edit.accept().settled, long("two"));
	});
});
