import type { Disposable } from "../../shared/disposable";
import type { Clock } from "./ports";

/** How long to wait, in milliseconds. */
interface DebounceTimes {
	/** After the last call. */
	readonly quiet: number;
	/** After the first one, however many follow; no limit when absent. */
	readonly latest?: number;
}

/** Runs once for many calls: when they have ceased for a while, or go on for too long. */
export class Debounce implements Disposable {
	#timer: Disposable | undefined;
	#first: number | undefined;

	constructor(
		private readonly clock: Clock,
		private readonly times: DebounceTimes,
		private readonly run: () => void,
	) {}

	call(): void {
		const now = this.clock.now();
		const { quiet, latest = Number.POSITIVE_INFINITY } = this.times;
		this.#first ??= now;
		this.#timer?.dispose();
		this.#timer = this.clock.after(Math.min(quiet, Math.max(0, this.#first + latest - now)), () => this.flush());
	}

	/** Runs now if there were calls since the last run. */
	flush(): void {
		if (!this.#timer) return;
		this.dispose();
		this.run();
	}

	/** Forgets the calls since the last run. */
	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.#first = undefined;
	}
}
