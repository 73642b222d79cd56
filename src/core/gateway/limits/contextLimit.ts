/** Matches a unit after a number that does not count tokens, such as the bytes of a request or an image. */
const otherUnit = /^ ?(?:bytes?|[kmg]i?b|char(?:acter)?s?|images?|messages?|pixels?)\b/i;

/**
 * Returns the model's context length in tokens, if the message of an overflow contains it: "maximum context length is
 * 8192 tokens" (OpenAI, vLLM), "the available context size (4096 tokens)" (llama-server), "`inputs` must have less than
 * 1024 tokens" (TGI).
 */
export function contextLimit(said: string): number | undefined {
	// "40,000 input tokens per minute" limits the rate, not the length.
	if (/\btokens? per (?:second|min(?:ute)?|hour|day|month)\b/i.test(said)) return undefined;
	const patterns = [
		/\bn_ctx"?\s*[:=(]\s*(\d+)/i,
		// "9000 > 8192": requested and allowed.
		/\d\s*(?:tokens\s*)?>\s*(\d{1,3}(?:[,._ ]\d{3})+|\d+)/i,
		/(?<!\d)(\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10}) ?(?:tokens? )?(?:allowed|maximum)\b/i,
		// Not "exceeded max context length by 1234 tokens" (Ollama), "context window exceeds limit (2013)" (MiniMax's code).
		/context (?:length|size|window)(?! exceeds limit|[^\d.;]{0,20}\bby )[^\d.;]{0,20}(?<![a-z]-?)(\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10})/i,
		/(?:tokens allowed \(?|maximum (?:model|prompt|(?:allowed )?input) length (?:of|is) |`max_new_tokens` must be <= |max size: |tokens? limit(?: is)?:? |exceeds the limit of |while limit is |prompt cannot exceed |max_model_len |input length should be \[\d{1,3}, )(\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10})/i,
		// Not "expected a string with maximum length 1024", which is the length of a field.
		/\b(?:input|prompt|sequence|total) length \(?\d{1,10}(?: tokens)?\)? exceeds? (?:the )?max(?:imum)? (?:allowed )?length (?:of |is )?\(?(\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10})/i,
		/maximum (?:allowed )?length (?:of |is )?\(?(\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10}) ?tokens\b/i,
		/(?:at most|less than|maximum of|limit of|limit is|supports?(?: up to)?) (\d{1,3}(?:[,._ ]\d{3}){1,3}|\d{1,10}) ?(?:input )?tokens/i,
	];
	for (const pattern of patterns) {
		const found = pattern.exec(said);
		if (!found || otherUnit.test(said.slice(found.index + found[0].length))) continue;
		const tokens = Number(found[1]?.replace(/[,._ ]/g, ""));
		if (tokens >= 128) return tokens;
	}
	return undefined;
}
