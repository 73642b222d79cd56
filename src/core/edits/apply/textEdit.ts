import { type Hunk, hunksBetween, withHunks } from "../text/hunks";
import { textLines } from "../text/textLines";

/** The user's decision on a hunk. */
type Decision = "open" | "accepted" | "rejected";

/** A hunk that the user has not decided on. */
export interface OpenHunk {
	readonly id: number;
	readonly hunk: Hunk;
	/** Its first line in the proposed text, counted from 0; for a pure removal, the line after it. */
	readonly line: number;
	/** Its first line in the settled text; for a pure insertion, the line after it. */
	readonly settledLine: number;
}

/**
 * A proposed change of a text, whose hunks are accepted or rejected one by one. Immutable: every change returns a new
 * one.
 */
export class TextEdit {
	private constructor(
		/** The original text, as it was when the change was requested. */
		readonly base: string,
		readonly hunks: readonly Hunk[],
		private readonly decisions: readonly Decision[],
	) {}

	/** @param proposed the whole proposed text; its line breaks are ignored, and those of the base are kept. */
	static between(base: string, proposed: string): TextEdit {
		const { lines } = textLines(proposed);
		const hunks = base === "" ? newText(lines) : hunksBetween(textLines(base).lines, lines);
		return new TextEdit(
			base,
			hunks,
			hunks.map(() => "open"),
		);
	}

	/** The accepted hunks. */
	get accepted(): readonly Hunk[] {
		return this.#those((decision) => decision === "accepted");
	}

	/** The undecided hunks, in the order of the text. */
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

	/** The text with the accepted hunks only. */
	get settled(): string {
		return withHunks(this.base, this.accepted);
	}

	/** The text with all hunks except the rejected ones. */
	get proposed(): string {
		return withHunks(
			this.base,
			this.#those((decision) => decision !== "rejected"),
		);
	}

	/**
	 * Returns the open hunk at a line of one of the texts, else the next one, else the last; `undefined` when none is
	 * open.
	 */
	openAt(at: number, side: "proposed" | "settled" = "proposed"): OpenHunk | undefined {
		const { open } = this;
		const end = ({ hunk, line, settledLine }: OpenHunk) =>
			side === "proposed" ? line + Math.max(1, hunk.added.length) : settledLine + Math.max(1, hunk.removed);
		return open.find((hunk) => at < end(hunk)) ?? open.at(-1);
	}

	/** @param id the id of an open hunk; all of them by default. */
	accept(id?: number): TextEdit {
		return this.#decide("accepted", id);
	}

	/** @param id the id of an open hunk; all of them by default. */
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

/**
 * Returns the single hunk that turns an empty text into another. The only line of an empty text counts as its end:
 * matching it with an empty line within the other text would split the hunk in two.
 */
function newText(lines: readonly string[]): readonly Hunk[] {
	const isEnded = lines.at(-1) === "";
	const added = isEnded ? lines.slice(0, -1) : lines;
	return added.length === 0 ? [] : [{ start: 0, removed: isEnded ? 0 : 1, added }];
}
