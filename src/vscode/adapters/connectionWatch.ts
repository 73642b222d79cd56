import { subscribe } from "node:diagnostics_channel";
import type { ConnectionWatch } from "../../core/base/ports";

/** What undici, Node's `fetch`, says on its diagnostics channels; Gatehouse reads no more of it. */
interface UndiciMessage {
	readonly request?: { readonly origin?: unknown; readonly path?: unknown; readonly method?: unknown };
	readonly socket?: { readonly bytesRead: number };
}

interface Watcher {
	readonly method: string;
	readonly url: URL;
	readonly told: Parameters<ConnectionWatch["watch"]>[2];
	/** undici's own object for it, once it was seen: another window's or feature's request may go to the same address. */
	request?: object;
	/** How it left, once it did. */
	sent?: Departure;
}

/** The connection that a request left on. */
interface Departure {
	readonly socket: NonNullable<UndiciMessage["socket"]>;
	/** Whether an earlier request had left on it too. */
	readonly kept: boolean;
	/** What had been read of the connection by then, in bytes. */
	readonly bytesRead: number;
	/** By `performance.now()`. */
	readonly at: number;
}

/**
 * The time in milliseconds in which a kept connection that its server has given up closes on a request: a round trip. A
 * server that took the request and died later has worked on it. undici tells the two apart in no other way: the error,
 * the bytes written and the system's code are the same.
 */
const closesWithin = 250;

/**
 * How far requests are, over the diagnostics channels of undici (nodejs.org, "Diagnostics Channel"; undici's
 * DiagnosticsChannel.md). VS Code's own `fetch` in the extension host is undici's too.
 */
export function connectionWatch(): ConnectionWatch {
	const watchers = new Set<Watcher>();
	const used = new WeakSet<object>();
	const created = (message: unknown) => {
		const { request } = message as UndiciMessage;
		for (const watcher of watchers) {
			const { method, url, told } = watcher;
			const fits = request?.origin === url.origin && request.method === method;
			if (!fits || watcher.request || request.path !== url.pathname + url.search) continue;
			watcher.request = request;
			told.connecting();
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
			watcher.told.connected();
		}
	};
	let listening = false;
	return {
		watch(method, url, told) {
			const watcher: Watcher = { method, url, told };
			watchers.add(watcher);
			if (!listening) {
				// Once and for good: each first and last subscriber changes the channel's prototype, and with that undoes what
				// the engine has optimised of `fetch`. It cost a third of a millisecond with every request.
				subscribe("undici:request:create", created);
				subscribe("undici:client:sendHeaders", sent);
				listening = true;
			}
			return { notTaken: () => notTaken(watcher), dispose: () => void watchers.delete(watcher) };
		},
	};
}

function notTaken({ request, sent }: Watcher): boolean {
	// Another `fetch` than undici's, of which nothing is known.
	if (!request) return false;
	if (!sent) return true;
	const { socket, kept, bytesRead, at } = sent;
	return kept && socket.bytesRead === bytesRead && performance.now() - at < closesWithin;
}
