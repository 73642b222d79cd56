import { cursorTextAt } from "../../../src/core/completions/answer/cursorText";
import { completionRate } from "../../../src/core/completions/completionRate";
import { CompletionSession } from "../../../src/core/completions/completionSession";

/** Times in milliseconds: from the last byte that is needed, and of keys that need no request. */
export interface Latencies {
	readonly answered: readonly number[];
	readonly cached: readonly number[];
}

const rounds = 300;
const answer = "invoice.lines.reduce((sum, line) => sum + line.price, 0);\n";
const code = Array.from({ length: 600 }, (_, at) => `const value${at} = total(${at});`).join("\n");

/** Measures, in real time, how long Gatehouse takes for an answer, and for a key that needs no request. */
export async function measureLatency(): Promise<Latencies> {
	const answered: number[] = [];
	const cached: number[] = [];
	let arrivedAt = 0;
	const session = new CompletionSession({
		clock: { now: () => performance.now(), after: (milliseconds, run) => timer(milliseconds, run) },
		expected: 100,
		rate: () => ({ ...completionRate("typing", []), perMinute: Number.POSITIVE_INFINITY }),
		mayAsk: async () => true,
		count: () => {},
		onError: (error) => {
			throw error;
		},
		fill: async (_, __, onCode) => {
			await turn();
			arrivedAt = performance.now();
			onCode(answer);
			return answer;
		},
	});
	const { signal } = new AbortController();
	for (let round = 0; round < rounds; round++) {
		const text = `${code}\nconst sum${round} = `;
		const ask = (typed: string) => {
			const whole = `${text}${typed}`;
			const cursor = cursorTextAt(`${whole}\n${code}`, whole.length, "typescript", "a.ts");
			return session.provide({ document: "a", cursor, isAutomatic: true }, signal);
		};
		await ask("");
		answered.push(performance.now() - arrivedAt);
		const begun = performance.now();
		if (!(await ask("invoice."))) throw new Error("An answer that is there was not served.");
		cached.push(performance.now() - begun);
	}
	return { answered, cached };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Timers of at least this many milliseconds limit the wait for an answer. In this bench, they never fire. */
const longestWait = 600;

/** Runs a timer's function at once, unless it is such a limit: pauses are not measured. */
function timer(milliseconds: number, run: () => void) {
	const immediate = milliseconds >= longestWait ? undefined : setImmediate(run);
	return { dispose: () => clearImmediate(immediate) };
}
