import { hasFields, ownField } from "../../../shared/untrusted/ownField";

/**
 * The kind that a word in a list of models indicates; `text` for a model that answers with text, for whatever purpose.
 */
export type Hint = "chat" | "embedding" | "other" | "text";

const chat = `chat llm-v1-external-chat chat-completion chat-completions chat-completions-api v1-chat-completions llm-v1-chat agent-v1-chat agent-v2-chat
	completion-chat text-chat chat-llm chat-model conversational assistant text-generation image-text-to-text audio-text-to-text
	video-text-to-text visual-question-answering any-to-any text-to-text text2text text2text-generation llm vlm mllm
	large-language-model vision-language text-generation-inference openai-chat multimodal-llm`;
const embedding = `embedding embeddings embed embedder embedding-model embedding-models text-embedding text-embeddings
	text-embeddings-inference text-to-embedding text-to-embeddings image-embedding multimodal-embedding
	multimodal-embeddings llm-v1-embeddings llm-v1-external-embeddings mlflow-v1-embeddings v1-embeddings openai-embeddings openai-embedding feature-extraction
	sentence-similarity sentence-transformers embedcontent vectorization vector vectors image-feature-extraction
	visual-document-retrieval text-retrieval bert nomic-bert nomic-bert-moe xlm-roberta`;
const other = `rerank reranker rerankers reranking rerank-model text-ranking jina-rerank cohere-rerank v1-rerank v2-rerank ranking
	classify classifier moderation moderations v1-moderations reward reward-model
	asr stt speech-to-text speech2text transcript transcription transcriptions transcribe
	audio-transcription audio-transcriptions v1-audio-transcriptions audio-translation audio-to-text audio2text openai-audio
	tts audio-speech v1-audio-speech speech-synthesis audio-transform vad depth
	image-generations images-generations v1-images-generations image-edit image-edits images-edits
	inpaint inpainting upscale upscaler stable-diffusion diffusion video-generations openai-video diarization
	predict predictlongrunning bidigeneratecontent image-to-text fill-mask reinforcement-learning robotics
	automatic-speech-recognition sound-classification face-recognition speaker-recognition
	llm-v1-completions llm-v1-external-completions vector-store text-completion`;
/**
 * Matches the outputs of models that do not chat: the whole of `text-to-image`, and the end of
 * `unconditional-image-generation`.
 */
const otherOutputs =
	/^(?:text|image|video|audio|speech)(?:to|2)(?:image|video|audio|speech|music|3d)$|(?:image|video|audio|speech|music|sound|3d|mask)(?:generation|editing)$/;
/** Matches the input and the output in a name such as `text2audio_zero_shot`, as whole words. */
const fromTo =
	/(?<![a-z0-9])(?:text|image|video|audio|speech)[ _-]?(?:to|2)[ _-]?(?:image|video|audio|speech|music|3d)(?![a-z0-9])/;
/**
 * Endings of the names of tasks without chat. In labels and lists of abilities, such words name strengths of a chat
 * model.
 */
const otherTasks =
	/(?:classification|detection|segmentation|recognition|estimation|regression|forecasting|questionanswering)$/;
const text = `completion completions v1-completions text-completions text thought language code openai openai-response
	openai-response-compact openai-responses agent-v1-responses agent-v2-responses anthropic gemini generate generatecontent responses messages instruct
	tools tool-use tool-calling tool-calls function-calling function-call functions vision reasoning thinking structured-output
	structured-outputs json-mode streaming`;
/** Words that name an output or a kind in one field, but an input or a strength of a chat model in another. */
const ambiguous = `image images audio speech video music 3d voice search translation summarization summarize classification
	score scores rerank-score detection segmentation ocr realtime`;

const hints: Readonly<Record<string, Hint>> = Object.fromEntries(
	Object.entries({ chat, embedding, other, text }).flatMap(([hint, words]) =>
		words.split(/\s+/).map((word) => [bare(word), hint as Hint] as const),
	),
);
const ambiguousWords: ReadonlySet<string> = new Set(ambiguous.split(/\s+/).map(bare));

/** Maximum number of entries of a list of hints that are read. */
const mostWords = 64;
/** Maximum length of a hint, in characters. */
const longestWord = 64;

/**
 * Returns the kind that a field indicates. The field is a text, a list of texts or of objects with a name, or an object
 * whose true fields count.
 */
export function hintOf(value: unknown): Hint | undefined {
	const found = new Set(wordsOf(value).map(wordHint));
	// Chat takes precedence, because chat models do other things too.
	return (["chat", "text", "embedding", "other"] as const).find((hint) => found.has(hint));
}

/** Returns the kind that is indicated by a field that names a model's only task. */
export function hintOfTask(value: unknown): Hint | undefined {
	const isOther = typeof value === "string" && wordsOf(value).some((word) => otherTasks.test(word));
	return hintOf(value) ?? (isOther ? "other" : undefined);
}

/**
 * Returns the kind that a list of abilities indicates. A chat model may also make images, and `image` may mean that it
 * accepts them, so the kind is `other` only if all unambiguous abilities in the list indicate it.
 */
export function hintOfAbilities(value: unknown): Hint | undefined {
	const words = wordsOf(value).filter((word) => !ambiguousWords.has(word));
	// Next to embeddings, "text" is the model's input.
	const clear = words.some((word) => wordHint(word) === "embedding") ? words.filter((word) => word !== "text") : words;
	const hint = hintOf(clear);
	const isOther = Array.isArray(value) && words.every((word) => wordHint(word) === "other");
	return hint === "other" && !isOther ? undefined : hint;
}

/** Returns the kind that a model's outputs indicate. */
export function hintOfOutputs(value: unknown): Hint | undefined {
	const found = new Set(wordsOf(value).map(wordHint));
	return (["embedding", "text", "chat", "other"] as const).find((hint) => found.has(hint));
}

/**
 * Returns the words of a field, reduced to lower-case letters and digits: `image_generation`, `Text Generation` and
 * `TextGeneration` are treated alike. URLs are left out.
 */
export function wordsOf(value: unknown): readonly string[] {
	const all = Array.isArray(value)
		? value.slice(0, mostWords).map((entry) => (hasFields(entry) ? (entry.name ?? entry.id ?? entry.type) : entry))
		: hasFields(value)
			? trueFields(value)
			: [value];
	return all.filter(isShortText).map(bare);
}

function bare(word: string): string {
	const small = word.toLowerCase();
	return (fromTo.exec(small)?.[0] ?? small).replace(/[^a-z0-9]+/g, "");
}

/** The kinds of text-embeddings-inference (TEI). */
const detailed = ["embedding", "reranker", "classifier"];

/**
 * Returns the values of an object's `type`, `name` and `id`, and the names of its true fields. For TEI's kinds, an
 * object counts as true, because it contains the details: `{ embedding: { pooling: "cls" } }`.
 */
function trueFields(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
	const names: unknown[] = ["type", "name", "id"].map((name) => ownField(fields, name));
	let looked = 0;
	for (const name in fields) {
		if (++looked > mostWords) break;
		const value = ownField(fields, name);
		if (value === true || (hasFields(value) && detailed.includes(name))) names.push(name);
	}
	return names;
}

function isShortText(value: unknown): value is string {
	return typeof value === "string" && value.length <= longestWord && !value.includes("://");
}

function wordHint(word: string): Hint | undefined {
	if (ambiguousWords.has(word)) return "other";
	return ownField(hints, word) ?? (otherOutputs.test(word) ? "other" : undefined);
}
