import type { Clock } from "./ports";

/** The time of this computer. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};
