import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { BaseUrl } from "../baseUrl";
import { looksLikeHtml } from "../errors/errorText";
import type { GatewayError } from "../gatewayError";
import { shortened } from "../gatewayError";
import type { ReportedLimits } from "../limits/reportedLimits";
import { htmlError, responseError } from "../response/responseError";
import { Attempt, type AttemptPorts, extraHeaderFields } from "../transport/attempt";
import { BodyReader } from "../transport/bodyReader";
import { gatewayFetch } from "../transport/gatewayFetch";

/** A raw request of the doctor. */
interface ProbeRequest {
	readonly base: BaseUrl;
	readonly key: string;
	/** The full URL, at the gateway's own origin. */
	readonly url: string;
	/** Sent as JSON with POST; without a body, the request is a GET. */
	readonly body?: unknown;
	/** Number of bytes after which the rest of the answer is not read; by default, `gatewayLimits.probeBytes`. */
	readonly mostBytes?: number;
}

/** An answer as it arrived over the network. */
export interface ProbeAnswer {
	readonly url: string;
	readonly status: number;
	readonly contentType: string;
	/** The time of the server's clock, and of ours at that moment; in milliseconds since the epoch. */
	readonly serverTime?: number;
	readonly receivedAt: number;
	/** The body without the key; empty if the answer is an error. */
	readonly body: string;
	/** The pieces in which the body arrived, each with its time in milliseconds since the request was sent. */
	readonly pieces: readonly ProbePiece[];
	/** The error that the answer stands for, if it is not a success: an error status, or a web page. */
	readonly error?: GatewayError;
}

/** Bytes of an answer that were read together. */
interface ProbePiece {
	readonly at: number;
	readonly bytes: Uint8Array;
}

/**
 * Sends one request through the guarded `fetch`, without retries and corrections, and returns everything that the
 * doctor needs from the answer. Here, an error status is an answer too.
 *
 * @throws GatewayError when there was no answer, or it led to another origin.
 */
export async function probeRequest(
	{ base, key, url, body, mostBytes = gatewayLimits.probeBytes }: ProbeRequest,
	ports: AttemptPorts & { readonly limits: ReportedLimits },
	signal: AbortSignal,
): Promise<ProbeAnswer> {
	const { clock } = ports;
	const begun = clock.now();
	const extra = await extraHeaderFields(ports, base.origin, key);
	const attempt = new Attempt(ports, { operation: "check" }, base.origin, key, signal, extra);
	let failure: GatewayError | undefined;
	try {
		const request =
			body === undefined
				? { headers: { accept: "application/json" } }
				: { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
		const response = await ports.limits.sending(base.origin, key, "check", () => gatewayFetch(attempt, url, request));
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
		const pieces = await readPieces(response, attempt, () => clock.now() - begun, mostBytes);
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

async function readPieces(
	response: Response,
	attempt: Attempt,
	now: () => number,
	mostBytes: number,
): Promise<ProbePiece[]> {
	const pieces: ProbePiece[] = [];
	let length = 0;
	const body = new BodyReader(response.body, attempt.signal);
	try {
		while (length <= mostBytes && pieces.length < gatewayLimits.probePieces) {
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
