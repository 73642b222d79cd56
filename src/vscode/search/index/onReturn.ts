import type { Event } from "../../../core/base/event";
import type { Clock } from "../../../core/base/ports";
import { Throttle } from "../../../core/base/throttle";
import type { Disposable } from "../../../shared/disposable";

/** So long a run keeps the next one waiting, in milliseconds. */
const pause = 10_000;

/** What is asked of VS Code's `window`. */
interface AttendedWindow {
	readonly state: { readonly focused: boolean };
	/** Fires also when something else of the state has changed. */
	readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
}

/** Runs when the user comes back to the window: at once, but not more often than the pause has it. */
export function onReturn(window: AttendedWindow, clock: Clock, run: () => void): Disposable {
	const throttle = new Throttle(clock, pause, run);
	let wasFocused = window.state.focused;
	const listening = window.onDidChangeWindowState(({ focused }) => {
		if (focused && !wasFocused) throttle.ask();
		wasFocused = focused;
	});
	return {
		dispose() {
			listening.dispose();
			throttle.dispose();
		},
	};
}
