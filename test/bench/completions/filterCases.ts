import {
	type CompletionExtent,
	type CursorText,
	cursorTextAt,
	extentAt,
	isNoPlace,
} from "../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../src/core/completions/answer/shapeAnswer";
import { languageOf } from "../edits/languages";
import type { Half, RealEdit } from "../edits/realEdit";
import { SeededRandom } from "../edits/seededRandom";
import { families } from "./chatter";

/** An answer at a cursor of a real file. */
export interface AnswerCase {
	readonly kind: string;
	readonly cursor: CursorText;
	readonly extent: CompletionExtent;
	readonly raw: string;
	/** The real code at this place. */
	readonly truth: string;
	/** Whether the answer can be shown. */
	readonly isGood: boolean;
}

/** The result of an answer. */
export type FilterOutcome = "shown" | "withheld" | "bad";

/** A place in a real file, and the rest of its line. */
interface Place {
	readonly cursor: CursorText;
	readonly truth: string;
	/** The lines that follow. */
	readonly next: string;
	readonly above: string;
	readonly below: string;
}

/** Numbers of answers of each kind and family, and of good ones. */
const badOfKind = 2;
export const goodCases = 170;

/** Returns the cases of one half of the corpus. */
export function filterCases(edits: readonly RealEdit[], half: Half): readonly AnswerCase[] {
	const random = new SeededRandom(`filters ${half}`);
	const places = random
		.shuffled(edits.filter((edit) => edit.half === half))
		.flatMap((edit) => placeIn(edit, random) ?? []);
	const cases: AnswerCase[] = [];
	let at = 0;
	const next = () => places[at++ % places.length];
	const add = (kind: string, isGood: boolean, answer: (place: Place) => string | undefined) => {
		for (let tries = 0; tries < 40; tries++) {
			const place = next();
			const raw = place && answer(place);
			if (!place || raw === undefined) continue;
			const { cursor, truth } = place;
			cases.push({ kind, cursor, extent: extentAt(cursor), raw, truth, isGood });
			return;
		}
	};
	for (let count = 0; count < goodCases; count++)
		add("good", true, ({ truth, next: rest }) => (count % 2 === 0 ? truth : `${truth}\n${rest}`));
	for (const { name, prose, thoughts } of families) {
		const sentence = () => random.pick(prose[half]);
		const kinds: Readonly<Record<string, (place: Place) => string | undefined>> = {
			prose: () => sentence(),
			"prose and fence": ({ cursor, truth }) => `${sentence()}\n\`\`\`${cursor.languageId}\n${truth}\n\`\`\``,
			"fence and prose": ({ cursor, truth }) => `\`\`\`${cursor.languageId}\n${truth}\n\`\`\`\n${sentence()}`,
			reasoning: () => random.pick(thoughts[half]),
			tokens: ({ truth }) => `<|fim_prefix|>${truth}`,
			"line above": ({ above }) => (above.trim().length > 6 ? above : undefined),
			"text below": ({ cursor, below }) =>
				below.trim().length > 6 && cursor.before.endsWith("\n") ? below : undefined,
			"extra bracket": ({ truth }) => (/[)\]}];?$/.test(truth) ? truth.replace(/([)\]}])(;?)$/, "$1$1$2") : undefined),
			"hidden characters": ({ truth }) => `${truth.slice(0, 2)}\u202e${truth.slice(2)}`,
		};
		for (const [kind, answer] of Object.entries(kinds))
			for (let count = 0; count < badOfKind; count++) add(`${kind} (${name})`, false, answer);
	}
	return cases;
}

/** Rates the shown part of an answer: all or the beginning of the real code is right, everything else is wrong. */
export function filterOutcome({ raw, cursor, extent, truth }: AnswerCase): FilterOutcome {
	const shown = shapeAnswer(raw, cursor, extent);
	if (!shown) return "withheld";
	return truth.trimEnd().startsWith(shown.text.trim()) || shown.text.trim().startsWith(truth.trim()) ? "shown" : "bad";
}

const leastLine = 14;

/** Returns a place within a line of code: after a sign that causes a request for a completion. */
function placeIn({ path, lines, hunks }: RealEdit, random: SeededRandom): Place | undefined {
	const language = languageOf(path);
	if (!language || /markdown|plaintext|html|xml/.test(language.id)) return undefined;
	const start = hunks[0]?.start ?? 0;
	const near = lines.slice(Math.max(1, start - 20), start + 20);
	const line = near[random.below(near.length)] ?? "";
	const at = lines.indexOf(line);
	if (line.trim().length < leastLine || at < 1 || isComment(line)) return undefined;
	const breaks = [...line.matchAll(/[=(,:\s]\s?(?=\S)/g)].map((found) => found.index + found[0].length);
	const split = breaks.length > 0 ? random.pick(breaks) : 0;
	const [prefix, truth] = [line.slice(0, split), line.slice(split)];
	if (truth.trim().length < 3) return undefined;
	const before = `${lines.slice(0, at).join("\n")}\n${prefix}`;
	const text = `${before}\n${lines.slice(at + 1).join("\n")}`;
	const cursor = cursorTextAt(text, before.length, language.id, path);
	if (isNoPlace(cursor)) return undefined;
	return { cursor, truth, next: lines[at + 1] ?? "", above: lines[at - 1] ?? "", below: lines[at + 1] ?? "" };
}

function isComment(line: string): boolean {
	return /^\s*(?:\/\/|#|\*|\/\*|--|<!--|"""|''')/.test(line);
}
