import type { Locator } from "playwright-core";

const tries = 4;

/** Milliseconds that the first try may wait for each thing; every further one has as many more. */
const patience = 5_000;

/**
 * Does something in a window that a change of the focus, a scroll or an unfinished start may undo. Does it again, as a
 * person would, when the expected effect does not appear.
 *
 * @param attempt receives the number of milliseconds that it may wait for each thing.
 * @param recover comes before another attempt; it receives the same number, and how many attempts have failed.
 */
export async function tryAgain(
	attempt: (timeout: number) => Promise<void>,
	recover: (timeout: number, failed: number) => Promise<void> = async () => {},
): Promise<void> {
	for (let count = 1; ; count++) {
		const timeout = count * patience;
		try {
			return await attempt(timeout);
		} catch (error) {
			if (count === tries) throw error;
			await recover(timeout, count);
		}
	}
}

/**
 * Clicks on what is there, or comes in time. The click itself may take longer: on a busy machine, one that is given up may
 * have been made all the same, and would be made twice.
 *
 * @param timeout milliseconds that are waited for it.
 */
export async function clickShown(target: Locator, timeout: number): Promise<void> {
	await target.waitFor({ timeout });
	await target.click({ timeout: 6 * timeout });
}

/**
 * Clicks on what goes away at once when it is pressed, such as the button of a notification.
 *
 * @param timeout milliseconds that are waited for it, and for its end.
 * @throws when it is there still: it has moved away under the mouse.
 */
export async function clickGone(target: Locator, timeout: number): Promise<void> {
	const pressed = await target.elementHandle({ timeout });
	await clickShown(target, timeout);
	await pressed?.waitForElementState("hidden", { timeout });
}
