import type { Answer, Question } from "../../../../src/shared/conversation";

/** A question that asks for its own id, unless told otherwise. */
export const question = (id: string, parts: Partial<Question> = {}): Question => ({
	role: "user",
	id,
	parent: null,
	text: id,
	attachments: [],
	at: 0,
	...parts,
});

/** A finished answer that says its own id, unless told otherwise. */
export const answer = (id: string, parts: Partial<Answer> = {}): Answer => ({
	role: "assistant",
	id,
	parent: "q",
	model: "m",
	gateway: "g",
	text: id,
	reasoning: "",
	state: { type: "complete", finishReason: "stop" },
	at: 0,
	...parts,
});
