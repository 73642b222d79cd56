import * as vscode from "vscode";
import { capabilityFacts } from "../../core/models/capabilityFacts";
import type { CapabilityStore } from "../../core/wire/capabilityStore";

/**
 * Shows what was learned of a model, and lets the user have it forgotten.
 *
 * @param gateway the base URL's `href`.
 */
export async function showLearned(capabilities: CapabilityStore, gateway: string, model: string): Promise<void> {
	const facts = capabilityFacts(capabilities.get(gateway, model), vscode.env.language);
	const forget = { label: vscode.l10n.t("$(discard) Forget This"), alwaysShow: true };
	const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
	const chosen = await vscode.window.showQuickPick([...facts.map((label) => ({ label })), separator, forget], {
		title: vscode.l10n.t("Learned of {0}", model),
		placeHolder: vscode.l10n.t("From its answers and refusals; what is forgotten is tried again"),
	});
	if (chosen === forget) await capabilities.reset(gateway, model);
}

/** Asks of which model what was learned is to be forgotten, or of all, and forgets it. */
export async function resetLearned(capabilities: CapabilityStore, gateway: string, name: string): Promise<void> {
	const models = capabilities.models(gateway);
	if (models.length === 0) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t("Nothing was learned yet of the models of {0}: they take what the specification says.", name),
		);
		return;
	}
	const items: vscode.QuickPickItem[] = models.map((model) => ({
		label: model,
		detail: capabilityFacts(capabilities.get(gateway, model), vscode.env.language).join(" "),
	}));
	const all: vscode.QuickPickItem = { label: vscode.l10n.t("All Models") };
	const chosen = await vscode.window.showQuickPick([all, ...items], {
		title: vscode.l10n.t("Forget What Was Learned: {0}", name),
		matchOnDetail: true,
	});
	if (chosen) await capabilities.reset(gateway, chosen === all ? undefined : chosen.label);
}
