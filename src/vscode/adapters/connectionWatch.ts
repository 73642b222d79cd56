import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ConnectionWatch } from "../../core/base/ports";

/** What undici, Node's `fetch`, says on its diagnostics channels; Gatehouse reads no more of it. */
interface UndiciMessage {
	readonly request?: { readonly origin?: unknown; readonly path?: unknown; readonly method?: unknown };
}

/**
 * How far requests are, over the diagnostics channels of undici (nodejs.org, "Diagnostics Channel"; undici's
 * DiagnosticsChannel.md). VS Code's own `fetch` in the extension host is undici's too, and a window without Node has none.
 */
export const connectionWatch: ConnectionWatch = {
	watch(method, url, told) {
		const on = (tell: () => void) => (message: unknown) => {
			const { request } = message as UndiciMessage;
			const fits = request?.origin === url.origin && request.method === method;
			if (fits && request.path === url.pathname + url.search) tell();
		};
		const connecting = on(told.connecting);
		const connected = on(told.connected);
		subscribe("undici:request:create", connecting);
		subscribe("undici:client:sendHeaders", connected);
		return {
			dispose() {
				unsubscribe("undici:request:create", connecting);
				unsubscribe("undici:client:sendHeaders", connected);
			},
		};
	},
};
