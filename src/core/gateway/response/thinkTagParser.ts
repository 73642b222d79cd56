import { ClosingTag } from "./closingTag";

/** Maximum amount of whitespace that is held back at an answer's beginning, in characters. */
const longestHeld = 256;

/** A piece of an answer: text or reasoning. With `wasReasoning`, all text before it was reasoning. */
export interface Piece {
	readonly type: "text" | "reasoning" | "wasReasoning";
	readonly text: string;
}

/** The opening and the closing tag: of most models, and those of Gemini, Magistral, Seed-OSS and gpt-oss. */
const tagPairs = [
	["<think>", "</think>"],
	["<thinking>", "</thinking>"],
	["<thought>", "</thought>"],
	["[THINK]", "[/THINK]"],
	["<seed:think>", "</seed:think>"],
	["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
] as const;

/**
 * Separates a model's reasoning from its answer where the gateway leaves `<think>…</think>` in the text (DeepSeek and
 * Qwen behind vLLM or Ollama without a reasoning parser: docs/gateway-quirks.md#chat-answers). An opening tag counts
 * only at the very beginning of an answer: later, it is part of the answer's text. A closing tag without an
 * opening one counts anywhere, but only once: the opening tag may be part of the prompt's template (DeepSeek R1, QwQ,
 * Qwen 3), and the text before the closing tag was reasoning. The tags, and whitespace before the first, are dropped;
 * everything else is kept, however the stream splits it.
 */
export class ThinkTagParser {
	#state: "start" | "thought" | "text" | "over" = "start";
	#held = "";
	#closing = "";
	/** The state in which a text without an opening tag begins. */
	#unopenedState: "text" | "over" = "text";
	readonly #unopened = new ClosingTag();
	#thoughtBegun = false;

	/** Returns the pieces of the next text; what may be part of a tag is held back. */
	push(text: string): Piece[] {
		if (this.#held !== "") this.#held += text;
		else if (this.#state === "over") return text === "" ? [] : [{ type: "text", text }];
		else if (this.#state === "text") return this.#findTag(text, false);
		else this.#held = text;
		switch (this.#state) {
			case "start":
				return this.#begin();
			case "thought":
				return this.#think();
			case "text":
				return this.#findTag(this.#held, false);
			default:
				return this.#release();
		}
	}

	/** Ends the answer; returns what was held back. */
	end(): Piece[] {
		return this.#state === "text" ? this.#findTag(this.#held, true) : this.#release();
	}

	/**
	 * Treats a closing tag without an opening one as text from now on, because the gateway separates reasoning itself.
	 */
	keepUnopened(): void {
		this.#unopenedState = "over";
		if (this.#state === "text") this.#state = "over";
	}

	#release(): Piece[] {
		const piece: Piece = { type: this.#state === "thought" ? "reasoning" : "text", text: this.#held };
		this.#held = "";
		return piece.text === "" ? [] : [piece];
	}

	/** Searches for the end of reasoning that has no opening tag. */
	#findTag(text: string, isLast: boolean): Piece[] {
		const tag = this.#unopened;
		const end = tag.read(text, isLast);
		if (tag.isOpened) this.#state = "over";
		this.#held = "";
		if (end === text.length) return text === "" ? [] : [{ type: "text", text }];
		const pieces: Piece[] = [{ type: "text", text: text.slice(0, end) }];
		if (tag.length > 0) {
			this.#state = "over";
			pieces.push({ type: "wasReasoning", text: "" }, { type: "text", text: text.slice(end + tag.length) });
		} else this.#held = text.slice(end);
		return pieces.filter(({ type, text }) => type === "wasReasoning" || text !== "");
	}

	/** Returns whether the reasoning consists only of this whitespace so far. */
	#onlyBlanks(thought: string): boolean {
		return !this.#thoughtBegun && thought.length < longestHeld && thought.trim() === "";
	}

	#begin(): Piece[] {
		const begun = this.#held.trimStart();
		const pair = tagPairs.find(([opening]) => begun.startsWith(opening));
		if (pair) {
			this.#state = "thought";
			this.#closing = pair[1];
			this.#held = begun.slice(pair[0].length);
			return this.#think();
		}
		if (this.#held.length < longestHeld && tagPairs.some(([opening]) => opening.startsWith(begun))) return [];
		this.#state = this.#unopenedState;
		return this.#state === "over" ? this.#release() : this.#findTag(this.#held, false);
	}

	#think(): Piece[] {
		const at = this.#held.indexOf(this.#closing);
		if (at >= 0) {
			// A model with reasoning turned off leaves an empty pair of tags (Qwen 3).
			const thought = this.#onlyBlanks(this.#held.slice(0, at)) ? "" : this.#held.slice(0, at);
			const rest = this.#held.slice(at + this.#closing.length);
			this.#state = "over";
			this.#held = "";
			const pieces: Piece[] = [
				{ type: "reasoning", text: thought },
				{ type: "text", text: rest },
			];
			return pieces.filter((piece) => piece.text !== "");
		}
		const held = heldBack(this.#held, this.#closing);
		const thought = this.#held.slice(0, this.#held.length - held);
		if (this.#onlyBlanks(thought)) return [];
		this.#thoughtBegun = true;
		this.#held = this.#held.slice(this.#held.length - held);
		return thought === "" ? [] : [{ type: "reasoning", text: thought }];
	}
}

/** Returns how many characters at the text's end may be the beginning of the tag. */
function heldBack(text: string, tag: string): number {
	for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
		if (tag.startsWith(text.slice(-length))) return length;
	}
	return 0;
}
