import type { Clock } from "./ports";

/** The computer's clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};
