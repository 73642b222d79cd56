import type { Disposable } from "../../../shared/disposable";
import type { Clock } from "../../base/ports";
import type { IndexCatalogue } from "../model/indexCatalogue";
import { IndexPausedError } from "../model/searchIndex";

/** So often a build that waits for the gateway looks, in milliseconds. */
const every = 5_000;

/** Notices that the user has paused a build in another window: in this one it would have been stopped. */
export class PauseWatch implements Disposable {
	readonly #paused = new AbortController();
	/** Aborted with an IndexPausedError once it is paused, so that what waits in the wire is not sent after the wait. */
	readonly signal = this.#paused.signal;
	#timer: Disposable | undefined;

	constructor(
		private readonly catalogue: Pick<IndexCatalogue, "paused">,
		private readonly clock: Clock,
	) {}

	/** Before something is sent. @throws IndexPausedError */
	async assertNone(): Promise<void> {
		if (await this.catalogue.paused()) this.#paused.abort(new IndexPausedError());
		this.signal.throwIfAborted();
	}

	/** The gateway is waited for, or no more. Meanwhile nothing is sent that would ask: it looks now and then. */
	waits(waiting: boolean): void {
		if (waiting) this.#timer ??= this.clock.after(every, () => this.#look());
		else this.dispose();
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#look(): void {
		this.#timer = undefined;
		this.waits(true);
		// It is the signal that tells; and what ails the store ends the build itself.
		this.assertNone().catch(() => {});
	}
}
