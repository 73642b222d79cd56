import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import type { Capabilities, FillInFamily, FillInRung, ToolRung } from "./capabilities";

/**
 * Returns the learned capabilities of a model, one sentence for each.
 *
 * @param language for the format of numbers, such as `fr`.
 */
export function capabilityFacts(can: Capabilities, language: string): string[] {
	const number = (value: number) => numberText(value, language);
	const facts = {
		temperature: can.temperature === false && l10n.t("It refuses a temperature: none is sent."),
		lengthField: can.lengthField && lengthFact(can.lengthField),
		system: can.system === false && l10n.t("It refuses system messages: their text is put before the first question."),
		contextLength: can.contextLength && l10n.t("It accepts {0} tokens.", number(can.contextLength)),
		maxOutput: can.maxOutput && l10n.t("Its answers have at most {0} tokens.", number(can.maxOutput)),
		usage: usageFact(can.usage),
		embeddingArrays: arraysFact(can.embeddingArrays),
		embeddingBatch:
			can.embeddingBatch &&
			can.embeddingBatchLimited &&
			l10n.t("It embeds at most {0} texts at once.", number(can.embeddingBatch)),
		embeddingBatchLimited: undefined,
		encodingFormat: can.encodingFormat === false && l10n.t("It refuses encoding_format: the field is not sent."),
		dimension: can.dimension && l10n.t("Its embeddings have {0} dimensions.", number(can.dimension)),
		images: can.images === false && l10n.t("It refuses images."),
		toolRung: can.toolRung && rungFact(can.toolRung),
		toolRole: can.toolRole === false && l10n.t("It refuses tool results: they are sent as text."),
		toolChoice: can.toolChoice === false && l10n.t("It refuses tool_choice: the field is not sent."),
		needsReasoning:
			can.needsReasoning &&
			l10n.t("It refuses its own tool calls without the reasoning before them: the reasoning is sent back."),
		effort: can.effort && effortFact(can.effort),
		effortBesideTools: undefined,
		effortLevels: can.effortLevels && l10n.t("It accepts these reasoning efforts: {0}.", can.effortLevels.join(", ")),
		fillInRung: can.fillInRung && fillInFact(can.fillInRung, can.fillInFamily),
		fillInFamily: undefined,
		reasoningSwitch: can.reasoningSwitch && l10n.t("Its reasoning can be turned off."),
		kind: can.kind && kindFact(can.kind),
	} satisfies Readonly<Record<keyof Capabilities, unknown>>;
	return Object.values(facts).filter((fact) => typeof fact === "string" && fact !== "") as string[];
}

function lengthFact(field: NonNullable<Capabilities["lengthField"]>): string {
	return field === "none"
		? l10n.t("It refuses a length limit: none is sent.")
		: l10n.t("The length limit is sent as {0}.", field);
}

function rungFact(rung: ToolRung): string {
	switch (rung) {
		case "streamed":
			return l10n.t("It calls tools.");
		case "whole":
			return l10n.t("It calls tools only when its answer is not streamed.");
		case "leaked":
			return l10n.t("It writes tool calls into its text, where they are recognized.");
		case "prompted":
			return l10n.t("Tools are described to it in the text of the request.");
	}
}

function effortFact(effort: NonNullable<Capabilities["effort"]>): string {
	return effort === "refused"
		? l10n.t("It refuses a reasoning effort: none is sent.")
		: l10n.t("It accepts a reasoning effort, in the field {0}.", effort);
}

/** Returns how a model completes code, in a sentence. */
export function fillInFact(rung: FillInRung, family: FillInFamily | undefined): string {
	switch (rung) {
		case "suffix":
			return l10n.t("It completes code: the text after the cursor is sent as its suffix.");
		case "tokens":
			return l10n.t("It completes code with the tokens of {0}.", family ?? "");
		case "chat":
			return l10n.t("It completes code in chat answers.");
	}
}

function usageFact(usage: boolean | undefined): string | undefined {
	if (usage === undefined) return undefined;
	return usage ? l10n.t("It counts tokens when asked.") : l10n.t("It does not count tokens, even when asked.");
}

function arraysFact(arrays: boolean | undefined): string | undefined {
	if (arrays === undefined) return undefined;
	return arrays ? l10n.t("It embeds several texts at once.") : l10n.t("It embeds one text at a time.");
}

function kindFact(kind: NonNullable<Capabilities["kind"]>): string {
	return kind === "embedding" ? l10n.t("It makes embeddings and cannot chat.") : l10n.t("It cannot make embeddings.");
}
