import type { Clock } from "../../core/base/ports";

/** The kinds of text that an answer has. */
export type TextKind = "text" | "reasoning";

/**
 * Milliseconds between two parts with text. VS Code passes parts on once none has been reported for 30 ms, or when there
 * are more than 30 of them: of a model that writes 50 parts per second, it would show nothing for 600 ms.
 */
const interval = 35;

/**
 * Joins the text of an answer into parts. The first is reported at once, and the next only when VS Code has passed on the
 * one before.
 */
export class JoinedText {
	#held: { readonly kind: TextKind; text: string } | undefined;
	#timer: { dispose(): void } | undefined;
	#reported = Number.NEGATIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly report: (kind: TextKind, text: string) => void,
	) {}

	add(kind: TextKind, text: string): void {
		if (this.#held?.kind === kind) {
			this.#held.text += text;
			return;
		}
		this.flush();
		const rest = this.#reported + interval - this.clock.now();
		// The clock may have been set back.
		if (rest <= 0 || rest > interval) {
			this.#report(kind, text);
			return;
		}
		this.#held = { kind, text };
		this.#timer = this.clock.after(rest, () => this.flush());
	}

	/** Reports the text that is held back: before other parts, and at the end. */
	flush(): void {
		const held = this.#held;
		this.drop();
		if (held) this.#report(held.kind, held.text);
	}

	/** Reports nothing more of the text that is held back. */
	drop(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		this.#held = undefined;
	}

	#report(kind: TextKind, text: string): void {
		this.#reported = this.clock.now();
		this.report(kind, text);
	}
}
