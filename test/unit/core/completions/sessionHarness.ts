import { cursorTextAt } from "../../../../src/core/completions/answer/cursorText";
import type { CompletionRate } from "../../../../src/core/completions/completionRate";
import { type CompletionQuestion, CompletionSession } from "../../../../src/core/completions/completionSession";
import { manualClock } from "../memoryPorts";

/** A request that waits to be answered. */
interface Asked extends CompletionQuestion {
	readonly signal: AbortSignal;
	/** Sends a piece of the answer; returns whether the session needs no more. */
	say(piece: string): boolean;
	end(): void;
	fail(error: unknown): void;
}

/** Creates a session with a simulated clock and a gateway that answers when the test says so. */
export function sessionHarness(options: { expected?: number; rate?: Partial<CompletionRate> } = {}) {
	const clock = manualClock();
	const asked: Asked[] = [];
	const errors: unknown[] = [];
	const counts = { requests: 0, served: 0, fromCache: 0, accepted: 0 };
	const rate: { now: CompletionRate } = { now: { mode: "typing", factor: 1, perMinute: 20, ...options.rate } };
	const session = new CompletionSession({
		clock,
		expected: options.expected ?? 300,
		rate: () => rate.now,
		mayAsk: async () => true,
		count: (what) => counts[what]++,
		onError: (error) => errors.push(error),
		fill: (question, signal, onCode) =>
			new Promise((resolve, reject) => {
				let raw = "";
				asked.push({
					...question,
					signal,
					say: (piece) => {
						raw += piece;
						const isEnough = onCode(raw);
						if (isEnough) resolve(raw);
						return isEnough;
					},
					end: () => resolve(raw),
					fail: reject,
				});
			}),
	});
	let arrived = 0;
	session.onDidArrive(() => arrived++);
	/** Asks at `█` in a text, or at its end. */
	const ask = async (text: string, isAutomatic = true, signal = new AbortController().signal, isForKnown = false) => {
		const marked = text.includes("█") ? text : `${text}█`;
		const offset = marked.indexOf("█");
		const cursor = cursorTextAt(marked.replace("█", ""), offset, "typescript", "a.ts");
		return (await session.provide({ document: "a", cursor, isAutomatic, isForKnown }, signal))?.text;
	};
	/** Asks as the editor does when an answer has arrived. */
	const askForKnown = (text: string) => ask(text, true, new AbortController().signal, true);
	/** Types a text with this interval between keys, in milliseconds, without waiting for the calls. */
	const type = async (before: string, text: string, interval = 150) => {
		for (let length = 1; length <= text.length; length++) {
			void ask(before + text.slice(0, length));
			clock.advance(interval);
			await turn();
		}
	};
	return { clock, asked, errors, counts, rate, session, ask, askForKnown, type, arrived: () => arrived };
}

/** Lets pending callbacks run. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));
