import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { rebase } from "../../../../../src/core/edits/apply/rebase";
import { hunksBetween, withHunks } from "../../../../../src/core/edits/text/hunks";
import { textLines } from "../../../../../src/core/edits/text/textLines";
import { pick, seededRandom } from "../../../../faults/seededRandom";

const lines = (text: string) => text.split("").join("\n");
/** Rebases an edit; each letter is a line. */
function rebased(base: string, wanted: string, current: string): string | RegExpExecArray | null {
	try {
		const hunks = hunksBetween(textLines(lines(base)).lines, textLines(lines(wanted)).lines);
		return withHunks(lines(current), rebase(hunks, lines(base), lines(current))).replaceAll("\n", "");
	} catch (error) {
		assert.ok(error instanceof UserError);
		return /Line \d+/.exec(error.message);
	}
}

describe("edit: a change of a document that was edited meanwhile", () => {
	it("moves with lines that were added or removed above and below", () => {
		assert.equal(rebased("abcdef", "abcDef", "xyabcdef"), "xyabcDef");
		assert.equal(rebased("abcdef", "abcDef", "bcdef"), "bcDef");
		assert.equal(rebased("abcdef", "abcDef", "abcdefg"), "abcDefg");
		assert.equal(rebased("abcdefgh", "aBcdefgH", "abcdXYefgh"), "aBcdXYefgH");
		assert.equal(rebased("abcdef", "abcef", "Abcdef"), "Abcef");
		assert.equal(rebased("abc", "aBc", "abc"), "aBc");
	});

	it("is refused if the same lines changed, or lines next to them", () => {
		for (const current of ["abcXef", "abcef", "abXdef", "abcdXf", "abcXdef", "abcdXef", ""]) {
			assert.ok(Array.isArray(rebased("abcdef", "abcDef", current)), current);
		}
		assert.equal(rebased("abcdef", "abcDef", "abcXef")?.[0], "Line 4");
	});

	it("is refused if the place of the change has become ambiguous", () => {
		assert.equal(rebased("xabcy", "xaBcy", "abcxabcy"), null);
		assert.equal(rebased("xabcy", "xaBcy", "xabcyabc"), null);
		assert.equal(rebased("xaby", "xaCby", "abxaby"), null);
		// The lines already occurred twice, or also occur elsewhere now.
		assert.equal(rebased("xabcyabcz", "xaBcyabcz", "wxabcyabcz"), "wxaBcyabcz");
		assert.equal(rebased("xabcy", "xaBcy", "bcxabcy"), "bcxaBcy");
	});

	it("never loses or duplicates a line of either side, in five hundred random pairs", () => {
		let certain = 0;
		for (let seed = 1; seed <= 500; seed++) {
			const random = seededRandom(seed);
			const base = Array.from({ length: 30 }, (_, line) => `line ${line}`);
			const changed = (by: string) =>
				base.flatMap((line) =>
					random() < 0.06 ? pick([[], [`${line} ${by}`], [line, `${by} ${line}`]], random) : [line],
				);
			const [wanted, current] = [changed("wanted"), changed("current")];
			const hunks = hunksBetween(base, wanted);
			try {
				const result = withHunks(current.join("\n"), rebase(hunks, base.join("\n"), current.join("\n"))).split("\n");
				const has = (one: readonly string[], line: string) => one.includes(line);
				for (const line of new Set([...base, ...wanted, ...current])) {
					const expected = base.includes(line) ? has(wanted, line) && has(current, line) : true;
					assert.equal(result.filter((other) => other === line).length, expected ? 1 : 0, `seed ${seed}: ${line}`);
				}
				certain++;
			} catch (error) {
				if (!(error instanceof UserError)) throw error;
			}
		}
		assert.ok(certain > 100 && certain < 500, `${certain}`);
	});
});
