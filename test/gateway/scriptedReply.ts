import { sseChunk, sseDone } from "./endpoints/sseChunk";
import type { Script } from "./script";

/** A script that has the next question answered with this text, in one go. */
export function scriptedReply(text: string, finishReason = "stop"): Script {
	const data = [sseChunk(text), sseChunk({}, finishReason), sseDone].join("");
	return { match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] };
}
