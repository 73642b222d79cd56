import { hasFields, ownField } from "../../shared/untrusted/ownField";
import { type Hint, hintOf, hintOfAbilities, hintOfOutputs, hintOfTask, wordsOf } from "./hintWords";

/** What a gateway says of a model; `notChat` where it says only that it does not chat. */
export type KindHint = Hint | "notChat";

/** Fields that name what a model is, the clearest first. */
const kindFields =
	`mode task pipeline_tag model_pipeline_tag type model_type modelType reported_type domain sub_type subtype task_type inference_task
	endpoint_type route_type tasks task_types supported_tasks category categories kind object modality endpoints
	supported_endpoint_types supported_endpoints supported_apis api_types supported_methods methods functions
	supported_generation_methods supportedGenerationMethods
	labels roles apis endpoint types model_types`.split(/\s+/);
/** Those of them that hold the name of one task. */
const taskFields = ["task", "pipeline_tag", "model_pipeline_tag", "type"];
/** Fields that list abilities, too, where `image` may mean that a model takes images in. */
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
/** Fields that say of chatting itself whether a model does it. */
const chatFields = ["completion_chat", "chat_completion", "supports_chat", "chat"];
/** Objects in which gateways pass on what another server said of a model. */
const containers =
	"model_info info openai ollama architecture modalities model_spec metadata meta details pipeline capabilities".split(
		" ",
	);
/** How far down such objects may lie within each other. */
const deepest = 2;
/** So many such objects of one model are looked at: far more than any gateway has. */
const mostContainers = 24;

/** What the fields of one model in a list say of its kind. Values of other types than expected say nothing. */
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

/** What goes in and comes out: OpenRouter, SAIA and GitHub Models list both; some write `text+image->text`. */
function ofModalities(fields: Readonly<Record<string, unknown>>): KindHint | undefined {
	const { modality } = fields;
	const [from, to] = typeof modality === "string" && modality.length < 200 ? modality.split("->") : [];
	const outputs = firstOf(outputFields, (name) => hintOfOutputs(ownField(fields, name)));
	const hint = outputs ?? hintOfOutputs(to?.split("+"));
	const inputs = [...inputFields.flatMap((name) => wordsOf(ownField(fields, name))), ...wordsOf(from?.split("+"))];
	// From sound alone to text: it transcribes.
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
