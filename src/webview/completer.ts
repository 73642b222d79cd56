import type { Suggestion } from "../shared/chatProtocol";
import { type CompletionSign, type CompletionWord, completionWord } from "./completionWord";

/** Where suggestions come from: those that fit the query, the best first. */
export type CompletionSources = Readonly<Record<CompletionSign, (query: string) => Promise<readonly Suggestion[]>>>;

/** More are not looked through: one types another letter. */
const mostShown = 50;

/** What is suggested for the word that is being written, and which suggestion is active. It draws nothing. */
export class Completer {
	#word: CompletionWord | undefined;
	#suggestions: readonly Suggestion[] = [];
	#active = 0;
	/** The beginning of a word for which suggestions are not wanted. */
	#dismissed: number | undefined;

	constructor(
		private readonly sources: CompletionSources,
		/** Something to be drawn has changed. */
		private readonly changed: () => void,
		/** A source failed; nothing is suggested then. */
		private readonly failed: (error: unknown) => void,
	) {}

	/** The word that is completed; undefined while there is nothing to suggest. */
	get word(): CompletionWord | undefined {
		return this.#suggestions.length > 0 ? this.#word : undefined;
	}

	get suggestions(): readonly Suggestion[] {
		return this.word ? this.#suggestions : [];
	}

	/** The active suggestion's place. */
	get active(): number {
		return this.#active;
	}

	/** Something was written. */
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

	/** The caret went elsewhere, with nothing written: what is shown goes, and nothing new comes. */
	moved(text: string, caret: number): void {
		const word = completionWord(text, caret);
		if (word?.start !== this.#word?.start || word?.end !== this.#word?.end) this.leave();
	}

	/** Makes the suggestion after the active one active, or before it, round in a circle. */
	step(by: 1 | -1): void {
		const { length } = this.#suggestions;
		this.#active = (this.#active + by + length) % length;
		this.changed();
	}

	/** Suggests nothing more for this word. */
	dismiss(): void {
		this.#dismissed = this.#word?.start;
		this.leave();
	}

	/** Takes the suggestions away; with the next letter they may come again. */
	leave(): void {
		if (!this.#word) return;
		this.#word = undefined;
		this.#suggestions = [];
		this.changed();
	}

	/** Asks at once, and drops what comes for an older question: a source may give up on that. */
	async #ask(asked: CompletionWord): Promise<void> {
		const isLatest = () => this.#word === asked;
		try {
			const found = await this.sources[asked.sign](asked.query);
			if (!isLatest()) return;
			this.#suggestions = found.slice(0, mostShown);
			this.#active = 0;
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
