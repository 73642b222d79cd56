import type { Snapshot } from "../../src/shared/chatProtocol";
import type { Answer, Message } from "../../src/shared/conversation";

/** Returns the snapshot with which the panel's page shows these messages without VS Code. */
export function snapshotOf(messages: readonly Message[], conversation = "c"): Snapshot {
	return {
		connection: { gateway: "Gateway", model: "model", models: [] },
		limits: { known: [], low: null },
		conversation,
		messages,
		parameters: { own: {}, settings: {} },
		context: { attachments: [], tokens: 0, limit: null, room: null, estimate: true, leftOut: [] },
		openFile: null,
		queue: { questions: [], pause: null },
		deletedQuestion: null,
		deletedConversation: null,
		agent: { on: false, refusal: null, tools: { count: 0, tokens: 0 }, changes: null },
		l10n: null,
		language: "en",
	};
}

/** Returns an answer with this text, complete or still streaming. */
export function answerOf(id: string, text: string, complete: boolean): Answer {
	const state = complete ? ({ type: "complete", finishReason: "stop" } as const) : ({ type: "streaming" } as const);
	return { role: "assistant", id, parent: "q", model: "model", gateway: "Gateway", text, reasoning: "", state, at: 0 };
}
