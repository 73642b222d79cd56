import type { Disposable } from "../../shared/disposable";
import type { Clock } from "./ports";

/** Runs something when it is asked for: at once, and then at most once in so many milliseconds. */
export class Throttle implements Disposable {
	#timer: { dispose(): void } | undefined;
	#asked = false;

	constructor(
		private readonly clock: Clock,
		private readonly milliseconds: number,
		private readonly run: () => void,
	) {}

	/** Asks for it; asked often, it runs once when the time is up. */
	ask(): void {
		if (this.#timer) this.#asked = true;
		else this.#run();
	}

	/** Runs it now if it is asked for, without waiting. */
	flush(): void {
		if (this.#asked) this.#run();
	}

	/** Forgets what is asked for. */
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
