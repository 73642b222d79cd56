import assert from "node:assert/strict";
import { appliedText, editedText } from "../../../../src/core/edits/apply/replyEdit";
import { RefusedAnswer } from "../../../../src/core/edits/parse/refusedAnswer";
import { hunksBetween } from "../../../../src/core/edits/text/hunks";
import { reindent } from "../../../../src/core/edits/text/indentation";
import { LineIndex } from "../../../../src/core/edits/text/lineIndex";
import { limits } from "../../../../src/shared/untrusted/limits";

describe("limits: edits", () => {
	const lines = (count: number, line: string) => Array.from({ length: count }, () => line);
	const refusal = /Nothing was changed|It is unclear/;

	it("find very frequent lines only up to a number of comparisons", () => {
		const index = new LineIndex(lines(1000, "same"));
		const run = lines(500, "same");
		assert.equal(index.find(run)?.length, 501);
		for (let searches = 0; searches < limits.lineComparisons / 1000; searches++) index.find(run);
		assert.equal(index.find(run), undefined);
	});

	it("refuse search-and-replace blocks and elisions whose place takes too long to find", () => {
		const same = lines(20_000, "same line");
		const place = {
			text: same.join("\n"),
			start: 0,
			count: 20_000,
			languageId: "typescript",
			path: "a.ts",
			indentation: "\t",
		};
		const block = `<<<<<<< SEARCH\n${same.slice(1).join("\n")}\n=======\n\n>>>>>>> REPLACE`;
		assert.throws(() => editedText(block, place), refusal);
		assert.throws(() => editedText(`\`\`\`\nhead\n// ...\n${same.join("\n")}\n\`\`\``, place), refusal);
	});

	it("refuse code with too many nested lines", () => {
		const count = Math.ceil(Math.sqrt(limits.memberLines) * 2);
		const code = Array.from({ length: count }, (_, at) => `${" ".repeat(at)}class Part${at} {`);
		const text = [...code, "other();"].join("\n");
		const place = { text, start: 0, count: 0, languageId: "typescript", path: "a.ts", indentation: "\t" };
		assert.throws(() => appliedText(code.join("\n"), place, false), refusal);
	});

	it("offer several versions only up to a maximum number", () => {
		const text = "function one() {\n\treturn 1;\n}\n";
		const place = { text, start: 0, count: 3, languageId: "typescript", path: "a.ts", indentation: "\t" };
		const answer = (count: number) =>
			Array.from({ length: count }, (_, at) => `\`\`\`ts\n${text.replace("1", `${at + 2}`)}\`\`\`\n`).join("\n");
		const offers = (count: number) => (error: unknown) =>
			error instanceof RefusedAnswer && error.alternatives.length === count;
		assert.throws(() => editedText(answer(limits.offeredVersions), place), offers(limits.offeredVersions));
		assert.throws(() => editedText(answer(limits.offeredVersions + 1), place), offers(0));
	});

	it("leave the indentation of code that would grow too much", () => {
		const code = lines(limits.addedIndentation / 1000, "code();");
		assert.equal(reindent(code, [`${"\t".repeat(999)}old();`], "\t")[0]?.length, 999 + "code();".length);
		assert.deepEqual(reindent(code, [`${"\t".repeat(1001)}old();`], "\t"), code);
		const tabs = lines(limits.addedIndentation / 1000, "\tcode();");
		assert.deepEqual(reindent(tabs, [`${" ".repeat(1001)}old();`], "\t"), tabs);
	});

	it("treat the whole text as one change if too many lines differ", () => {
		const before = Array.from({ length: 5000 }, (_, at) => `old ${at}`);
		const after = before.map((line) => line.replace("old", "new"));
		assert.deepEqual(hunksBetween(before, after), [{ start: 0, removed: 5000, added: after }]);
		const few = before.map((line, at) => (at % 10 === 0 ? "new" : line));
		assert.equal(hunksBetween(before, few).length, 500);
	});
});
