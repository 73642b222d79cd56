/** Match errors about a request that allows a longer answer than the model can write, with the model's maximum. */
const patterns = [
	// OpenAI: "This model supports at most 16384 completion tokens, whereas you provided 100000."
	/\bsupports at most (\d{1,10}) (?:completion|output) tokens\b/i,
	// Anthropic: "max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens".
	/\bmax_(?:completion_)?tokens: \d{1,10} > (\d{1,10}), which is the maximum\b/i,
	// DeepSeek: "the valid range of max_tokens is [1, 8192]". Qwen: "Range of max_tokens should be [1, 8192]".
	/\brange of max_(?:completion_)?tokens (?:is|should be) \[\d{1,10}, ?(\d{1,10})\]/i,
	// Groq: "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens`". Without the end of that
	// sentence, the number can be what the context of one request leaves.
	/\bmax_(?:completion_)?tokens\W{1,3}must be less than or equal to [`'"]?(\d{1,10})[`'"]?, the maximum\b/i,
	// Bedrock: "The maximum tokens you requested exceeds the model limit of 4096."
	/\bmaximum tokens you requested exceeds the model limit of (\d{1,10})\b/i,
];
/** Matches Google's "a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive)". */
const halfOpen =
	/\bmaxOutputTokens value of \d{1,10} but the supported range is from \d{1,10} \(inclusive\) to (\d{1,10}) \(exclusive\)/i;

/** Returns the longest answer of a model in tokens, if the error of a request that asked for more contains it. */
export function outputLimit(said: string): number | undefined {
	for (const pattern of patterns) {
		const found = Number(pattern.exec(said)?.[1]);
		if (found > 0) return found;
	}
	const end = Number(halfOpen.exec(said)?.[1]);
	return end > 1 ? end - 1 : undefined;
}
