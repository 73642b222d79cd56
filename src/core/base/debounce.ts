import type { Disposable } from "../../shared/disposable";
import type { Clock } from "./ports";

/** How long to wait, in milliseconds. */
interface DebounceTimes {
	/** After the last call. */
	readonly quiet: number;
	/** After the first one, however many follow. */
	readonly latest: number;
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
		this.#first ??= now;
		this.#timer?.dispose();
		const wait = Math.min(this.times.quiet, Math.max(0, this.#first + this.times.latest - now));
		this.#timer = this.clock.after(wait, () => {
			this.#first = undefined;
			this.run();
		});
	}

	dispose(): void {
		this.#timer?.dispose();
	}
}
