import type { Disposable } from "../../../shared/disposable";
import type { Clock } from "../../base/ports";
import { Throttle } from "../../base/throttle";
import type { SessionChange } from "./turn";

/** Minimum interval between messages to the page, in milliseconds: the page does not draw more often. */
const cadence = 50;

/**
 * Passes a session's changes on, in order. The first streamed text is passed on at once, later text in batches: a
 * gateway may send thousands of pieces per second, and each message to the page costs both sides more than its text.
 */
export class ChangeBatcher implements Disposable {
	#gathered: Extract<SessionChange, { type: "text" }> | undefined;
	readonly #throttle: Throttle;

	constructor(
		clock: Clock,
		private readonly notify: (change: SessionChange) => void,
	) {
		this.#throttle = new Throttle(clock, cadence, () => this.#notifyGathered());
	}

	take(change: SessionChange): void {
		const before = this.#gathered;
		if (change.type !== "text" || (before && before.answer !== change.answer)) this.flush();
		if (change.type !== "text") {
			this.notify(change);
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

	/** Passes on the gathered text now, so that it precedes the next change or snapshot. */
	flush(): void {
		this.#throttle.flush();
	}

	/** Drops the gathered text: there is no listener any more. */
	dispose(): void {
		this.#throttle.dispose();
		this.#gathered = undefined;
	}

	#notifyGathered(): void {
		const gathered = this.#gathered;
		this.#gathered = undefined;
		if (gathered) this.notify(gathered);
	}
}
