import type { Answer, Question } from "../../../../src/shared/conversation";

/** Creates a question whose text is its id by default. */
export const question = (id: string, parts: Partial<Question> = {}): Question => ({
	role: "user",
	id,
	parent: null,
	text: id,
	attachments: [],
	at: 0,
	...parts,
});

/** Creates a finished answer whose text is its id by default. */
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
