import { failureOf } from "../../src/core/gateway/errors/failure";
import { readChat } from "../../src/core/gateway/response/chatStream";
import { Attempt } from "../../src/core/gateway/transport/attempt";
import { canaryKey, collect, never, testGatewayServices, untracked } from "../unit/core/gateway/gatewayHarness";

/** The result of a chat answer, in a form that can be compared. */
export interface ReadAnswer {
	readonly text: string;
	readonly reasoning: string;
	/** The finish_reason, or the reason and the sentence of an interruption or a failure. */
	readonly end: string;
	readonly usage: unknown;
}

/** Reads an answer's body, which arrives in these pieces, like the client, without a network. */
export async function readBody(pieces: readonly Uint8Array[]): Promise<ReadAnswer> {
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
			controller.close();
		},
	});
	const attempt = new Attempt(testGatewayServices(), { operation: "chat" }, "https://g.example", canaryKey, never);
	const answer = { response: new Response(body), attempt, url: "https://g.example/v1/chat/completions" };
	return answerOf(collect(readChat(async () => answer, never, untracked)));
}

/** Collects an answer, including its failure. */
export async function answerOf(collected: ReturnType<typeof collect>): Promise<ReadAnswer> {
	try {
		const { text, reasoning, end, events } = await collected;
		const usage = events.find(({ type }) => type === "usage");
		const last =
			end?.type === "finished" ? `finished: ${end.reason}` : end?.type === "interrupted" ? told(end.cause) : "";
		return { text, reasoning, end: last, usage };
	} catch (error) {
		return { text: "", reasoning: "", end: `failed ${told(error)}`, usage: undefined };
	}
}

/** Removes the gateway's address from a sentence, because ports differ between runs. */
function told(error: unknown): string {
	const { reason, message } = failureOf(error);
	return `${reason}: ${message.replace(/https?:\/\/[^/ ]+/g, "GATEWAY")}`;
}
