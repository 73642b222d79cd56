import type { ModelInfo } from "../../../shared/conversation";
import type { EffortField } from "../../../shared/reasoningEffort";
import { cutText } from "../../../shared/untrusted/cutText";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields, ownField } from "../../../shared/untrusted/ownField";

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of entries of a list of abilities that are read. */
const mostAbilities = 100;

/** Fields that state an ability directly, in the entry or in its `capabilities`. */
const visionFields = ["vision", "supports_vision"];
const toolFields = ["function_calling", "supports_function_calling", "supports_tools", "tool_use", "tool_call"];
const effortFields = ["reasoning_effort", "supports_reasoning_effort"];
/** Words that stand for an ability in a list: LM Studio, llama-server and Ollama list `capabilities`. */
const visionWords = ["vision", "image", "multimodal"];
const toolWords = ["tools", "tool_use", "tool_calling", "function_calling"];
/** The words of llama-server's list, which never says whether a model calls tools. */
const llamaWords = ["completion", "multimodal"];
const effortWords = ["reasoning_effort", "reasoning"];

/** Returns the abilities and the state that a model's entry in a list reports; absent where it reports nothing. */
export function reportedAbilities(entry: Fields): Pick<ModelInfo, "images" | "tools" | "effort" | "status"> {
	const images = takesImages(entry);
	const tools = callsTools(entry);
	const effort = effortFieldOf(entry);
	const status = statusOf(entry);
	return {
		...(images === undefined ? {} : { images }),
		...(tools === undefined ? {} : { tools }),
		...(effort === undefined ? {} : { effort }),
		...(status === undefined ? {} : { status }),
	};
}

/**
 * Returns whether a model accepts images: Mistral uses `capabilities.vision`, OpenRouter
 * `architecture.input_modalities`, SAIA `input`, others `type`.
 */
function takesImages(entry: Fields): boolean | undefined {
	const { type, architecture } = entry;
	if (type === "image-text-to-text" || type === "vlm") return true;
	const stated = statedIn(entry, visionFields) ?? listedIn(ownField(entry, "capabilities"), visionWords);
	if (stated !== undefined) return stated;
	const inputs = hasFields(architecture) ? architecture.input_modalities : undefined;
	const lists = [inputs, ownField(entry, "input_modalities"), ownField(entry, "input")].filter(Array.isArray);
	return lists[0]?.slice(0, mostAbilities).includes("image");
}

/** Returns whether a model calls tools: Mistral uses `capabilities.function_calling`, OpenRouter `supported_parameters`. */
function callsTools(entry: Fields): boolean | undefined {
	const capabilities = ownField(entry, "capabilities");
	const saysNothing = Array.isArray(capabilities) && capabilities.every((word) => llamaWords.includes(word));
	return (
		statedIn(entry, toolFields) ??
		(saysNothing ? undefined : listedIn(capabilities, toolWords)) ??
		listedIn(ownField(entry, "supported_parameters"), toolWords)
	);
}

/**
 * Returns the field for a reasoning effort, if the entry says that the model accepts one, as OpenRouter's
 * `supported_parameters` do. That a model reasons shows neither that it accepts an effort nor in which field.
 */
function effortFieldOf(entry: Fields): EffortField | undefined {
	const takesEffort =
		statedIn(entry, effortFields) || listedIn(ownField(entry, "supported_parameters"), effortWords) === true;
	return takesEffort ? "reasoning_effort" : undefined;
}

/** Returns the state that is reported: SAIA's and llama-server's `status`, LM Studio's `state`. */
function statusOf(entry: Fields): string | undefined {
	const { status, state } = entry;
	const reported = [hasFields(status) ? status.value : status, state].find((value) => typeof value === "string");
	const text = typeof reported === "string" ? cutText(reported, gatewayLimits.modelStatusLength).trim() : "";
	return text || undefined;
}

function statedIn(entry: Fields, names: readonly string[]): boolean | undefined {
	const capabilities = ownField(entry, "capabilities");
	const places = hasFields(capabilities) ? [entry, capabilities] : [entry];
	return places
		.flatMap((place) => names.map((name) => ownField(place, name)))
		.find((value) => typeof value === "boolean");
}

function listedIn(list: unknown, words: readonly string[]): boolean | undefined {
	if (!Array.isArray(list)) return undefined;
	return list.slice(0, mostAbilities).some((word) => words.includes(word));
}
