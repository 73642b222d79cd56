import type { RealEdit } from "../edits/realEdit";
import { SeededRandom } from "../edits/seededRandom";

/** One key of a typist: the text of the edit so far, and the time since the previous key, in milliseconds. */
export interface Key {
	readonly typed: string;
	readonly interval: number;
	/** Whether the text so far is as the user intends it. */
	readonly isRight: boolean;
}

/** A text that a user types into a document. */
export interface TypedEdit {
	readonly id: string;
	readonly path: string;
	readonly before: string;
	readonly text: string;
	readonly after: string;
}

/** Median of the intervals in milliseconds, and the spread of their logarithms. */
const medianInterval = 180;
const spread = 0.45;
/** Factor of the pause after the end of a line. */
const lineEndPause = 3;
/** One in this many characters is wrong, deleted and typed again. */
const charactersPerMistake = 30;
/** Minimum and maximum length of an edit's text. */
const shortest = 60;
const longest = 600;

/** Returns edits that add lines, as texts to type; each from another file. */
export function typedEdits(edits: readonly RealEdit[], most: number): readonly TypedEdit[] {
	const found = edits.flatMap(({ id, path, lines, hunks }): TypedEdit[] => {
		const [hunk] = hunks;
		const text = hunk?.added.join("\n") ?? "";
		if (!hunk || hunks.length > 1 || text.length < shortest || text.length > longest) return [];
		const before = lines.slice(0, hunk.start).join("\n");
		const after = lines.slice(hunk.start + hunk.removed).join("\n");
		return [{ id, path, before: before === "" ? "" : `${before}\n`, text, after: `\n${after}` }];
	});
	const files = [...new Map(found.map((edit) => [edit.path, edit])).values()];
	return new SeededRandom("typed edits").shuffled(files).slice(0, most);
}

/** Types a text: with log-normal intervals, longer ones at line ends, and mistakes. */
export function typedBy(random: SeededRandom, text: string): readonly Key[] {
	const keys: Key[] = [];
	let pause = 1;
	for (let at = 0; at < text.length; ) {
		// The editor indents automatically.
		const [key = ""] = /^\n[ \t]*/.exec(text.slice(at)) ?? [text[at] ?? ""];
		const interval = () => medianInterval * Math.exp(spread * normal(random));
		if (key.length === 1 && key !== "\n" && random.chance(1 / charactersPerMistake)) {
			keys.push({ typed: `${text.slice(0, at)}§`, interval: interval() * pause, isRight: false });
			keys.push({ typed: text.slice(0, at), interval: interval(), isRight: true });
			pause = 1;
		}
		at += key.length;
		keys.push({ typed: text.slice(0, at), interval: interval() * pause, isRight: true });
		pause = text[at] === "\n" || key.startsWith("\n") ? lineEndPause : 1;
	}
	return keys;
}

/** Returns a normally distributed number (Box and Muller). */
function normal(random: SeededRandom): number {
	return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
