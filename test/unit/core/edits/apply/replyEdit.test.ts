import assert from "node:assert/strict";
import { editedText, partialText } from "../../../../../src/core/edits/apply/replyEdit";
import type { EditPlace } from "../../../../../src/core/edits/locate/editPlace";
import { assertWhole, RefusedAnswer } from "../../../../../src/core/edits/parse/refusedAnswer";
import { diffReplies } from "../diffReplies";
import { elidedReplies } from "../elidedReplies";
import { fencedReplies } from "../fencedReplies";
import { cutReplies, indentedReplies } from "../indentedReplies";
import { lostKeyReplies } from "../lostKeyReplies";
import { lostReplies } from "../lostReplies";
import { partialReplies } from "../partialReplies";
import { placedReplies } from "../placedReplies";
import { better, fenced, type ReplyCase, sum, withSum } from "../replyCases";
import { shorterReplies } from "../shorterReplies";

const tables = {
	"with the final code": fencedReplies,
	"that say what changes": diffReplies,
	"that leave lines out": elidedReplies,
	"with another indentation, or with surrounding lines": indentedReplies,
	"with lines that show their place": placedReplies,
	"with a part of the lines, or all of them": partialReplies,
	"that would also remove other code": lostReplies,
	"that lack keys": lostKeyReplies,
	"with less than they replace": shorterReplies,
	"that are incomplete": cutReplies,
};

/** Returns the place that a case's document marks. */
function placeOf({ document, languageId = "typescript", indentation = "\t" }: ReplyCase): EditPlace {
	const lines = document.split("\n");
	const start = lines.findIndex((line) => line.replace("\ufeff", "").trim() === "«");
	const end = lines.findIndex((line) => line.trim() === "»");
	const mark = lines[start]?.startsWith("\ufeff") ? "\ufeff" : "";
	const text = mark + [...lines.slice(0, start), ...lines.slice(start + 1, end), ...lines.slice(end + 1)].join("\n");
	return { text, start, count: end - start - 1, languageId, path: "src/sum.ts", indentation };
}

function edited(one: ReplyCase): string | null {
	try {
		assertWhole(one.reply, one.finishReason === undefined ? "stop" : (one.finishReason ?? undefined));
		return editedText(one.reply, placeOf(one));
	} catch (error) {
		assert.ok(error instanceof RefusedAnswer, String(error));
		assert.ok(error.message.length > 20 && error.answer === one.reply);
		return null;
	}
}

/** Returns the end of the reply's first fence or search-and-replace block, or else the reply's end. */
function codeEnd(reply: string): number {
	const open = reply.search(/```|~~~|<<<<<<< /);
	const closing = /\n\s*(?:```|~~~|>>>>>>> )/g;
	closing.lastIndex = open;
	return open < 0 ? reply.length : (closing.exec(reply)?.index ?? reply.length);
}

describe("edit: replies of models", () => {
	it("are tested in at least eighty different kinds", () => {
		const names = Object.values(tables).flatMap((table) => table.map(({ name }) => name));
		assert.ok(names.length >= 80, `${names.length}`);
		assert.equal(new Set(names).size, names.length);
	});

	for (const [kind, table] of Object.entries(tables)) {
		describe(kind, () => {
			for (const one of table) {
				it(`${one.name}: ${one.expected === null ? "refused" : "applied"}`, () =>
					assert.equal(edited(one), one.expected));
			}
		});
	}

	it("are refused, complete or not, if the gateway does not report them as complete", () => {
		for (const one of Object.values(tables).flat()) {
			for (const finishReason of [null, "length", "content_filter"]) {
				assert.equal(edited({ ...one, finishReason }), null, `${one.name}: ${finishReason}`);
			}
		}
	});

	it("say whether they contain no code, or whether it is unclear which part is code", () => {
		const place = placeOf({ name: "", document: withSum(`«\n${sum}\n»`), reply: "", expected: null });
		for (const prose of [
			"It is fine.",
			"The function looks fine to me.",
			"Ce code est déjà correct, je n’y change rien.",
		])
			assert.throws(() => editedText(prose, place), /contains no code/, prose);
		assert.throws(() => editedText("let half = total / 2;", place), /unclear which part/);
	});

	it("make the whole edit or none if they are cut off within their code but reported as complete", () => {
		for (const one of Object.values(tables).flat()) {
			if (one.expected === null) continue;
			for (let length = 0; length < codeEnd(one.reply); length++) {
				const cut = edited({ ...one, reply: one.reply.slice(0, length) });
				const changes = cut !== null && cut !== placeOf(one).text;
				if (changes) assert.equal(cut, one.expected, `${one.name}, cut off at ${length}`);
			}
		}
	});

	it("show their lines over the replaced ones while they stream", () => {
		const place = placeOf({ name: "", document: withSum(`«\n${sum}\n»`), reply: "", expected: null });
		assert.equal(partialText("Here is", place), undefined);
		const [first = "", second = ""] = better.split("\n");
		assert.equal(
			partialText(`\`\`\`ts\n${first.replace("sum", "add")}\n${second.slice(0, 9)}`, place),
			withSum(sum.replace("sum", "add")),
		);
		assert.equal(partialText(fenced(better), place), withSum(better));
		assert.equal(partialText("```diff\n-a\n+b\n", place), undefined);
	});
});
