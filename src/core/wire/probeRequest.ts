import { gatewayLimits } from "../../shared/untrusted/limits";
import { Attempt, type AttemptPorts } from "./attempt";
import type { BaseUrl } from "./baseUrl";
import { BodyReader } from "./bodyReader";
import { looksLikeHtml } from "./errorText";
import type { GatewayError } from "./gatewayError";
import { shortened } from "./gatewayError";
import { gatewayFetch } from "./gatewayFetch";
import { htmlError, responseError } from "./responseError";

/** One raw request of the doctor's. */
interface ProbeRequest {
	readonly base: BaseUrl;
	readonly key: string;
	/** The full address; the gateway's own origin. */
	readonly url: string;
	/** Sent as JSON with POST; without one it is a GET. */
	readonly body?: unknown;
}

/** An answer as it came over the network. */
export interface ProbeAnswer {
	readonly url: string;
	readonly status: number;
	readonly contentType: string;
	/** What the server's clock said, and what ours did then; milliseconds since the epoch. */
	readonly serverTime?: number;
	readonly receivedAt: number;
	/** The body with the key taken out; empty where the answer is an error. */
	readonly body: string;
	/** The body in the pieces in which it arrived, each with the milliseconds since the request was sent. */
	readonly pieces: readonly ProbePiece[];
	/** What the answer stands for when it is no success: a status without success, or a web page. */
	readonly error?: GatewayError;
}

/** Some bytes of an answer, read together. */
interface ProbePiece {
	readonly at: number;
	readonly bytes: Uint8Array;
}

/**
 * One request through the guarded `fetch`, never tried again nor corrected, with everything of its answer that the doctor
 * looks at. An answer without success is an answer here.
 *
 * @throws GatewayError when none came, or it led to another origin.
 */
export async function probeRequest(
	{ base, key, url, body }: ProbeRequest,
	ports: AttemptPorts,
	signal: AbortSignal,
): Promise<ProbeAnswer> {
	const { clock } = ports;
	const begun = clock.now();
	const attempt = new Attempt(ports, { operation: "check" }, base.origin, key, signal);
	let failure: GatewayError | undefined;
	try {
		const response = await gatewayFetch(attempt)(url, {
			...(body === undefined
				? { headers: { accept: "application/json" } }
				: { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
		});
		const receivedAt = clock.now();
		const date = Date.parse(response.headers.get("date") ?? "");
		const head = {
			url: attempt.urlOf(response, url),
			status: response.status,
			contentType: shortened(response.headers.get("content-type") ?? ""),
			...(Number.isNaN(date) ? {} : { serverTime: date }),
			receivedAt,
		};
		if (!response.ok) {
			failure = await responseError(response, head.url, attempt);
			return { ...head, body: "", pieces: [], error: failure };
		}
		const pieces = await readPieces(response, attempt, () => clock.now() - begun);
		const text = attempt.redact(decode(pieces));
		if (looksLikeHtml(text)) failure = htmlError(head.url, head.status);
		return { ...head, body: text, pieces, ...(failure ? { error: failure } : {}) };
	} catch (thrown) {
		failure = attempt.error(thrown);
		throw failure;
	} finally {
		attempt.end(failure);
	}
}

async function readPieces(response: Response, attempt: Attempt, now: () => number): Promise<ProbePiece[]> {
	const pieces: ProbePiece[] = [];
	let length = 0;
	const body = new BodyReader(response.body, attempt.signal);
	try {
		while (length <= gatewayLimits.probeBytes && pieces.length < gatewayLimits.probePieces) {
			const { done, value: bytes } = await body.read();
			if (done) break;
			attempt.received(bytes.length);
			pieces.push({ at: now(), bytes });
			length += bytes.length;
		}
	} finally {
		body.cancel();
	}
	return pieces;
}

function decode(pieces: readonly ProbePiece[]): string {
	const decoder = new TextDecoder();
	return pieces.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
}
