import * as vscode from "vscode";
import type { CapabilityStore } from "../../../core/gateway/capabilities/capabilityStore";
import { saveEffort } from "../../../core/gateway/capabilities/effortRequest";
import type { EffortStore } from "../../../core/gateway/capabilities/effortStore";
import { type EffortChoice, type EffortField, type EffortLevel, offeredLevels } from "../../../shared/reasoningEffort";
import { inertLine, inertName, withIcon } from "../../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../../adapters/messages";

/** A model whose reasoning effort is chosen. */
interface EffortTarget {
	readonly efforts: EffortStore;
	/** The base URL's `href`. */
	readonly gateway: string;
	readonly model: string;
	readonly field: EffortField;
}

/** Lets the user choose how long a model thinks, among the levels that it accepts as far as is known. */
export async function chooseEffort(
	{ efforts, gateway, model, field }: EffortTarget,
	capabilities: CapabilityStore,
): Promise<void> {
	const current = efforts.get(gateway, model)?.level;
	const levels = offeredLevels(field, capabilities.get(gateway, model).effortLevels);
	const row = (
		label: string,
		level: EffortLevel | undefined,
		description = "",
	): PickRow & { choice: EffortChoice[] } => ({
		label: level === current ? withIcon("check", inertName(label)) : inertName(label),
		description: inertLine(description),
		choice: level ? [{ level, field }] : [],
	});
	const chosen = await pickOne(
		[
			row(vscode.l10n.t("Default"), undefined, vscode.l10n.t("Nothing is sent: the gateway decides")),
			...levels.map((level) => row(levelText(level, field), level)),
		],
		{
			title: inertLine(vscode.l10n.t("Reasoning Effort of {0}", model)),
			placeHolder: inertLine(vscode.l10n.t("How long the model thinks; applies to every request to it")),
		},
	);
	if (chosen) await saveEffort({ capabilities, efforts }, gateway, model, chosen.choice[0]);
}

/** Returns the text for an effort in a model's row; empty if none is sent. */
export function effortText(choice: EffortChoice | undefined): string {
	return choice ? vscode.l10n.t("reasoning: {0}", levelText(choice.level, choice.field).toLowerCase()) : "";
}

function levelText(level: EffortLevel, field: EffortField): string {
	switch (level) {
		case "none":
			return vscode.l10n.t("Off");
		case "minimal":
			return vscode.l10n.t("Minimal");
		case "low":
			return vscode.l10n.t("Low");
		case "medium":
			return vscode.l10n.t("Medium");
		case "high":
			return field === "reasoning_effort" ? vscode.l10n.t("High") : vscode.l10n.t("On");
	}
}
