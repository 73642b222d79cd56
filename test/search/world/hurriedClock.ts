import type { Clock } from "../../../src/core/base/ports";

/** A clock on which every wait ends at once, as if its time had passed. */
export function hurriedClock(): Clock {
	let now = 1_000_000;
	return {
		now: () => now,
		after(milliseconds, run) {
			const timer = setImmediate(() => {
				now += milliseconds;
				run();
			});
			return { dispose: () => clearImmediate(timer) };
		},
	};
}
