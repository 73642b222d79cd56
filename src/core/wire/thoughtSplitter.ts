/** Blanks that are held back at an answer's beginning, in characters. */
const longestHeld = 256;

/** A piece of an answer: what is said, or what is thought. */
export interface Piece {
	readonly type: "text" | "reasoning";
	readonly text: string;
}

const opening = /^\s*<(think|thinking|thought)>/;
/** The beginning of a text that may still become an opening tag. */
const maybeOpening = /^\s*(?:<(?:t(?:h(?:o(?:u(?:g(?:h(?:t)?)?)?)?|i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/;

/**
 * Tells a model's thoughts from its answer where the gateway leaves `<think>…</think>` in the text (DeepSeek and Qwen
 * behind vLLM or Ollama without a reasoning parser: gateway-quirks.md, row "chat"). Only an answer's very beginning
 * counts: later on, such a tag is what the answer speaks of. The tags, and blanks before the first, are dropped;
 * everything else is kept, however the stream cuts it.
 */
export class ThoughtSplitter {
	#state: "start" | "thought" | "text" = "start";
	#held = "";
	#closing = "";
	#thoughtBegun = false;

	/** Gives the next text's pieces; what may be half of a tag is held back. */
	push(text: string): Piece[] {
		if (this.#state === "text") return text === "" ? [] : [{ type: "text", text }];
		this.#held += text;
		return this.#state === "start" ? this.#begin() : this.#think();
	}

	/** The answer has ended: gives what was held back. */
	end(): Piece[] {
		const piece: Piece = { type: this.#state === "thought" ? "reasoning" : "text", text: this.#held };
		this.#held = "";
		return piece.text === "" ? [] : [piece];
	}

	/** Whether nothing was thought yet but these blanks. */
	#onlyBlanks(thought: string): boolean {
		return !this.#thoughtBegun && thought.length < longestHeld && thought.trim() === "";
	}

	#begin(): Piece[] {
		const tag = opening.exec(this.#held);
		if (tag) {
			this.#state = "thought";
			this.#closing = `</${tag[1]}>`;
			this.#held = this.#held.slice(tag[0].length);
			return this.#think();
		}
		if (this.#held.length < longestHeld && maybeOpening.test(this.#held)) return [];
		this.#state = "text";
		return this.end();
	}

	#think(): Piece[] {
		const at = this.#held.indexOf(this.#closing);
		if (at >= 0) {
			// A model that is told not to think leaves the tags with nothing between them (Qwen 3).
			const thought = this.#onlyBlanks(this.#held.slice(0, at)) ? "" : this.#held.slice(0, at);
			const rest = this.#held.slice(at + this.#closing.length);
			this.#state = "text";
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

/** How many characters at the text's end may be the beginning of the tag. */
function heldBack(text: string, tag: string): number {
	for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
		if (tag.startsWith(text.slice(-length))) return length;
	}
	return 0;
}
