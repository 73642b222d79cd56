import type { Disposable } from "./disposable";
import type { Timers } from "./timers";

/** The delays of a debounce, in milliseconds. */
interface DebounceTimes {
	/** Delay after the last call. */
	readonly quiet: number;
	/** Maximum delay after the first call, however many follow; none when absent. */
	readonly latest?: number;
}

/** Runs once for a series of calls: when no further call comes for a while, or when the series lasts too long. */
export class Debounce implements Disposable {
	#quiet: Disposable | undefined;
	#latest: Disposable | undefined;

	constructor(
		private readonly timers: Timers,
		private readonly times: DebounceTimes,
		private readonly run: () => void,
	) {}

	call(): void {
		const { quiet, latest } = this.times;
		const end = () => this.flush();
		this.#quiet?.dispose();
		this.#quiet = this.timers.after(quiet, end);
		if (latest !== undefined) this.#latest ??= this.timers.after(latest, end);
	}

	/** Runs now if there were calls since the last run. */
	flush(): void {
		if (!this.#quiet) return;
		this.dispose();
		this.run();
	}

	/** Drops the calls since the last run. */
	dispose(): void {
		this.#quiet?.dispose();
		this.#latest?.dispose();
		this.#quiet = undefined;
		this.#latest = undefined;
	}
}
