import { type ChatModel, lastUserText } from "../model";

/** Repeats the last `user` message exactly. */
export const demoEcho: ChatModel = {
	kind: "chat",
	id: "demo-echo",
	description: "A stand-in, not a language model: says back what it was sent.",
	contextLength: 32768,
	answer: ({ messages }) => lastUserText(messages),
};
