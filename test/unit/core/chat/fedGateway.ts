import assert from "node:assert/strict";
import type { ChatEvent, ChatRequest, Gateway } from "../../../../src/core/gateway/gateway";

/** Creates a gateway whose single answer the test feeds event by event. */
export function fedGateway() {
	const requests: ChatRequest[] = [];
	let push: (event: ChatEvent | Error | "end") => void = () => assert.fail("nothing was asked");
	const gateway: Gateway = {
		listModels: async () => [],
		embed: async () => [],
		async *chat(request, signal) {
			if (signal.aborted) return;
			requests.push(request);
			const queue: (ChatEvent | Error | "end")[] = [];
			let wake = () => {};
			push = (event) => {
				queue.push(event);
				wake();
			};
			signal.addEventListener("abort", () => push("end"));
			for (;;) {
				const next = queue.shift();
				if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
				else if (next === "end") return;
				else if (next instanceof Error) throw next;
				else yield next;
			}
		},
	};
	return { gateway, requests, push: (event: ChatEvent | Error | "end") => push(event) };
}
