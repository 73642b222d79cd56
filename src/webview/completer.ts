import type { Suggestion } from "../shared/suggestion";
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
	#asking = false;
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
		this.#word = word;
		if (!this.#asking) void this.#ask();
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

	/** One question at a time, then the latest: whoever types fast is not followed letter by letter. */
	async #ask(): Promise<void> {
		this.#asking = true;
		for (let asked: CompletionWord | undefined; this.#word && this.#word !== asked; ) {
			asked = this.#word;
			try {
				const found = await this.sources[asked.sign](asked.query);
				if (this.#word?.start !== asked.start || this.#word.sign !== asked.sign) continue;
				this.#suggestions = found.slice(0, mostShown);
				this.#active = 0;
			} catch (error) {
				this.dismiss();
				this.failed(error);
			}
			this.changed();
		}
		this.#asking = false;
	}
}
