import { type Hunk, hunksBetween, withHunks } from "./hunks";
import { textLines } from "./textLines";

/** What the user has said of a hunk. */
type Decision = "open" | "accepted" | "rejected";

/** A hunk that waits for the user's word. */
export interface OpenHunk {
	readonly id: number;
	readonly hunk: Hunk;
	/** Its first line in the proposed text, counted from 0; where lines only go, the one behind them. */
	readonly line: number;
	/** Its first line in the settled text; where lines only come, the one behind them. */
	readonly settledLine: number;
}

/** A proposed change of a text, hunk by hunk accepted and rejected. A value: what changes it gives a new one. */
export class TextEdit {
	private constructor(
		/** The text that is to be changed, as it was when the change was asked for. */
		readonly base: string,
		readonly hunks: readonly Hunk[],
		private readonly decisions: readonly Decision[],
	) {}

	/** @param proposed the whole text as it is to be; its line breaks do not count, those of the base are kept. */
	static between(base: string, proposed: string): TextEdit {
		const hunks = hunksBetween(textLines(base).lines, textLines(proposed).lines);
		return new TextEdit(
			base,
			hunks,
			hunks.map(() => "open"),
		);
	}

	/** The hunks that are accepted. */
	get accepted(): readonly Hunk[] {
		return this.#those((decision) => decision === "accepted");
	}

	/** The hunks that wait for the user's word, in the text's order. */
	get open(): readonly OpenHunk[] {
		const shift = { proposed: 0, settled: 0 };
		return this.hunks.flatMap((hunk, id) => {
			const open = { id, hunk, line: hunk.start + shift.proposed, settledLine: hunk.start + shift.settled };
			const growth = hunk.added.length - hunk.removed;
			if (this.decisions[id] !== "rejected") shift.proposed += growth;
			if (this.decisions[id] === "accepted") shift.settled += growth;
			return this.decisions[id] === "open" ? [open] : [];
		});
	}

	/** The text with what is accepted: what accepting no more would make of it. */
	get settled(): string {
		return withHunks(this.base, this.accepted);
	}

	/** The text without what is rejected: what accepting the rest would make of it. */
	get proposed(): string {
		return withHunks(
			this.base,
			this.#those((decision) => decision !== "rejected"),
		);
	}

	/** The open hunk at a line of one of both texts, else the next one, else the last; `undefined` when none is open. */
	openAt(at: number, side: "proposed" | "settled" = "proposed"): OpenHunk | undefined {
		const { open } = this;
		const end = ({ hunk, line, settledLine }: OpenHunk) =>
			side === "proposed" ? line + Math.max(1, hunk.added.length) : settledLine + Math.max(1, hunk.removed);
		return open.find((hunk) => at < end(hunk)) ?? open.at(-1);
	}

	/** @param id an open hunk's; all of them unless told. */
	accept(id?: number): TextEdit {
		return this.#decide("accepted", id);
	}

	/** @param id an open hunk's; all of them unless told. */
	reject(id?: number): TextEdit {
		return this.#decide("rejected", id);
	}

	#decide(decision: Decision, id: number | undefined): TextEdit {
		const decisions = this.decisions.map((current, index) =>
			current === "open" && (id === undefined || id === index) ? decision : current,
		);
		return new TextEdit(this.base, this.hunks, decisions);
	}

	#those(fits: (decision: Decision) => boolean): readonly Hunk[] {
		return this.hunks.filter((_, index) => fits(this.decisions[index] ?? "open"));
	}
}
