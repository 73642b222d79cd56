import { subscribe } from "node:diagnostics_channel";
import type { ConnectionWatch } from "../../core/base/ports";

/** The part of a message on undici's diagnostics channels that is used here; undici implements Node's `fetch`. */
interface UndiciMessage {
	readonly request?: { readonly origin?: unknown; readonly path?: unknown; readonly method?: unknown };
	readonly socket?: { readonly bytesRead: number };
}

interface Watcher {
	readonly method: string;
	readonly url: URL;
	readonly listener: Parameters<ConnectionWatch["watch"]>[2];
	/** undici's object for this request, once seen: another window or feature may send a request to the same address. */
	request?: object;
	/** How the request was sent, once it was. */
	sent?: Departure;
}

/** The connection on which a request was sent. */
interface Departure {
	readonly socket: NonNullable<UndiciMessage["socket"]>;
	/** Whether an earlier request was sent on it too. */
	readonly kept: boolean;
	/** Bytes read from the connection by then. */
	readonly bytesRead: number;
	/** The time of sending, from `performance.now()`. */
	readonly at: number;
}

/**
 * Time within which a connection that the server had given up closes after it is reused for a request, in milliseconds:
 * one round trip. A server that accepts the request and fails later has already worked on it. undici does not
 * distinguish the two: the error, the bytes written and the system's error code are the same.
 */
const closesWithin = 250;

/**
 * Reports the progress of requests, from undici's diagnostics channels (nodejs.org, "Diagnostics Channel"; undici's
 * DiagnosticsChannel.md). VS Code's own `fetch` in the extension host is undici's too.
 */
export function connectionWatch(): ConnectionWatch {
	const watchers = new Set<Watcher>();
	const used = new WeakSet<object>();
	const created = (message: unknown) => {
		const { request } = message as UndiciMessage;
		for (const watcher of watchers) {
			const { method, url, listener } = watcher;
			const fits = request?.origin === url.origin && request.method === method;
			if (!fits || watcher.request || request.path !== url.pathname + url.search) continue;
			watcher.request = request;
			listener.connecting();
			return;
		}
	};
	const sent = (message: unknown) => {
		const { request, socket } = message as UndiciMessage;
		const kept = socket !== undefined && used.has(socket);
		if (socket) used.add(socket);
		for (const watcher of watchers) {
			if (watcher.request !== request) continue;
			if (socket) watcher.sent = { socket, kept, bytesRead: socket.bytesRead, at: performance.now() };
			watcher.listener.connected();
		}
	};
	let listening = false;
	return {
		watch(method, url, listener) {
			const watcher: Watcher = { method, url, listener };
			watchers.add(watcher);
			if (!listening) {
				// Subscribed once and for all: the first and the last subscriber change the channel's prototype, which undoes
				// the engine's optimizations of `fetch`. That cost a third of a millisecond per request.
				subscribe("undici:request:create", created);
				subscribe("undici:client:sendHeaders", sent);
				listening = true;
			}
			return { notTaken: () => notTaken(watcher), dispose: () => void watchers.delete(watcher) };
		},
	};
}

function notTaken({ request, sent }: Watcher): boolean {
	// A `fetch` other than undici's, about which nothing is known.
	if (!request) return false;
	if (!sent) return true;
	const { socket, kept, bytesRead, at } = sent;
	return kept && socket.bytesRead === bytesRead && performance.now() - at < closesWithin;
}
