import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between two attempts. */
const interval = 50;

/**
 * Repeats an assertion until it holds: for effects that come a moment after the last event that a test can wait for.
 *
 * @param limit time limit, in milliseconds.
 */
export async function eventually(assertion: () => Promise<void>, limit = 60_000): Promise<void> {
	for (const end = Date.now() + limit; ; ) {
		try {
			return await assertion();
		} catch (error) {
			if (Date.now() > end) throw error;
			await pause(interval);
		}
	}
}
