import { type EffortChoice, type EffortField, effortLevels, offeredLevels } from "../../../shared/reasoningEffort";
import { isAboutOneAnswer } from "../errors/errorReason";
import type { Capabilities } from "./capabilities";
import type { CapabilityStore } from "./capabilityStore";
import type { EffortStore } from "./effortStore";

/** The fields of a request's body that carry a reasoning effort. */
interface EffortBody {
	readonly reasoning_effort?: string;
	readonly enable_thinking?: boolean;
	readonly chat_template_kwargs?: Readonly<Record<string, boolean>>;
}

/** Returns the effort to send: the chosen one, but none if the model refused a reasoning effort or this level. */
export function sentEffort(choice: EffortChoice | undefined, can: Capabilities): EffortChoice | undefined {
	if (!choice || can.effort === "refused") return undefined;
	return offeredLevels(choice.field, can.effortLevels).includes(choice.level) ? choice : undefined;
}

/** Saves the effort that the user chose for a model: it is tried even if the model refused one before. */
export async function saveEffort(
	{ capabilities, efforts }: { readonly capabilities: CapabilityStore; readonly efforts: EffortStore },
	gateway: string,
	model: string,
	choice: EffortChoice | undefined,
): Promise<void> {
	const { effort, effortBesideTools } = capabilities.get(gateway, model);
	if (choice && (effort === "refused" || effortBesideTools === false))
		await capabilities.unlearn(gateway, model, "effort");
	await efforts.set(gateway, model, choice);
}

/** Returns the fields for the chosen effort, if it is sent. */
export function effortBody(choice: EffortChoice | undefined, can: Capabilities): EffortBody {
	const sent = sentEffort(choice, can);
	if (!sent) return {};
	const { level, field } = sent;
	const isOn = level !== "none";
	switch (field) {
		case "reasoning_effort":
			return { reasoning_effort: level };
		case "enable_thinking":
			return { enable_thinking: isOn };
		case "chat_template_kwargs.enable_thinking":
			return { chat_template_kwargs: { enable_thinking: isOn } };
		case "chat_template_kwargs.thinking":
			return { chat_template_kwargs: { thinking: isOn } };
	}
}

type Body = Readonly<Record<string, unknown>>;

/** Returns whether a request's body has a reasoning effort. */
export function hasEffort({ reasoning_effort, enable_thinking, chat_template_kwargs }: Body): boolean {
	return [reasoning_effort, enable_thinking, chat_template_kwargs].some((field) => field !== undefined);
}

/** Matches the words of errors about a refused effort: the field's name, "invalid reasoning value". */
const effortName =
	/\breasoning[_ .-]?effort\b|\benable_thinking\b|\bchat_template_kwargs\b|\breasoning (?:value|level)\b/i;
/** Match the words of a sentence such as "Thinking is not enabled", "This model only works in thinking mode". */
const thinking = /\b(?:thinking|reasoning)\b/i;
const denied = /\b(?:not|only|invalid|unsupported|disabled)\b|n't\b/i;

function isAboutEffort(text: string): boolean {
	const isDenial = (sentence: string) => thinking.test(sentence) && denied.test(sentence);
	if (effortName.test(text)) return true;
	// An error about one answer, or about the history, may contain any words.
	return !isAboutOneAnswer(text) && text.split(/[.;\n]/).some(isDenial);
}

/** Returns whether an error says that a model accepts no effort in a request with tools, and this request has both. */
function excludesTools(said: readonly string[], sent: Body): boolean {
	const isAbout = (text: string) => isAboutEffort(text) && /\b(?:tools?|functions?)(?![a-z])/i.test(text);
	return "tools" in sent && hasEffort(sent) && said.some(isAbout);
}

/** Matches the words before the values that are accepted: "Supported values are", "must be one of", "should be". */
const beforeValues = /\b(?:supported|allowed|accepted|valid|possible) values\b|\b(?:must|should) be\b|\bexpected\b/i;
/** Number of characters, from these words on, that are searched for the values. */
const valuesLength = 200;

/**
 * Returns what a refusal reveals about the reasoning effort that was sent: the accepted levels, that no effort is
 * accepted, or that none is accepted together with tools.
 *
 * @param said the field that the error names, and its text.
 */
export function effortFallback(said: readonly string[], sent: Body, known: Capabilities): Capabilities | undefined {
	if (!hasEffort(sent) || !said.some(isAboutEffort)) return undefined;
	if (excludesTools(said, sent)) return { effortBesideTools: false };
	const { reasoning_effort: level } = sent;
	const named = effortLevels.filter((each) => said.some((text) => valuesIn(text).includes(each)));
	const others = offeredLevels("reasoning_effort", known.effortLevels).filter((each) => each !== level);
	const isLevel = named.length === 0 && said.some((text) => refusedLevels(text).includes(String(level)));
	const levels = isLevel ? others : named;
	const isOtherLevel = level !== undefined && levels.length > 0 && levels.every((each) => each !== level);
	return isOtherLevel ? { effortLevels: levels } : { effort: "refused" };
}

function valuesIn(text: string): readonly string[] {
	const found = beforeValues.exec(text);
	if (!found) return [];
	return (
		text
			.slice(found.index, found.index + valuesLength)
			.toLowerCase()
			.match(/[a-z]+/g) ?? []
	);
}

/** Matches a level as a value: "'minimal'", "reasoning_effort: minimal", "minimal is not supported". */
const levelValue =
	/(?:['"`:=] ?|\b(?:support|unsupported|invalid) )(none|minimal|low|medium|high)\b|\b(none|minimal|low|medium|high) is (?:not|in|un)/gi;

/** Returns the levels that an error refuses; empty if it refuses the field as a whole. */
function refusedLevels(text: string): readonly string[] {
	if (/\b(?:param(?:eter)?s?|arguments?|extra)\b/i.test(text)) return [];
	return [...text.matchAll(levelValue)].map(([, quoted, denied]) => (quoted ?? denied ?? "").toLowerCase());
}

/** Matches words that refuse a field, rather than explain how it is used. */
const denial =
	/\b(?:not|no|never|cannot|extra|invalid|forbidden|disabled|un(?:recogni[sz]ed|known|expected|supported))\b|n't\b/i;

/**
 * Returns the field for an effort that an error names although no effort was sent: the model then accepts this field.
 *
 * @param sent the request's body: an error may merely quote it, for example a question that mentions a field.
 */
export function namedEffortField(said: string, sent: Body): EffortField | undefined {
	if (hasEffort(sent) || denial.test(said)) return undefined;
	const isNamed = (name: RegExp) => name.test(said) && !name.test(JSON.stringify(sent));
	if (isNamed(/\breasoning_effort\b/)) return "reasoning_effort";
	const isInTemplate = /\bchat_template_kwargs\b/.test(said);
	if (isNamed(/\benable_thinking\b/)) return isInTemplate ? "chat_template_kwargs.enable_thinking" : "enable_thinking";
	// A word that any text may have, so the template's field must be named, too, and the word be quoted or assigned.
	const namesSwitch =
		isInTemplate && isNamed(/\bchat_template_kwargs\b/) && isNamed(/["'`]thinking\b|\bthinking ?[=:]/);
	return namesSwitch ? "chat_template_kwargs.thinking" : undefined;
}
