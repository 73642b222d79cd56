import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { NetworkProbeError } from "../../core/base/ports";
import { probeError } from "./probeError";

/**
 * Opens a connection to a host through a proxy, using CONNECT as `fetch` does.
 *
 * @param proxy its address, including the user name and password if it requires them.
 * @throws NetworkProbeError when the proxy cannot be reached, requires authentication, or refuses the connection.
 */
export function openTunnel(proxy: string, host: string, port: number, signal: AbortSignal): Promise<Socket> {
	if (!/^https?:/i.test(proxy) || !URL.canParse(proxy)) {
		return Promise.reject(new NetworkProbeError("other", "SOCKS"));
	}
	const url = new URL(proxy);
	const request = url.protocol === "https:" ? requestHttps : requestHttp;
	const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
	const headers = {
		host: target,
		...(url.username ? { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` } : {}),
	};
	return new Promise((resolve, reject) => {
		const connecting = request({
			host: url.hostname.replace(/^\[|\]$/g, ""),
			port: url.port || (url.protocol === "https:" ? 443 : 80),
			method: "CONNECT",
			path: target,
			headers,
			agent: false,
			signal,
		});
		connecting.once("connect", ({ statusCode = 0, statusMessage = "" }, socket) => {
			if (statusCode === 200) return resolve(socket as Socket);
			socket.destroy();
			const problem = statusCode === 407 ? "proxyAuthentication" : "proxyRefused";
			reject(new NetworkProbeError(problem, `${statusCode} ${statusMessage}`.trim()));
		});
		connecting.once("error", (error) => {
			const failed = probeError(error, signal);
			reject(
				failed instanceof NetworkProbeError
					? new NetworkProbeError("proxyUnreachable", failed.message, { cause: error })
					: failed,
			);
		});
		connecting.end();
	});
}
