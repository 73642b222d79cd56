import { hasFields, ownField } from "../../../shared/untrusted/ownField";
import { type Hint, hintOf, hintOfAbilities, hintOfOutputs, hintOfTask, wordsOf } from "./hintWords";

/** The kind of a model according to its gateway; `notChat` if only this is known. */
export type KindHint = Hint | "notChat";

/** Fields that name the kind of a model, the clearest first. */
const kindFields =
	`mode task pipeline_tag model_pipeline_tag type model_type modelType reported_type domain sub_type subtype task_type inference_task
	endpoint_type route_type tasks task_types supported_tasks category categories kind object modality endpoints
	supported_endpoint_types supported_endpoints supported_apis api_types supported_methods methods functions
	supported_generation_methods supportedGenerationMethods
	labels roles role apis endpoint types model_types
	capability use_case use_cases usecase purpose operations supported_operations inference_type runner`.split(/\s+/);
/** Those of them that contain the name of one task. */
const taskFields = ["task", "pipeline_tag", "model_pipeline_tag", "type"];
/** Fields that may also list abilities, where `image` may mean that a model accepts images. */
const abilityFields = [
	"capabilities",
	"model_ability",
	"known_usecases",
	"tags",
	"features",
	"usecases",
	"families",
	"family",
];
const outputFields = "output_modalities outputModalities supported_output_modalities output outputs".split(" ");
const inputFields = "input_modalities inputModalities supported_input_modalities input inputs".split(" ");
/** Fields that state directly whether a model can chat. */
const chatFields = ["completion_chat", "chat_completion", "supports_chat", "chat"];
/** Fields that state directly that a model makes embeddings; some chat models do so, too. */
const embeddingFields =
	"embedding embeddings is_embedding is_embedding_model supports_embedding supports_embeddings".split(" ");
/** Objects in which gateways pass on what another server reports about a model. */
const containers =
	"model_info info openai ollama architecture modalities model_spec metadata meta details pipeline capabilities".split(
		" ",
	);
/** Maximum depth of nested objects that are read. */
const deepest = 2;
/** Maximum number of such objects that are read per model: far more than any gateway has. */
const mostContainers = 24;

/** Returns the kind that a model's fields in a list indicate. Values of unexpected types are ignored. */
export function kindOfHints(
	fields: Readonly<Record<string, unknown>>,
	depth = 0,
	looked = { containers: 0 },
): KindHint | undefined {
	let weak: KindHint | undefined;
	const say = (hint: KindHint | undefined) => {
		if (hint === "notChat") weak = hint;
		if (hint === "text") weak ??= hint;
		return hint === "chat" || hint === "embedding" || hint === "other" ? hint : undefined;
	};
	const inTurn = [
		() => firstOf(kindFields, (name) => say((taskFields.includes(name) ? hintOfTask : hintOf)(ownField(fields, name)))),
		() => firstOf(abilityFields, (name) => say(hintOfAbilities(ownField(fields, name)))),
		() => say(ofModalities(fields)),
		() => firstOf(chatFields, (name) => say(ownField(fields, name) === false ? "notChat" : trueChat(fields, name))),
		() => say(firstOf(embeddingFields, (name) => (ownField(fields, name) === true ? "embedding" : undefined))),
		() => depth < deepest && firstOf(containers, (name) => say(inContainer(fields, name, depth, looked))),
	];
	return firstOf(inTurn, (look) => look() || undefined) ?? weak;
}

function inContainer(
	fields: Readonly<Record<string, unknown>>,
	name: string,
	depth: number,
	looked: { containers: number },
): KindHint | undefined {
	const inner = ownField(fields, name);
	if (!hasFields(inner) || Array.isArray(inner) || ++looked.containers > mostContainers) return undefined;
	return kindOfHints(inner, depth + 1, looked);
}

function trueChat(fields: Readonly<Record<string, unknown>>, name: string): KindHint | undefined {
	return ownField(fields, name) === true ? "chat" : undefined;
}

/**
 * Derives the kind from the inputs and outputs: OpenRouter, SAIA and GitHub Models list both; some write
 * `text+image->text`.
 */
function ofModalities(fields: Readonly<Record<string, unknown>>): KindHint | undefined {
	const { modality } = fields;
	const [from, to] = typeof modality === "string" && modality.length < 200 ? modality.split("->") : [];
	const outputs = firstOf(outputFields, (name) => hintOfOutputs(ownField(fields, name)));
	const hint = outputs ?? hintOfOutputs(to?.split("+"));
	const inputs = [...inputFields.flatMap((name) => wordsOf(ownField(fields, name))), ...wordsOf(from?.split("+"))];
	// A model that turns only sound into text is a transcriber.
	const hearsOnly = inputs.length > 0 && inputs.every((word) => word === "audio" || word === "speech");
	return hint === "text" && hearsOnly ? "other" : hint;
}

function firstOf<T, R>(all: readonly T[], of: (each: T) => R | undefined): R | undefined {
	for (const each of all) {
		const found = of(each);
		if (found !== undefined) return found;
	}
	return undefined;
}
