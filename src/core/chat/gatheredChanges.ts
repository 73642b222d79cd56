import type { Disposable } from "../../shared/disposable";
import type { Clock } from "../base/ports";
import { Throttle } from "../base/throttle";
import type { SessionChange } from "./turn";

/** The page draws no more often, so more messages would only cost it time. In milliseconds. */
const cadence = 50;

/**
 * Passes a session's changes on, in their order. Streamed text goes the first time at once, and then gathered: a gateway
 * may send thousands of pieces a second, and each message to a page costs both sides more than its text.
 */
export class GatheredChanges implements Disposable {
	#gathered: Extract<SessionChange, { type: "text" }> | undefined;
	readonly #throttle: Throttle;

	constructor(
		clock: Clock,
		private readonly tell: (change: SessionChange) => void,
	) {
		this.#throttle = new Throttle(clock, cadence, () => this.#tellGathered());
	}

	take(change: SessionChange): void {
		const before = this.#gathered;
		if (change.type !== "text" || (before && before.answer !== change.answer)) this.flush();
		if (change.type !== "text") {
			this.tell(change);
			return;
		}
		const { answer, text, reasoning } = change;
		this.#gathered = {
			type: "text",
			answer,
			text: (this.#gathered?.text ?? "") + text,
			reasoning: (this.#gathered?.reasoning ?? "") + reasoning,
		};
		this.#throttle.ask();
	}

	/** Passes on what is gathered: what is told next, or a snapshot, has it already. */
	flush(): void {
		this.#throttle.flush();
	}

	/** Nobody listens any more. */
	dispose(): void {
		this.#throttle.dispose();
		this.#gathered = undefined;
	}

	#tellGathered(): void {
		const gathered = this.#gathered;
		this.#gathered = undefined;
		if (gathered) this.tell(gathered);
	}
}
