import type { Webview } from "vscode";
import type { Channel } from "../../shared/rpc";

/** The host's end of the channel to a page. Messages to a page that is not there are dropped: it asks for a snapshot. */
export function webviewChannel(webview: Webview): Channel {
	return {
		post: (message) => void webview.postMessage(message),
		onMessage: (listener) => webview.onDidReceiveMessage(listener),
	};
}
