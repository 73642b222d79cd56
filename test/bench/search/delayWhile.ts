import { monitorEventLoopDelay } from "node:perf_hooks";

/** So often the event loop is looked at, in milliseconds: the pause itself is in what Node reports. */
const tick = 5;

/** The 99th percentile of how late this thread comes to what is due, in milliseconds. */
export async function delayWhile(run: () => Promise<void>): Promise<number> {
	const delay = monitorEventLoopDelay({ resolution: tick });
	delay.enable();
	await run();
	delay.disable();
	return delay.percentile(99) / 1e6 - tick;
}
