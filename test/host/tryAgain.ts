import type { Locator } from "playwright-core";

const tries = 4;

/** Time limit for each wait of the first attempt, in milliseconds. It grows by as much with each further attempt. */
const patience = 5_000;

/**
 * Does something in a window that a change of the focus, a scroll or an unfinished start may undo. Repeats it, as a
 * user would, if the expected effect does not appear.
 *
 * @param attempt receives the time limit for each wait, in milliseconds.
 * @param recover runs before another attempt; it receives the same time limit, and how many attempts have failed.
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
 * Clicks an element that is visible, or becomes visible in time. The click may take longer: on a busy machine, a click
 * that was given up may still take place, and a second attempt would then click twice.
 *
 * @param timeout time limit for the element to appear, in milliseconds.
 */
export async function clickShown(target: Locator, timeout: number): Promise<void> {
	await target.waitFor({ timeout });
	await target.click({ timeout: 6 * timeout });
}

/**
 * Clicks an element that disappears at once when it is pressed, such as the button of a notification.
 *
 * @param timeout time limit for the element to appear, and to disappear, in milliseconds.
 * @throws if it is still there, because it moved away under the mouse.
 */
export async function clickGone(target: Locator, timeout: number): Promise<void> {
	const pressed = await target.elementHandle({ timeout });
	await clickShown(target, timeout);
	await pressed?.waitForElementState("hidden", { timeout });
}
