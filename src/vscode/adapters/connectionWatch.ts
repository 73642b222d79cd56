import { subscribe } from "node:diagnostics_channel";
import type { ConnectionWatch } from "../../core/base/ports";

/** What undici, Node's `fetch`, says on its diagnostics channels; Gatehouse reads no more of it. */
interface UndiciMessage {
	readonly request?: { readonly origin?: unknown; readonly path?: unknown; readonly method?: unknown };
}

interface Watcher {
	readonly method: string;
	readonly url: URL;
	readonly told: Parameters<ConnectionWatch["watch"]>[2];
	/** undici's own object for it, once it was seen: another window's or feature's request may go to the same address. */
	request?: object;
}

/**
 * How far requests are, over the diagnostics channels of undici (nodejs.org, "Diagnostics Channel"; undici's
 * DiagnosticsChannel.md). VS Code's own `fetch` in the extension host is undici's too.
 */
export function connectionWatch(): ConnectionWatch {
	const watchers = new Set<Watcher>();
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
		const { request } = message as UndiciMessage;
		for (const watcher of watchers) if (watcher.request === request) watcher.told.connected();
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
			return { dispose: () => void watchers.delete(watcher) };
		},
	};
}
