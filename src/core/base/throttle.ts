import type { Disposable } from "../../shared/disposable";
import type { Clock } from "./ports";

/** Runs a function on request: at once, and then at most once per interval. */
export class Throttle implements Disposable {
	#timer: { dispose(): void } | undefined;
	#asked = false;

	constructor(
		private readonly clock: Clock,
		private readonly milliseconds: number,
		private readonly run: () => void,
	) {}

	/** Requests a run; further requests within an interval lead to one run at its end. */
	ask(): void {
		if (this.#timer) this.#asked = true;
		else this.#run();
	}

	/** Runs at once if a run is pending. */
	flush(): void {
		if (this.#asked) this.#run();
	}

	/** Drops the pending run. */
	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.#asked = false;
	}

	#run(): void {
		this.dispose();
		this.#timer = this.clock.after(this.milliseconds, () => {
			this.#timer = undefined;
			this.flush();
		});
		this.run();
	}
}
