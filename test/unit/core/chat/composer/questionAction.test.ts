import assert from "node:assert/strict";
import {
	prepareQuestion,
	type QuestionAction,
	questionToSend,
} from "../../../../../src/core/chat/composer/questionAction";

const explain: QuestionAction = {
	suggestion: { id: "explain", label: "explain", detail: "", icon: "lightbulb" },
	prepare: async (instruction) => ({ text: `Explain. [${instruction}]`, attachments: [] }),
};
const prepared = async (text: string) => (await prepareQuestion(text, async () => [explain])).text;

describe("composer: a question that begins with an action", () => {
	it("is prepared by the action, with the rest of the text as its instruction", async () => {
		assert.equal(await prepared("/explain"), "Explain. []");
		assert.equal(await prepared(" /explain  the loop\nand why "), "Explain. [the loop\nand why]");
		assert.equal(await prepared("/explain\nthe loop"), "Explain. [the loop]");
	});

	it("goes to the requested model, even if an action carries it out by itself", async () => {
		const carriedOut: (string | undefined)[] = [];
		const tidy: QuestionAction = {
			...explain,
			suggestion: { ...explain.suggestion, id: "tidy" },
			send: async (_instruction, model) => void carriedOut.push(model),
		};
		const send = (text: string, model?: string) => questionToSend(text, async () => [explain, tidy], model);
		assert.equal((await send("/explain", "other"))?.model, "other");
		assert.equal((await send("Why?", "other"))?.model, "other");
		assert.equal((await send("Why?"))?.model, undefined);
		assert.equal(await send("/tidy", "other"), undefined);
		assert.deepEqual(carriedOut, ["other"]);
	});

	it("is sent as it is if no action has that name", async () => {
		for (const text of ["/etc/hosts is empty?", "/explainer", "explain", "see /explain", "/", "/ explain"]) {
			assert.equal(await prepared(text), text);
		}
	});
});
