import assert from "node:assert/strict";
import { isCutOff } from "../../../../../src/core/edits/parse/cutOffCode";
import type { Answer, AnswerState } from "../../../../../src/shared/conversation";

const answer = (text: string, state: AnswerState): Answer => ({
	role: "assistant",
	id: "a",
	parent: "q",
	model: "m",
	gateway: "G",
	text,
	reasoning: "",
	state,
	at: 0,
});
const complete = (finishReason: string): AnswerState => ({ type: "complete", finishReason });
const states: readonly AnswerState[] = [
	{ type: "streaming" },
	{ type: "stopped" },
	{ type: "interrupted", message: "gone" },
	complete("length"),
];

describe("code block: recognized as cut off", () => {
	it("if no fence closes it, and the answer is incomplete", () => {
		for (const state of states)
			assert.equal(isCutOff("one\ntwo", [answer("Hi\n```\none\ntwo", state)]), true, state.type);
		assert.equal(isCutOff("one\ntwo", [answer("Hi\n```\none\ntwo", complete("stop"))]), false);
	});

	it("if it was shown before its rest arrived", () => {
		assert.equal(isCutOff("one", [answer("```\none\ntwo\n```", complete("stop"))]), true);
		assert.equal(isCutOff("one", [answer("```\none\ntwo\n```\n```\none\n```", complete("stop"))]), false);
	});

	it("if it is not found in the answer, and the answer is incomplete", () => {
		const hidden = ["Hi\n\n    one\n    tw", "> ```\n> one\n> tw", "- ```\n  one\n  tw"];
		for (const text of hidden) {
			for (const state of states) assert.equal(isCutOff("one\ntw", [answer(text, state)]), true, text);
			assert.equal(isCutOff("one\ntw", [answer(text, complete("stop"))]), false, text);
		}
	});

	it("but not if a fence closes it, even if the answer is cut off after it", () => {
		for (const state of states)
			assert.equal(isCutOff("one\n", [answer("```\none\n```\nAnd", state)]), false, state.type);
	});
});
