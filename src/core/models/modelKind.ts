import type { ModelKind } from "../../shared/conversation";
import { ownField } from "../../shared/untrusted/ownField";

const kindOfType: Readonly<Record<string, ModelKind>> = {
	"text-generation": "chat",
	"image-text-to-text": "chat",
	llm: "chat",
	vlm: "chat",
	chat: "chat",
	"text-embeddings-inference": "embedding",
	embeddings: "embedding",
	embedding: "embedding",
	"text-classification": "other",
	"automatic-speech-recognition": "other",
	image_generation: "other",
	audio_transcription: "other",
	audio_speech: "other",
	rerank: "other",
	moderation: "other",
};

const embeddingNames = /embed|(?:^|[-_/.])(?:bge|e5|gte|minilm)(?:[-_/.]|$)/i;
const otherNames = /rerank|whisper|(?:^|[-_/.])tts(?:[-_/.]|$)|dall-e|moderation/i;

/**
 * What a model is for. An explicit field rules, then the name, else unknown (gateway-quirks.md, "Telling chat from
 * embedding models": OpenGateLLM and LM Studio say `type`, LiteLLM `mode`, Mistral `capabilities`).
 */
export function modelKind(id: string, fields: Readonly<Record<string, unknown>>): ModelKind {
	for (const field of [fields.type, fields.mode]) {
		const kind = typeof field === "string" ? ownField(kindOfType, field) : undefined;
		if (kind) return kind;
	}
	const { capabilities } = fields;
	if (typeof capabilities === "object" && capabilities !== null && "completion_chat" in capabilities) {
		if (capabilities.completion_chat === true) return "chat";
	}
	if (otherNames.test(id)) return "other";
	if (embeddingNames.test(id)) return "embedding";
	return "unknown";
}
