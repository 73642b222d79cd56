import type { MessagePort, Worker } from "node:worker_threads";
import type { Channel } from "../../shared/rpc";

/** Either end of a worker's `postMessage`. */
export function portChannel(port: Worker | MessagePort): Channel {
	return {
		post: (message) => port.postMessage(message),
		onMessage(listener) {
			port.on("message", listener);
			return { dispose: () => port.off("message", listener) };
		},
	};
}
