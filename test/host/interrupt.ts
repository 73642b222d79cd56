/** Interval between two checks of whether the parent process still runs, in milliseconds. */
const interval = 1_000;

/**
 * Resolves once, with the usual exit code, when this process should end: after Ctrl+C, a closed terminal, a kill, or
 * the end of a parent that was killed and could not pass the signal on. Until then the signals do not end the process
 * by themselves, so that the processes that it started can be ended first.
 */
export function untilInterrupted(): Promise<number> {
	return new Promise((resolve) => {
		process.once("SIGINT", () => resolve(130));
		process.once("SIGTERM", () => resolve(143));
		process.once("SIGHUP", () => resolve(129));
		const parent = process.ppid;
		const timer = setInterval(() => {
			if (process.ppid === parent) return;
			clearInterval(timer);
			resolve(129);
		}, interval);
		timer.unref();
	});
}
