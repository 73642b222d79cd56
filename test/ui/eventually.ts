import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between two attempts. */
const interval = 50;

/**
 * Makes an assertion again until it holds: what it is about comes a moment after what a test can wait for.
 *
 * @param limit milliseconds after which it fails where it does not hold.
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
