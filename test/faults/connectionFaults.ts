import { sseChunk } from "../gateway/endpoints/sseChunk";
import type { Step } from "../gateway/script";
import { type ExpectedEnd, type Fault, isChat, type OperationName, operationNames, type Stage } from "./fault";

/** The part of an answer that arrives before its connection fails. */
const begun: Readonly<Record<OperationName, string>> = {
	models: '{"object":"list","data":[{"id":"demo-chat"},{"id":"de',
	completion: '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hälf \\"an\\" ☕ answ',
	stream: sseChunk('Hälf "an"') + sseChunk(" ☕ answ"),
	embeddings: '{"data":[{"index":0,"embedding":[0.125,',
};
const begunText = 'Hälf "an" ☕ answ';

const types: Readonly<Record<OperationName, string>> = {
	models: "application/json",
	completion: "application/json",
	stream: "text/event-stream",
	embeddings: "application/json",
};

function fault(name: string, steps: (stage: Stage) => readonly Step[], expected: Fault["expected"]): Fault {
	const answer = (stage: Stage) => ({
		headers: { "content-type": types[stage.operation] },
		chunks: steps(stage),
	});
	return { name, operations: operationNames, answer, expected };
}

/** Returns a fault before the first byte of the body, when no text can have arrived. */
function before(name: string, steps: (stage: Stage) => readonly Step[], end: Omit<ExpectedEnd, "end">): Fault {
	return fault(name, steps, () => ({ end: "failed", ...end }));
}

/**
 * Returns a fault before the head, on a new connection. The gateway may have received a question by then, so only
 * requests without a question are retried.
 */
function unanswered(name: string, ...steps: readonly Step[]): Fault {
	return fault(
		name,
		() => steps,
		(operation) => ({
			end: "failed",
			reason: "network",
			requests: operation === "models" ? 4 : 1,
			// Half a head shows that the gateway exists.
			keptRequests: operation === "models" || steps.length === 1 ? 4 : 1,
		}),
	);
}

/** Returns a fault in the middle of the body: a chat keeps the text that has arrived, and nothing is sent again. */
function amid(name: string, last: readonly Step[], reason: string): Fault {
	const steps = ({ operation, heard }: Stage): Step[] => [
		{ type: "bytes", data: begun[operation] },
		heard(Buffer.byteLength(begun[operation])),
		...last,
	];
	// A gateway that has begun to answer has been reached.
	const says = reason === "timeout" ? /sent nothing for/ : /was lost in the middle/;
	return fault(name, steps, (operation) =>
		isChat(operation) ? { end: "interrupted", reason, says, text: begunText } : { end: "failed", reason, says },
	);
}

const raw = (data: string | Uint8Array): Step => ({ type: "raw", data });
const head: Step = { type: "head" };
const close: Step = { type: "close" };
const reset: Step = { type: "reset" };
const stall: Step = { type: "stall" };
const broken = { reason: "network" };

/** Faults below HTTP, or in its framing. */
export const connectionFaults: readonly Fault[] = [
	{
		name: "nobody listens",
		operations: operationNames,
		answer: () => "gone",
		expected: () => ({ end: "failed", reason: "network" }),
	},
	unanswered("closed without an answer", close),
	unanswered("reset before the head", reset),
	unanswered("half a head, then closed", raw("HTTP/1.1 200 OK\r\ncontent-ty"), close),
	unanswered("half a head, then reset", raw("HTTP/1.1 200 OK\r\ncontent-ty"), reset),
	before("silence before the head", () => [stall], { reason: "timeout" }),
	before("silence in the head", () => [raw("HTTP/1.1 200 OK\r\ncontent-ty"), stall], { reason: "timeout" }),
	before("silence after the head", () => [head, stall], { reason: "timeout" }),
	before("reset after the head", ({ headSeen }) => [head, headSeen, reset], broken),
	before("closed after the head", ({ headSeen }) => [head, headSeen, close], broken),
	before("another protocol", () => [raw("SSH-2.0-OpenSSH_9.6\r\n"), close], broken),
	before("a port that speaks TLS", () => [raw(Uint8Array.of(0x15, 3, 3, 0, 2, 2, 0x46)), close], broken),
	before("a port that speaks HTTP/2 alone", () => [raw(Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0)), close], broken),
	before("a head without end", () => [raw(`HTTP/1.1 200 OK\r\nx-filler: ${"x".repeat(40_000)}`), close], broken),
	amid("reset in the middle", [reset], "network"),
	amid("closed in the middle", [close], "network"),
	amid("silence in the middle", [stall], "timeout"),
	amid("a chunk's length that is none", [raw("zz\r\n"), close], "network"),
];
