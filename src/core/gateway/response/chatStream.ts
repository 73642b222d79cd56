import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { ChatEvent } from "../gateway";
import { GatewayError } from "../gatewayError";
import type { KeyTracking } from "../gatewayKey";
import type { CallAssembler } from "../tools/callAssembler";
import type { Attempt } from "../transport/attempt";
import { BodyReader } from "../transport/bodyReader";
import { AnswerReader, endedEarly } from "./answerReader";
import { Utf8Decoder } from "./utf8Decoder";

/** An answer whose headers have arrived. */
export interface OpenAnswer {
	readonly response: Response;
	readonly attempt: Attempt;
	readonly url: string;
	/** Learns from an error that arrives instead of the answer, or within it. */
	readonly learnFrom?: (error: GatewayError) => Promise<void>;
}

/**
 * Reads a chat answer while it streams. It is complete only if a chunk contained a `finish_reason`; neither `[DONE]`
 * nor a clean end proves that (docs/gateway-quirks.md#complete-answers): everything else ends as `interrupted`.
 *
 * A single generator, because passing an event through another one takes as much time as reading it.
 *
 * @param open sends the request.
 * @param key tracks what the answer shows about the key.
 * @param calls receives the answer's tool calls; absent where no tools are offered.
 * @throws GatewayError when the answer breaks off, or turns out not to be one, before any of its text arrived.
 */
export async function* readChat(
	open: () => Promise<OpenAnswer>,
	user: AbortSignal,
	key: KeyTracking,
	calls?: CallAssembler,
): AsyncGenerator<ChatEvent> {
	let answer: OpenAnswer;
	try {
		answer = await open();
	} catch (error) {
		if (user.aborted) return;
		key.failed(error);
		throw error;
	}
	const { response, attempt } = answer;
	const reader = new AnswerReader(answer, calls);
	const body = new BodyReader(response.body, attempt.signal);
	const decoder = new Utf8Decoder();
	let begun = false;
	let bytes = 0;
	let failure: GatewayError | undefined;
	let ended = false;
	try {
		while (!reader.done && !reader.failure) {
			const { done, value } = await body.read();
			ended = done;
			if (done) break;
			attempt.received(value.length);
			bytes += value.length;
			if (bytes > gatewayLimits.answerBytes) reader.overflow();
			else reader.push(decoder.decode(value));
			for (const event of reader.take()) {
				begun ||= event.type !== "usage";
				key.answered();
				yield event;
			}
			// Usage and text may follow the chunk with the reason, so the end is kept until the stream ends.
			attempt.finishing(reader.isEnding);
		}
	} catch (thrown) {
		// After a valid end, an error no longer matters.
		if (!reader.isWhole) failure = attempt.error(thrown);
		ended = true;
	} finally {
		// After `[DONE]`, the connection is kept open only so that the next question can use it.
		if (ended || !reader.done) {
			attempt.end(failure);
			body.cancel();
		} else void drain(body, attempt);
	}
	reader.end();
	for (const event of reader.take()) {
		begun ||= event.type !== "usage";
		key.answered();
		yield event;
	}
	if (reader.finished && !failure) {
		key.answered();
		return yield reader.finished;
	}
	if (user.aborted) return;
	const cause = failure ?? reader.failure ?? new GatewayError("malformed", endedEarly());
	key.failed(cause);
	await answer.learnFrom?.(cause);
	if (!begun) throw cause;
	yield { type: "interrupted", cause };
}

/**
 * Reads a body to its end, so that its connection can be reused; closes a connection that stays open or sends too much.
 */
async function drain(body: BodyReader, attempt: Attempt): Promise<void> {
	attempt.finishing(true);
	try {
		for (let bytes = 0; bytes <= gatewayLimits.trailingBytes; ) {
			const { done, value } = await body.read();
			if (done) return;
			bytes += value.length;
		}
	} catch {
		// The answer was already complete.
	} finally {
		body.cancel();
		attempt.end();
	}
}
