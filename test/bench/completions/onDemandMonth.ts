import { cursorTextAt } from "../../../src/core/completions/answer/cursorText";
import { completionRate } from "../../../src/core/completions/completionRate";
import { CompletionSession } from "../../../src/core/completions/completionSession";
import { VirtualClock } from "./virtualClock";

/** The duration of a quota. */
interface Lasted {
	readonly days: number;
	readonly requests: number;
	/** Number of requests that were not caused by the key for a suggestion. */
	readonly automatic: number;
}

const hoursOfDay = 8;
const pressesOfHour = 15;
const hour = 3_600_000;
/** Number of keys that are typed before each press. */
const keysBetween = 12;

/** Simulates days of work with completions only on demand, until the days or the quota are over. */
export async function onDemandMonth(quota: number, mostDays: number): Promise<Lasted> {
	const clock = new VirtualClock();
	const period = 31 * 24 * hour;
	let [requests, automatic, pressed] = [0, 0, false];
	const left = () => ({ id: "month", unit: "requests" as const, period, limit: quota, left: quota - requests });
	const session = new CompletionSession({
		clock,
		expected: 800,
		rate: () => completionRate("demand", [left()]),
		mayAsk: async () => true,
		count: () => {},
		onError: () => {},
		fill: async (_, __, onCode) => {
			requests++;
			if (!pressed) automatic++;
			const answer = `value${requests};\n`;
			onCode(answer);
			return answer;
		},
	});
	let days = 0;
	for (; days < mostDays && requests < quota; days++) {
		for (let press = 0; press < hoursOfDay * pressesOfHour && requests < quota; press++) {
			const text = `const line${days * 1000 + press} = `;
			for (let key = text.length - keysBetween; key <= text.length; key++) {
				await ask(text.slice(0, key), true);
				await clock.runUntil(clock.now() + 200);
			}
			pressed = true;
			const answer = ask(text, false);
			await clock.runUntil(clock.now() + hour / pressesOfHour);
			await answer;
			pressed = false;
		}
	}
	return { days, requests, automatic };

	function ask(text: string, isAutomatic: boolean) {
		const cursor = cursorTextAt(text, text.length, "typescript", "a.ts");
		return session.provide({ document: "a", cursor, isAutomatic }, new AbortController().signal);
	}
}
