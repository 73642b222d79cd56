import { monitorEventLoopDelay } from "node:perf_hooks";

/** Sampling interval of the event loop, in milliseconds; the delays that Node reports include it. */
const tick = 5;

/** Returns the 99th percentile of the event loop's delay in this thread during a run, in milliseconds. */
export async function delayWhile(run: () => Promise<void>): Promise<number> {
	const delay = monitorEventLoopDelay({ resolution: tick });
	delay.enable();
	await run();
	delay.disable();
	return delay.percentile(99) / 1e6 - tick;
}
