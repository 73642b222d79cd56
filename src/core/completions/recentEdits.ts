import { secretIn } from "../context/secretTexts";
import type { RecentEdit } from "./completionPrompt";

/** A place that was edited. */
interface EditedPlace extends RecentEdit {
	/** The first line of the text, counted from 0. */
	readonly line: number;
}

/** Places that are kept, and that go with a question. */
const mostKept = 8;
const mostSent = 3;
/** Lines between two edits of the same place, and around the cursor, whose text is sent anyway. */
const samePlace = 6;
const nearCursor = 40;
/** Characters of a place. */
const longestPlace = 400;

/** What was edited last in this window, as a hint at what comes next. */
export class RecentEdits {
	#places: readonly EditedPlace[] = [];

	/** Records an edit. @param text the lines around it, of which `line` is the first. */
	edited(path: string, line: number, text: string): void {
		const others = this.#places.filter((place) => place.path !== path || Math.abs(place.line - line) > samePlace);
		this.#places = [{ path, line, text: text.slice(0, longestPlace) }, ...others].slice(0, mostKept);
	}

	/** Returns the places that a question at a cursor is sent with, the latest first; none that seems to hold a secret. */
	before(path: string, line: number): readonly RecentEdit[] {
		return this.#places
			.filter((place) => place.path !== path || Math.abs(place.line - line) > nearCursor)
			.filter(({ text }) => text.trim() !== "" && secretIn(text) === undefined)
			.slice(0, mostSent)
			.map(({ path, text }) => ({ path, text }));
	}
}
