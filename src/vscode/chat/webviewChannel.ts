import type { Webview } from "vscode";
import type { Channel } from "../../shared/rpc";

/**
 * Returns the host's end of the channel to a page. Messages to a closed page are dropped: a new page asks for a
 * snapshot.
 */
export function webviewChannel(webview: Webview): Channel {
	return {
		post: (message) => void webview.postMessage(message),
		onMessage: (listener) => webview.onDidReceiveMessage(listener),
	};
}
