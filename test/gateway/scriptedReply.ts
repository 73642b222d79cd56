import { sseChunk, sseDone } from "./endpoints/sseChunk";
import type { Script } from "./script";

/** Returns a script that answers the next question with this text, in one piece. */
export function scriptedReply(text: string, finishReason = "stop"): Script {
	const data = [sseChunk(text), sseChunk({}, finishReason), sseDone].join("");
	return { match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] };
}

/** Returns a script that answers the next question with a call of a tool. */
export function scriptedCall(name: string, given: object): Script {
	const call = { index: 0, id: name, type: "function", function: { name, arguments: JSON.stringify(given) } } as const;
	const data = [sseChunk({ tool_calls: [call] }), sseChunk({}, "tool_calls"), sseDone].join("");
	return { match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] };
}
