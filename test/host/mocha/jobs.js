// The numbers of processes and windows at once. Plain JavaScript, because `test/task.js` uses it before there is a build.
import { availableParallelism, totalmem } from "node:os";

/**
 * Returns the number that GATEHOUSE_JOBS asks for; undefined if it is not set.
 *
 * @throws Error if it is no whole number from 1 on.
 */
export function askedJobs(asked = process.env.GATEHOUSE_JOBS) {
	if (asked === undefined || asked === "") return undefined;
	if (!/^[1-9]\d{0,2}$/.test(asked)) {
		throw new Error(`GATEHOUSE_JOBS is a whole number from 1 to 999, not ${JSON.stringify(asked)}.`);
	}
	return Number(asked);
}

/** Memory that a window takes with its server and its browser, and a share for what runs beside it, in bytes: 1.1 GB was measured. */
const windowMemory = 1.5 * 1024 ** 3;

/**
 * Returns the number of windows that the UI tests open at once: one for each processor, if there is memory for so many. A window
 * takes 0.9 of a processor as long as it is open, so more of them are slower, and take no less time together.
 * `GATEHOUSE_JOBS=3 npm run test:ui` measures that on another machine.
 */
export function windowsAtOnce({ processors, memory } = { processors: availableParallelism(), memory: totalmem() }) {
	return Math.max(1, Math.min(processors, Math.floor(memory / windowMemory)));
}
