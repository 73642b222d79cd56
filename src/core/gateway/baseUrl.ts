import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";

/** The normalized address of a gateway. */
export interface BaseUrl {
	/** The only origin that the key is sent to. */
	readonly origin: string;
	/**
	 * Without a final slash; the paths of the operations are appended. Ends in `/v1`, unless the gateway answers
	 * elsewhere.
	 */
	readonly href: string;
	/**
	 * Whether it uses plain http to another computer, so that anyone on the network path can read along. Nothing is sent before
	 * the user has agreed to that.
	 */
	readonly insecure: boolean;
}

const operations = /\/(?:models|chat\/completions|completions|embeddings|responses)$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses an address as users paste it: `https://host`, `https://host/`, `https://host/v1`, `https://host/v1/` and the
 * full `…/v1/chat/completions` mean the same gateway; a path prefix is kept (docs/gateway-quirks.md#base-url).
 *
 * @param appendV1 false for a gateway that answers at its address as given, such as `…/v1beta/openai`.
 * @throws UserError that describes the problem with the address.
 */
export function parseBaseUrl(text: string, appendV1 = true): BaseUrl {
	const trimmed = text.trim();
	const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${defaultScheme(trimmed)}://${trimmed}`;
	const url = URL.canParse(written) ? new URL(written) : undefined;
	// A scheme in the host's place is a slip, such as `https//host`.
	if (!url || /^https?$/.test(url.hostname)) {
		throw new UserError(l10n.t("This is not an address. Enter one such as https://llm.example.org/v1."));
	}
	if (url.protocol !== "https:" && url.protocol !== "http:") {
		throw new UserError(l10n.t("The address must begin with https://."));
	}
	if (url.username || url.password) {
		throw new UserError(
			l10n.t("The address must not contain a user name or password. The key is asked for separately."),
		);
	}
	let path = withoutSlashes(withoutSlashes(withoutStops(url.pathname)).replace(operations, ""));
	if (appendV1 && !endsInV1(path)) path += "/v1";
	const insecure = url.protocol === "http:" && !isLoopback(url);
	return { origin: url.origin, href: url.origin + path, insecure };
}

/**
 * Returns the addresses to try when a gateway is connected: first with `/v1`, as almost all gateways have it, then as
 * given. Both have the same origin. An address that ends in `/v1` already is returned alone.
 *
 * @throws UserError that describes the problem with the address.
 */
export function addressesOf(text: string): readonly [BaseUrl, ...BaseUrl[]] {
	const given = parseBaseUrl(text, false);
	return endsInV1(given.href) ? [given] : [parseBaseUrl(text), given];
}

/** Returns whether an address ends in `/v1`, where every gateway is looked for first. */
export function endsInV1(address: string): boolean {
	return address.endsWith("/v1");
}

/** Returns a path without the punctuation that a sentence puts after an address. */
function withoutStops(path: string): string {
	return path.replace(/(?<![.,;])[.,;]+$/, "");
}

/** Returns a path without trailing slashes. */
function withoutSlashes(path: string): string {
	return path.replace(/(?<!\/)\/+$/, "");
}

/** Returns the scheme for an address without one: servers on the user's own computer rarely have a certificate. */
function defaultScheme(address: string): string {
	return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/.test(address) ? "http" : "https";
}

/** Returns whether the address is on this computer, where plain http reveals nothing. */
function isLoopback(url: URL): boolean {
	return loopback.test(url.hostname);
}
