/** Finish reasons that mean an incomplete answer; used by OpenRouter, vLLM, SGLang, DeepSeek and Zhipu. */
const brokenOff = new Set(["error", "abort", "insufficient_system_resource", "network_error"]);
/** Other APIs' words for the length limit, which gateways pass on: Gemini's and Anthropic's, Mistral's, Zhipu's. */
const atLength = /^(?:max_?(?:completion_?|output_?)?tokens|model_length|model_context_window_exceeded)$/;

/**
 * Tracks the last `finish_reason` of an answer. Some gateways send one in the first chunk or in each (Open WebUI with
 * Ollama, Gemini behind one-api), so text or reasoning that follows revokes it.
 */
export class AnswerEnd {
	#reason: string | undefined;
	/** Whether a reason was revoked: the reasons of this answer then prove nothing until the stream ends. */
	#early = false;
	#said = false;
	#text = false;
	/**
	 * Whether there was text or reasoning before the current chunk: a reason that comes with the first text may come with
	 * every chunk.
	 */
	#saidBefore = false;
	#textBefore = false;

	/** The last reason that has arrived, unless it was revoked. */
	get reason(): string | undefined {
		return this.#reason;
	}

	/** Whether the reason is valid even if the connection breaks. */
	get holds(): boolean {
		return this.#reason !== undefined && this.#saidBefore && !this.#early;
	}

	/** Whether nothing except the usage is expected, so that there is no need to wait for the stream's end. */
	get isLast(): boolean {
		return this.holds && this.#textBefore;
	}

	/** Starts a chunk. */
	nextChunk(): void {
		this.#saidBefore = this.#said;
		this.#textBefore = this.#text;
	}

	/** Records text or reasoning. Whitespace after a reason, such as a final line break, does not revoke it. */
	said(type: "text" | "reasoning", text: string): void {
		this.#said = true;
		if (type === "text") this.#text = true;
		if (this.#reason === undefined || text.trim() === "") return;
		this.#reason = undefined;
		this.#early = true;
	}

	/** Records a reason, in the words of OpenAI's API; some gateways write them in capitals, as Gemini does. */
	finished(reason: string): void {
		const word = reason.toLowerCase();
		if (brokenOff.has(word)) this.#reason = undefined;
		else this.#reason = atLength.test(word) ? "length" : word;
	}

	/** Records that an error came instead of the rest: a reason that may come with every chunk then proves nothing. */
	brokeOff(): void {
		if (!this.holds) this.#reason = undefined;
	}

	/** Marks the answer as incomplete, whatever its reason was. */
	revoke(): void {
		this.#reason = undefined;
	}
}
