import * as l10n from "@vscode/l10n";
import type { Redactor } from "../../base/knownKeys";
import { GatewayError, shortened } from "../gatewayError";
import type { Attempt } from "./attempt";

/** A request without the headers of its gateway. */
interface FetchInit {
	readonly method?: string;
	/** By names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | null;
}

const allowedHeaders = ["content-type", "accept"];
const mostRedirects = 5;
const encoder = new TextEncoder();

/**
 * Sends a request with the only `fetch` that Gatehouse's requests use. It sends the key, where there is one, to the
 * gateway's origin only, follows redirects only within it, and allows only the headers Authorization, Content-Type and
 * Accept, and the extra headers of the settings: the openai package adds its own, and takes some from the environment
 * (`OPENAI_CUSTOM_HEADERS`), which cannot be turned off in any other way.
 *
 * The global `fetch` is looked up for each request, because VS Code replaces it with one that supports proxies and
 * certificates.
 */
export async function gatewayFetch(attempt: Attempt, address: string, init: FetchInit): Promise<Response> {
	const { origin, key } = attempt;
	let url = new URL(address);
	if (url.origin !== origin) {
		throw new GatewayError(
			"redirected",
			l10n.t("A request to {0} was stopped: the key is only for {1}.", shortened(url.origin), origin),
		);
	}
	const headers: Record<string, string> = { ...attempt.headers };
	if (key !== "") headers.authorization = `Bearer ${key}`;
	for (const name of allowedHeaders) {
		const value = init.headers[name];
		if (value !== undefined) headers[name] = value;
	}
	const method = init.method?.toUpperCase() ?? "GET";
	const body = init.body ?? null;
	const bytesOut = body === null ? 0 : encoder.encode(body).length;
	for (let redirects = 0; ; redirects++) {
		attempt.sending(method, url, bytesOut);
		const response = await globalThis.fetch(url, {
			method,
			headers,
			body,
			signal: attempt.signal,
			redirect: "manual",
		});
		attempt.answered(response.status);
		if (response.status < 300 || response.status > 399) return response;
		const location = response.headers.get("location");
		if (location === null) return response;
		// Cancelling may never settle, just like a read.
		response.body?.cancel().catch(() => undefined);
		url = redirectTarget({
			location,
			from: url,
			status: response.status,
			method,
			redirects,
			redact: attempt.redact,
		});
	}
}

interface Redirect {
	readonly location: string;
	readonly from: URL;
	readonly status: number;
	readonly method: string;
	readonly redirects: number;
	/** For the addresses in messages: a gateway may redirect to one that contains the key. */
	readonly redact: Redactor;
}

/** @throws GatewayError when a redirect leaves the origin, would lose the question, or is one too many. */
function redirectTarget({ location, from, status, method, redirects, redact }: Redirect): URL {
	const named = ({ href }: URL) => shortened(redact(href));
	if (!URL.canParse(location, from)) {
		throw new GatewayError(
			"wrongAddress",
			l10n.t("{0} sends an invalid redirect. Is the address right?", named(from)),
			status,
		);
	}
	const target = new URL(location, from);
	if (target.origin !== from.origin) {
		throw new GatewayError(
			"redirected",
			l10n.t(
				"{0} redirects to {1}. The key was not sent there. If that is your gateway's new address, connect to it.",
				from.origin,
				shortened(redact(target.origin)),
			),
			status,
		);
	}
	// Only 307 and 308 preserve the method POST; with the others, the question would be lost.
	const keepsMethod = method === "GET" || status === 307 || status === 308;
	if (!keepsMethod || redirects >= mostRedirects) {
		const message = l10n.t("{0} redirects to {1}. Is the address right?", named(from), named(target));
		throw new GatewayError("wrongAddress", message, status);
	}
	return target;
}
