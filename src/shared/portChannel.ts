import type { Channel } from "./rpc";

/** Either end of a worker's `postMessage`, as Node provides it. */
interface Port {
	postMessage(message: unknown): void;
	on(event: "message", listener: (message: unknown) => void): unknown;
	off(event: "message", listener: (message: unknown) => void): unknown;
}

/** Returns the channel between a worker and the thread that started it. */
export function portChannel(port: Port): Channel {
	return {
		post: (message) => port.postMessage(message),
		onMessage(listener) {
			port.on("message", listener);
			return { dispose: () => port.off("message", listener) };
		},
	};
}
