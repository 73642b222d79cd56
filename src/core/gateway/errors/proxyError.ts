import * as l10n from "@vscode/l10n";
import { ownField } from "../../../shared/untrusted/ownField";
import { GatewayError } from "../gatewayError";
import { codeOf, fieldOf } from "./errorChain";

/**
 * Returns the error of a proxy in front of the gateway; `undefined` if none seems to be the cause.
 *
 * VS Code's `fetch` is undici's: a tunnel that the proxy refuses is reported as an `AbortError`, so this must be
 * checked before cancellation. An address other than the gateway's can only be the proxy's.
 *
 * @param chain of errors, the outermost first.
 */
export function proxyError(chain: readonly unknown[], origin: string): GatewayError | undefined {
	const message = refusedTunnel(chain, origin) ?? unreachableProxy(chain, origin) ?? distrustedProxy(chain);
	return message === undefined ? undefined : new GatewayError("proxy", message, undefined, { cause: chain[0] });
}

/** Returns the message for a status that comes from a proxy instead of the gateway. */
function refusal(status: number, origin: string): string {
	if (status === 407) {
		return l10n.t(
			"The proxy requires a user name and a password, or refuses the ones it was given (status {0}). Enter them in the setting “http.proxy”, as in http://user:password@proxy.example.org:8080.",
			status,
		);
	}
	if (status < 500 && status !== 404) {
		return l10n.t(
			"The proxy does not allow requests to {0} (status {1}). Ask the proxy's administrator. If the gateway can be reached without it, add its host to the setting “http.noProxy”.",
			origin,
			status,
		);
	}
	return l10n.t(
		"The proxy cannot reach {0} (status {1}). Check the address. If the gateway can be reached without the proxy, add its host to the setting “http.noProxy”.",
		origin,
		status,
	);
}

const statusOfChromium: Readonly<Record<string, number>> = {
	"net::ERR_PROXY_AUTH_REQUESTED": 407,
	"net::ERR_PROXY_AUTH_UNSUPPORTED": 407,
	"net::ERR_TUNNEL_CONNECTION_FAILED": 502,
};

function refusedTunnel(chain: readonly unknown[], origin: string): string | undefined {
	for (const error of chain) {
		if (!(error instanceof Error)) continue;
		const status = statusOf(error);
		if (status !== undefined) return refusal(status, origin);
	}
	return undefined;
}

/**
 * Parses undici's messages: "Proxy response (407) !== 200 when HTTP Tunneling", "Proxy Authentication Required (407)".
 */
function statusOf(error: Error): number | undefined {
	const said = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message)?.[1];
	return said === undefined ? ownField(statusOfChromium, codeOf(error) ?? "") : Number(said);
}

function unreachableProxy(chain: readonly unknown[], origin: string): string | undefined {
	for (const error of chain) {
		const code = codeOf(error);
		if (code === undefined) continue;
		const proxy = code === "net::ERR_PROXY_CONNECTION_FAILED" ? "http.proxy" : otherAddress(error, origin);
		if (proxy !== undefined) {
			return l10n.t(
				"The proxy cannot be reached ({0}: {1}). Check the setting “http.proxy” and the network.",
				proxy,
				code,
			);
		}
	}
	return undefined;
}

/**
 * Returns the address that could not be reached, if it is not the origin's. A host that was not found is compared by
 * its name; an address only by its port, because a host can have several addresses.
 */
function otherAddress(error: unknown, origin: string): string | undefined {
	const url = new URL(origin);
	const host = fieldOf(error, "hostname");
	if (host !== undefined) return host === url.hostname ? undefined : String(host);
	const timedOut = /\(attempted address(?:es)?: ([^\s,)]+)/.exec(error instanceof Error ? error.message : "")?.[1];
	const address = timedOut ?? `${fieldOf(error, "address")}:${fieldOf(error, "port")}`;
	const port = /:(\d+)$/.exec(address)?.[1];
	const ownPort = url.port || (url.protocol === "https:" ? "443" : "80");
	return port === undefined || port === ownPort ? undefined : address;
}

/** Returns the message for a proxy whose certificate is for another name, by undici's code for it. */
function distrustedProxy(chain: readonly unknown[]): string | undefined {
	if (!chain.some((error) => codeOf(error) === "UND_ERR_PRX_TLS")) return undefined;
	return l10n.t("The certificate of the proxy is for another name. Check the setting “http.proxy”.");
}
