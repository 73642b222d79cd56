// Rates models to choose the default one: a general model that is tuned for chat, neither the smallest nor the most
// expensive, and not one that only continues, judges, listens or needs another endpoint. The points are added up.

/** The points for what a name contains. */
const marks: readonly (readonly [RegExp, number])[] = [
	// Not made for a conversation in text, or refused by many servers on /chat/completions.
	[
		/(?<![a-z])(?:base|pt|pretrain(?:ed)?|fim|autocomplete|completion|davinci|babbage|luminous|text-bison)(?![a-z])/,
		-60,
	],
	[
		/guard|guardian|shield|minicheck|(?<![a-z])(?:prometheus|judge|verifier|router|draft|test|dummy|echo)(?![a-z])/,
		-60,
	],
	[
		/realtime|audio|(?<![a-z])(?:live|omni|ocr|search|tts|image|images|banana|robotics|transcribe|speech|voxtral)(?![a-z])/,
		-50,
	],
	[
		/deep-?research|computer-?use|(?<![a-z])(?:arena|codex|operator|agent|multi-agent|rag|sea|translate|mt\d?)(?![a-z])/,
		-40,
	],
	[
		/(?<![a-z])(?:math|mathstral|med|medgemma|biomistral|meditron|law|legal|finance|sql|sqlcoder|roleplay|rp|uncensored|abliterated|storywriter)(?![a-z])/,
		-40,
	],
	// Superseded.
	[
		/gpt-3|gpt-4(?![.o\d])|chatgpt|claude-(?:instant|v?[12](?!\d))|llama-?v?[12](?![.\d]\d|\d)|(?<![a-z])(?:palm|bison|gemini-1|gemini-pro|phi-?[12]|qwen1|qwen-?(?:7|14|72)b|vicuna|alpaca|zephyr|falcon)(?![a-z])/,
		-40,
	],
	[/preview|experimental|(?<![a-z])(?:exp|alpha|beta|nightly|canary|deprecated|batch|legacy)(?![a-z])/, -25],
	// Slow or expensive.
	[/(?<![a-z])(?:o[134]|r1|qwq|thinking|reasoner|reasoning|magistral|think)(?![a-z])/, -20],
	[/(?<![a-z])(?:pro|opus|ultra|max|fable)(?![a-z])/, -20],
	// Small, or mainly for pictures.
	[/(?<![a-z])(?:nano|tiny|micro|lite|smol[a-z0-9]*)(?![a-z])|(?<![\d.])[0-3](?:\.\d{1,2})?b(?![a-z])/, -30],
	[/(?<![a-z])(?:vl|vision|v-turbo)(?![a-z])|\dv(?![a-z\d])/, -10],
	[/20\d\d-?[01]\d-?[0-3]\d|:free$|(?<![a-z])(?:distill|gguf|awq|gptq|fp8|int[48]|quantized)(?![a-z])/, -5],
	// Tuned for chat, and well known.
	[/(?<![a-z])(?:instruct|chat|it)(?![a-z])/, 15],
	[
		/gpt-4o|gpt-4\.1|gpt-[5-9]|gpt-oss|claude-|gemini-[2-9]|llama-?(?:v?3|4)|qwen-?[23]|mistral-(?:small|medium|large)|deepseek-(?:chat|v\d)|command-[ar]|(?<![a-z])(?:glm-?[4-9]|kimi-k|gemma-?[3-9]|apertus|nemotron|phi-?4|grok-[3-9])/,
		20,
	],
	[/(?<![\d.])(?:1[2-9]|[2-9]\d|[1-4]\d\d)b(?![a-z])|(?<![a-z])(?:mini|flash|sonnet|medium|large|turbo)(?![a-z])/, 5],
];

/**
 * Returns how suitable a model is as the default for chat, by its name: higher is better, and a name without any marks
 * has 0.
 */
export function chatSuitability(id: string): number {
	const name = id.toLowerCase().replaceAll("_", "-");
	return marks.reduce((points, [pattern, mark]) => (pattern.test(name) ? points + mark : points), 0);
}
