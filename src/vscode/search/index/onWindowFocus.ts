import type { Event } from "../../../core/base/event";
import type { Clock } from "../../../core/base/ports";
import { Throttle } from "../../../core/base/throttle";
import type { Disposable } from "../../../shared/disposable";

/** Minimum interval between runs, in milliseconds. */
const pause = 10_000;

/** The part of VS Code's `window` that is used here. */
interface AttendedWindow {
	readonly state: { readonly focused: boolean };
	/** Also fires when another part of the state has changed. */
	readonly onDidChangeWindowState: Event<{ readonly focused: boolean }>;
}

/** Calls `run` when the user returns to the window: immediately, but at most once per interval. */
export function onWindowFocus(window: AttendedWindow, clock: Clock, run: () => void): Disposable {
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
