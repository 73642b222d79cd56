import type { Disposable } from "./disposable";

/** Runs functions later. */
export interface Timers {
	/** Runs a function once after a delay, unless disposed before. */
	after(milliseconds: number, run: () => void): Disposable;
}

/** The timers of the runtime. */
export const systemTimers: Timers = {
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};
