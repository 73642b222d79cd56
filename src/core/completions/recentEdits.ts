import { secretIn } from "../context/secrets/secretTexts";
import type { RecentEdit } from "./completionPrompt";

/** A place that was edited. */
interface EditedPlace extends RecentEdit {
	/** The first line of the text, counted from 0. */
	readonly line: number;
}

/** Maximum number of places that are kept, and that are sent with a request. */
const mostKept = 8;
const mostSent = 3;
/** Maximum distances, in lines: between edits of the same place, and from the cursor, where text is sent anyway. */
const samePlace = 6;
const nearCursor = 40;
/** Maximum length of a place's text, in characters. */
const longestPlace = 400;

/** The latest edits in this window, as a hint at what comes next. */
export class RecentEdits {
	#places: readonly EditedPlace[] = [];

	/** Records an edit. @param text the lines around it, of which `line` is the first. */
	edited(path: string, line: number, text: string): void {
		const others = this.#places.filter((place) => place.path !== path || Math.abs(place.line - line) > samePlace);
		this.#places = [{ path, line, text: text.slice(0, longestPlace) }, ...others].slice(0, mostKept);
	}

	/** Returns the places to send with a request at a cursor, the latest first; none that may contain a secret. */
	before(path: string, line: number): readonly RecentEdit[] {
		return this.#places
			.filter((place) => place.path !== path || Math.abs(place.line - line) > nearCursor)
			.filter(({ text }) => text.trim() !== "" && secretIn(text) === undefined)
			.slice(0, mostSent)
			.map(({ path, text }) => ({ path, text }));
	}
}
