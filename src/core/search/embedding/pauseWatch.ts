import type { Disposable } from "../../../shared/disposable";
import type { Clock } from "../../base/ports";
import type { IndexCatalogue } from "../model/indexCatalogue";
import { IndexPausedError } from "../model/semanticIndex";

/** Interval between checks while the build waits for the gateway, in milliseconds. */
const every = 5_000;

/** Detects that the user has paused the build in another window; a pause in this window stops the build directly. */
export class PauseWatch implements Disposable {
	readonly #paused = new AbortController();
	/**
	 * Aborted with an IndexPausedError on a pause, so that a request that waits in the gateway client is not sent
	 * afterwards.
	 */
	readonly signal = this.#paused.signal;
	#timer: Disposable | undefined;

	constructor(
		private readonly catalogue: Pick<IndexCatalogue, "paused">,
		private readonly clock: Clock,
	) {}

	/** Checks for a pause before something is sent. @throws IndexPausedError */
	async assertNone(): Promise<void> {
		if (await this.catalogue.paused()) this.#paused.abort(new IndexPausedError());
		this.signal.throwIfAborted();
	}

	/** Starts or stops regular checks while the build waits for the gateway: no request then causes a check. */
	waits(waiting: boolean): void {
		if (waiting) this.#timer ??= this.clock.after(every, () => this.#check());
		else this.dispose();
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#check(): void {
		this.#timer = undefined;
		this.waits(true);
		// The signal reports the pause; an error of the store makes the build itself fail.
		this.assertNone().catch(() => {});
	}
}
