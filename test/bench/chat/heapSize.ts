import type { CDPSession } from "playwright-core";

/** Returns the size of a page's JS heap without its garbage, in bytes. */
export async function heapSize(session: CDPSession): Promise<number> {
	await session.send("HeapProfiler.collectGarbage");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	return usedSize;
}
