import { type CursorText, cursorTextAt, extentAt, isNoPlace } from "../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../src/core/completions/answer/shapeAnswer";
import { type CompletionRate, completionRate } from "../../../src/core/completions/completionRate";
import { CompletionSession } from "../../../src/core/completions/completionSession";
import { languageOf } from "../edits/languages";
import { SeededRandom } from "../edits/seededRandom";
import { type Key, type TypedEdit, typedBy } from "./typist";
import { VirtualClock } from "./virtualClock";

/** The behaviour of a client while edits were typed. */
export interface Replayed {
	requests: number;
	/** Number of suggestions that the editor received. */
	suggestions: number;
	/** Number of suggestions that needed no request. */
	fromCache: number;
	/** Maximum number of requests in a minute. */
	mostPerMinute: number;
}

/**
 * Share of the places at which the scripted gateway answers with the next text; elsewhere, it answers with another
 * line.
 */
const rightAnswers = 0.75;
/** Interval between two edits, after which nothing is running, in milliseconds. */
const betweenEdits = 20_000;

/** Returns the scripted gateway's answer at a cursor, which is the same for each client. */
function answerAt(edit: TypedEdit, key: Key): string {
	const random = new SeededRandom(`${edit.id} ${key.typed.length}`);
	if (key.isRight && random.chance(rightAnswers)) return edit.text.slice(key.typed.length);
	const lines = edit.before.split("\n");
	return lines[random.below(lines.length)]?.trim() ?? "";
}

function cursorAt({ before, after, path }: TypedEdit, { typed }: Key): CursorText {
	const text = before + typed + after;
	return cursorTextAt(text, before.length + typed.length, languageOf(path)?.id ?? "plaintext", path);
}

/** Types edits with the completions of Gatehouse. @param milliseconds the time of each answer. */
export async function replayGatehouse(edits: readonly TypedEdit[], milliseconds: number): Promise<Replayed> {
	const clock = new VirtualClock();
	const result = newReplayed();
	const sent: number[] = [];
	const rate: CompletionRate = completionRate("typing", []);
	for (const edit of edits) {
		let now: Key = { typed: "", interval: 0, isRight: true };
		const counts = { requests: 0, served: 0, fromCache: 0, accepted: 0 };
		const session: CompletionSession = new CompletionSession({
			clock,
			expected: milliseconds,
			rate: () => rate,
			mayAsk: async () => true,
			count: (what) => counts[what]++,
			onError: (error) => {
				throw error;
			},
			fill: (_, signal, onCode) =>
				new Promise((resolve) => {
					sent.push(clock.now());
					const answer = answerAt(edit, now);
					const timer = clock.after(milliseconds, () => {
						onCode(answer);
						resolve(answer);
					});
					signal.addEventListener("abort", () => timer.dispose());
				}),
		});
		const ask = async (signal: AbortSignal, isForKnown = false) => {
			const wasCached = counts.fromCache;
			const shown = await session.provide(
				{ document: edit.id, cursor: cursorAt(edit, now), isAutomatic: true, isForKnown },
				signal,
			);
			if (!shown || signal.aborted) return false;
			result.suggestions++;
			result.fromCache += counts.fromCache - wasCached;
			return true;
		};
		let call = new AbortController();
		session.onDidArrive(() => void ask(call.signal, true));
		for (const key of typedBy(new SeededRandom(edit.id), edit.text)) {
			await clock.runUntil(clock.now() + key.interval);
			call.abort();
			call = new AbortController();
			now = key;
			void ask(call.signal);
		}
		await clock.runUntil(clock.now() + betweenEdits);
		result.requests += counts.requests;
		session.reset();
	}
	return { ...result, mostPerMinute: mostIn(sent, 60_000) };
}

/** Types the same edits with a client that asks 300 ms after each key, and drops the answer with the next. */
export async function replayPlain(edits: readonly TypedEdit[], milliseconds: number): Promise<Replayed> {
	const clock = new VirtualClock();
	const result = newReplayed();
	const sent: number[] = [];
	for (const edit of edits) {
		let cancel = () => {};
		for (const key of typedBy(new SeededRandom(edit.id), edit.text)) {
			await clock.runUntil(clock.now() + key.interval);
			cancel();
			const cursor = cursorAt(edit, key);
			if (isNoPlace(cursor)) continue;
			let timer = clock.after(plainDelay, () => {
				sent.push(clock.now());
				result.requests++;
				timer = clock.after(milliseconds, () => {
					if (shapeAnswer(answerAt(edit, key), cursor, extentAt(cursor))) result.suggestions++;
				});
			});
			cancel = () => timer.dispose();
		}
		await clock.runUntil(clock.now() + betweenEdits);
	}
	return { ...result, mostPerMinute: mostIn(sent, 60_000) };
}

const plainDelay = 300;

function newReplayed(): Replayed {
	return { requests: 0, suggestions: 0, fromCache: 0, mostPerMinute: 0 };
}

/** Returns the maximum number of these times in a period. */
export function mostIn(times: readonly number[], period: number): number {
	let most = 0;
	for (let start = 0, end = 0; end < times.length; end++) {
		while ((times[end] ?? 0) - (times[start] ?? 0) >= period) start++;
		most = Math.max(most, end - start + 1);
	}
	return most;
}
