import { cursorTextAt } from "../../../../src/core/completions/answer/cursorText";
import { CompletionSession } from "../../../../src/core/completions/completionSession";
import { type FillInWay, fillIn } from "../../../../src/core/gateway/fillIn/fillIn";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import type { manualClock } from "../memoryPorts";

/** The gateway and the request of a completion session. */
interface FillInQuestion {
	readonly gateway: Gateway;
	readonly clock: ReturnType<typeof manualClock>;
	readonly way: FillInWay;
	readonly before: string;
	readonly after: string;
}

/** Creates a completion session that asks a gateway in one way; `provide` asks as the user does with a shortcut. */
export function fillInSession({ gateway, clock, way, before, after }: FillInQuestion) {
	const errors: unknown[] = [];
	const session = new CompletionSession({
		clock,
		expected: 300,
		rate: () => ({ mode: "typing", factor: 1, perMinute: 20 }),
		mayAsk: async () => true,
		count: () => {},
		onError: (error) => errors.push(error),
		fill: async (_, signal, onCode) => {
			const code = { before, after, related: "", languageId: "typescript" };
			const request = { model: "demo-echo", way, code, acceptsTemperature: false, maxTokens: 64 };
			return (await fillIn(gateway, request, signal, onCode)).code;
		},
	});
	const cursor = cursorTextAt(before + after, before.length, "typescript", "a.ts");
	const provide = (signal: AbortSignal) => session.provide({ document: "a", cursor, isAutomatic: false }, signal);
	return { session, errors, provide };
}
