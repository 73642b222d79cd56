import { constants, gzipSync } from "node:zlib";
import { sseChunk, sseDone, sseEvent } from "../gateway/endpoints/sseChunk";
import { streamQuirks } from "../gateway/quirks/streams";
import type { Step } from "../gateway/script";
import type { ExpectedEnd, Fault, Stage } from "./fault";

type Steps = (stage: Stage) => readonly Step[];

function fault(name: string, steps: Steps, expected: ExpectedEnd, headers = {}): Fault {
	return {
		name,
		operations: ["stream"],
		answer: (stage) => ({ headers, chunks: steps(stage) }),
		expected: () => expected,
	};
}

const text = 'Hälf "an" ☕ answ';
const first = sseChunk('Hälf "an"') + sseChunk(" ☕ answ");
const stop = sseChunk({}, "stop");
const bytes = (data: string | Uint8Array): Step => ({ type: "bytes", data });

/** The beginning of an answer; the rest follows when the client has received it. */
const then =
	(...rest: readonly Step[]): Steps =>
	({ heard }) => [bytes(first), heard(Buffer.byteLength(first)), ...rest];

const interrupted = (reason: string, kept = text): ExpectedEnd => ({ end: "interrupted", reason, text: kept });
/** A cut within the three bytes of ☕. */
const halfCharacter = Buffer.from(sseChunk(" and ☕"));
const cutCharacter = halfCharacter.subarray(0, halfCharacter.indexOf(0xe2) + 2);
const zipped = gzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH });

/** The fixtures of real servers whose streams end with an error, under their own names. */
const fromTheWild: readonly Fault[] = streamQuirks.flatMap(({ name, script, expected }) => {
	if (!("chunks" in script) || !script.chunks) return [];
	const { chunks, headers = {} } = script;
	if ("failed" in expected) return [fault(name, () => chunks, { end: "failed", reason: expected.failed }, headers)];
	if (typeof expected.end === "string") return [];
	return [fault(name, () => chunks, interrupted(expected.end.interrupted, expected.text), headers)];
});

/** Faults in the middle of an answer that streams. */
export const streamFaults: readonly Fault[] = [
	...fromTheWild,
	fault(
		"an end within a character",
		() => [bytes(first), bytes(cutCharacter)],
		interrupted("malformed", `${text} and `),
	),
	fault(
		"a reset within a character",
		({ heard }) => [
			bytes(first),
			bytes(cutCharacter),
			heard(Buffer.byteLength(first) + cutCharacter.length),
			{ type: "reset" },
		],
		interrupted("network", `${text} and `),
	),
	fault("a reset between two events", then({ type: "reset" }), interrupted("network")),
	fault("silence between two events", then({ type: "stall" }), interrupted("timeout")),
	fault("silence after comments alone", () => [bytes(": ping\n\n"), { type: "stall" }], {
		end: "failed",
		reason: "timeout",
	}),
	fault("silence after [DONE] without an end", then(bytes(sseDone), { type: "stall" }), interrupted("malformed")),
	fault(
		"a reset after thoughts alone",
		({ heard }) => {
			const thought = sseEvent({ choices: [{ delta: { reasoning_content: "hm" } }] });
			return [bytes(thought), heard(Buffer.byteLength(thought)), { type: "reset" }];
		},
		interrupted("network", ""),
	),
	fault(
		"an error event that echoes the key",
		({ key }) => [bytes(first), bytes(sseEvent({ error: { message: `${key} has ended` } }))],
		interrupted("unavailable"),
	),
	fault(
		"raw text that echoes the key",
		({ key }) => [bytes(first), bytes(`${key} has ended\n`)],
		interrupted("malformed"),
	),
	fault(
		"an event without end",
		() => [
			bytes(first),
			...Array.from({ length: 18 }, (_, i) => bytes(`${i === 0 ? "data: " : ""}${"x".repeat(1024 * 1024)}`)),
		],
		interrupted("tooLarge"),
	),
	fault(
		"compression that breaks off",
		() => [bytes(zipped)],
		{ end: "interrupted", reason: "malformed", text },
		{ "content-encoding": "gzip" },
	),
	// Faults after the end, which the answer survives because it is already complete.
	fault("silence after the end", () => [bytes(first + stop), { type: "stall" }], { end: "complete", text }),
	fault(
		"a reset after the end",
		({ heard }) => [bytes(first + stop), heard(Buffer.byteLength(first + stop)), { type: "reset" }],
		{ end: "complete", text },
	),
	fault("raw text after the end", () => [bytes(`${first}${stop}502 Bad Gateway\n`)], { end: "complete", text }),
];
