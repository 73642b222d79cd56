import type { Disposable } from "../../shared/disposable";
import type { Clock } from "./ports";

/** The delays of a debounce, in milliseconds. */
interface DebounceTimes {
	/** Delay after the last call. */
	readonly quiet: number;
	/** Maximum delay after the first call, however many follow; none when absent. */
	readonly latest?: number;
}

/** Runs once for a series of calls: when no further call comes for a while, or when the series lasts too long. */
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

	/** Drops the calls since the last run. */
	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.#first = undefined;
	}
}
