import type { Suggestion } from "../../../shared/chatProtocol";
import { type CompletionSign, type CompletionWord, completionWord } from "./completionWord";

/** Sources of suggestions; each returns those that match the query, best first, in one or more parts. */
export type CompletionSources = Readonly<
	Record<CompletionSign, (query: string) => AsyncIterable<readonly Suggestion[]>>
>;

/** Maximum number of suggestions shown; for more, the user types another letter. */
const mostShown = 50;

/** Holds the suggestions for the word at the caret, and the active suggestion. It draws nothing. */
export class Completer {
	#word: CompletionWord | undefined;
	#suggestions: readonly Suggestion[] = [];
	#active = 0;
	/** The start of the word for which the user has dismissed the suggestions. */
	#dismissed: number | undefined;

	constructor(
		private readonly sources: CompletionSources,
		/** Called when something to be drawn has changed. */
		private readonly changed: () => void,
		/** Called when a source failed; there are no suggestions then. */
		private readonly failed: (error: unknown) => void,
	) {}

	/** The word to complete; undefined while there are no suggestions. */
	get word(): CompletionWord | undefined {
		return this.#suggestions.length > 0 ? this.#word : undefined;
	}

	get suggestions(): readonly Suggestion[] {
		return this.word ? this.#suggestions : [];
	}

	/** The index of the active suggestion. */
	get active(): number {
		return this.#active;
	}

	/** Handles a change of the text. */
	typed(text: string, caret: number): void {
		const word = completionWord(text, caret);
		if (word?.start !== this.#dismissed) this.#dismissed = undefined;
		if (!word || word.start === this.#dismissed) {
			this.leave();
			return;
		}
		if (word.sign !== this.#word?.sign || word.start !== this.#word.start) this.#suggestions = [];
		if (isSame(word, this.#word)) return;
		this.#word = word;
		void this.#ask(word);
	}

	/** Handles a movement of the caret without a change of the text: hides the suggestions, and requests no new ones. */
	moved(text: string, caret: number): void {
		const word = completionWord(text, caret);
		if (word?.start !== this.#word?.start || word?.end !== this.#word?.end) this.leave();
	}

	/** Activates the next or previous suggestion, wrapping around. */
	step(by: 1 | -1): void {
		const { length } = this.#suggestions;
		this.#active = (this.#active + by + length) % length;
		this.changed();
	}

	/** Dismisses the suggestions for the rest of this word. */
	dismiss(): void {
		this.#dismissed = this.#word?.start;
		this.leave();
	}

	/** Hides the suggestions; they may return with the next letter. */
	leave(): void {
		if (!this.#word) return;
		this.#word = undefined;
		this.#suggestions = [];
		this.changed();
	}

	/** Requests suggestions immediately, and ignores results for an older query, which a source may abandon. */
	async #ask(asked: CompletionWord): Promise<void> {
		const isLatest = () => this.#word === asked;
		try {
			let found: readonly Suggestion[] | undefined;
			// The next part is requested only while this query is the latest.
			for await (const part of this.sources[asked.sign](asked.query)) {
				if (!isLatest()) return;
				if (!found) this.#active = 0;
				found = [...(found ?? []), ...part];
				this.#suggestions = found.slice(0, mostShown);
				this.changed();
			}
			return;
		} catch (error) {
			if (!isLatest()) return;
			this.dismiss();
			this.failed(error);
		}
		this.changed();
	}
}

function isSame(word: CompletionWord, other: CompletionWord | undefined): boolean {
	return word.sign === other?.sign && word.start === other.start && word.query === other.query;
}
