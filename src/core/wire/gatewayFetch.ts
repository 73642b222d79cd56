import * as l10n from "@vscode/l10n";
import { GatewayError } from "./gatewayError";

const allowedHeaders = ["content-type", "accept"];

/**
 * The only `fetch` that Gatehouse's requests go through. It sends the key to the gateway's origin alone, follows
 * redirects only within it, and lets no header pass but Authorization, Content-Type and Accept: the openai package adds
 * its own, and takes some from the environment (`OPENAI_CUSTOM_HEADERS`) that nothing else can switch off.
 *
 * The global `fetch` is looked up at each request, for VS Code replaces it with one that knows proxies and certificates.
 */
export function gatewayFetch(origin: string, key: string): typeof fetch {
	return async (input, init) => {
		let url = new URL(input instanceof Request ? input.url : input);
		if (url.origin !== origin) {
			throw new GatewayError(
				"redirected",
				l10n.t("A request to {0} was stopped: the key is for {1} alone.", url.origin, origin),
			);
		}
		const given = new Headers(init?.headers);
		const headers = new Headers({ authorization: `Bearer ${key}` });
		for (const name of allowedHeaders) {
			const value = given.get(name);
			if (value !== null) headers.set(name, value);
		}
		const method = init?.method ?? "GET";
		for (let redirects = 0; ; redirects++) {
			const response = await globalThis.fetch(url, {
				method,
				headers,
				body: init?.body ?? null,
				signal: init?.signal ?? null,
				redirect: "manual",
			});
			const location = response.headers.get("location");
			if (response.status < 300 || response.status > 399 || location === null) return response;
			await response.body?.cancel();
			const target = new URL(location, url);
			if (target.origin !== origin) {
				throw new GatewayError(
					"redirected",
					l10n.t(
						"{0} redirects to {1}. The key was not sent there. If that is your gateway's new address, connect to it.",
						origin,
						target.origin,
					),
					response.status,
				);
			}
			// Only 307 and 308 keep a POST a POST; after the others the question would be lost on the way.
			const keepsMethod = method === "GET" || response.status === 307 || response.status === 308;
			if (!keepsMethod || redirects >= 5) {
				throw new GatewayError(
					"wrongAddress",
					l10n.t("{0} redirects to {1}. Is the address right?", url.href, target.href),
					response.status,
				);
			}
			url = target;
		}
	};
}
