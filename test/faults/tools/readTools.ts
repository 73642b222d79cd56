import type { Capabilities } from "../../../src/core/gateway/capabilities/capabilities";
import type { ChatEvent } from "../../../src/core/gateway/gateway";
import { readChat } from "../../../src/core/gateway/response/chatStream";
import { toolChat } from "../../../src/core/gateway/toolChat";
import { Attempt } from "../../../src/core/gateway/transport/attempt";
import { canaryKey, never, question, testGatewayServices, untracked } from "../../unit/core/gateway/gatewayHarness";
import { caseTools, type ExpectedCall, type ToolCase } from "./toolCase";

/** The result of an answer with tools. */
export interface ReadTools {
	readonly text: string;
	readonly reasoning: string;
	readonly calls: readonly ExpectedCall[];
	readonly end: string;
	readonly learned: string;
	/** The texts as they were forwarded. */
	readonly pieces: readonly string[];
	readonly ids: readonly string[];
}

/** Shared by all reads, because creating them would take most of the time of reading a split body. */
const services = testGatewayServices();

/** Reads the body of an answer to a request with tools, which arrives in these pieces, like the client. */
export async function readTools(pieces: readonly Uint8Array[], { rung }: Pick<ToolCase, "rung">): Promise<ReadTools> {
	const can: Capabilities = rung === undefined ? {} : { toolRung: rung };
	let learned = "none";
	const events = toolChat(
		{ ...question("What is the weather?"), tools: caseTools },
		{
			read: (withRung, calls) => {
				withRung(can);
				return readChat(async () => answerWith(pieces), never, untracked, calls);
			},
			recordRung: (each) => {
				learned = each;
			},
			random: () => 0.5,
		},
	);
	return { ...(await collectTools(events)), learned };
}

function answerWith(pieces: readonly Uint8Array[]) {
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
			controller.close();
		},
	});
	const attempt = new Attempt(services, { operation: "chat" }, "https://g.example", canaryKey, never);
	return { response: new Response(body), attempt, url: "https://g.example/v1/chat/completions" };
}

export async function collectTools(events: AsyncIterable<ChatEvent>): Promise<Omit<ReadTools, "learned">> {
	let [text, reasoning, end] = ["", "", ""];
	const calls: ExpectedCall[] = [];
	const pieces: string[] = [];
	const ids: string[] = [];
	try {
		for await (const event of events) {
			if (event.type === "text") {
				text += event.text;
				pieces.push(event.text);
			} else if (event.type === "reasoning") reasoning += event.text;
			else if (event.type === "wasReasoning") [text, reasoning] = ["", reasoning + text];
			else if (event.type === "toolCall") {
				calls.push([event.call.name, event.call.arguments]);
				ids.push(event.call.id);
			} else if (event.type === "finished") end = event.reason;
			else if (event.type === "interrupted") end = "interrupted";
		}
	} catch {
		end = "failed";
	}
	return { text, reasoning, calls, end, pieces, ids };
}
