/** Reasons with which a server says that the answer is not whole: OpenRouter, vLLM, SGLang, DeepSeek and Zhipu have them. */
const brokenOff = new Set(["error", "abort", "insufficient_system_resource", "network_error"]);

/**
 * The `finish_reason` of an answer, the last one: some gateways send one in the first chunk or in each (Open WebUI with
 * Ollama, Gemini behind one-api), so that text or reasoning after it takes it back.
 */
export class AnswerEnd {
	#reason: string | undefined;
	/** Whether a reason was taken back: then those of this answer prove nothing until the stream ends. */
	#early = false;
	#said = false;
	#text = false;
	/** Whether anything was said before the chunk that is being read: a reason beside the first text may be in each chunk. */
	#saidBefore = false;
	#textBefore = false;

	/** The reason, if the answer is whole as far as it came. */
	get reason(): string | undefined {
		return this.#reason;
	}

	/** Whether the reason holds although the connection breaks. */
	get holds(): boolean {
		return this.#reason !== undefined && this.#saidBefore && !this.#early;
	}

	/** Whether nothing but the usage is expected, so that the stream is not waited for. */
	get isLast(): boolean {
		return this.holds && this.#textBefore;
	}

	/** A chunk begins. */
	nextChunk(): void {
		this.#saidBefore = this.#said;
		this.#textBefore = this.#text;
	}

	/** Text or reasoning arrived. Blanks after a reason, such as a last line break, do not take it back. */
	said(type: "text" | "reasoning", text: string): void {
		this.#said = true;
		if (type === "text") this.#text = true;
		if (this.#reason === undefined || text.trim() === "") return;
		this.#reason = undefined;
		this.#early = true;
	}

	/** A reason arrived. */
	finished(reason: string): void {
		this.#reason = brokenOff.has(reason.toLowerCase()) ? undefined : reason;
	}

	/** The answer is not whole, whatever it said. */
	revoke(): void {
		this.#reason = undefined;
	}
}
