import * as vscode from "vscode";
import { capabilityFacts } from "../../../core/gateway/capabilities/capabilityFacts";
import type { CapabilityStore } from "../../../core/gateway/capabilities/capabilityStore";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify, type PickRow, pickOne } from "../../adapters/messages";

/**
 * Shows the learned capabilities of a model, and lets the user reset them.
 *
 * @param gateway the base URL's `href`.
 */
export async function showLearned(capabilities: CapabilityStore, gateway: string, model: string): Promise<void> {
	const facts = capabilityFacts(capabilities.get(gateway, model), vscode.env.language);
	const label = inertName(vscode.l10n.t("Reset"));
	const forget: PickRow = { label, iconPath: new vscode.ThemeIcon("discard"), alwaysShow: true };
	const separator: PickRow = { label: inertName(""), kind: vscode.QuickPickItemKind.Separator };
	const rows = facts.map((fact): PickRow => ({ label: inertLine(fact) }));
	const chosen = await pickOne([...rows, separator, forget], {
		title: inertLine(vscode.l10n.t("Learned Capabilities of {0}", model)),
		placeHolder: inertLine(vscode.l10n.t("Learned from its answers and refusals. After a reset, each is tried again")),
	});
	if (chosen === forget) await capabilities.reset(gateway, model);
}

/** Asks which model's learned capabilities to reset, or whether to reset all, and resets them. */
export async function resetLearned(capabilities: CapabilityStore, gateway: string, name: string): Promise<void> {
	const models = capabilities.models(gateway);
	if (models.length === 0) {
		const text = vscode.l10n.t(
			"Nothing has been learned about the models of {0} yet: they follow the specification.",
			name,
		);
		void notify("info", inertLine(text));
		return;
	}
	const items = models.map((model) => ({
		label: inertName(model),
		detail: inertLine(capabilityFacts(capabilities.get(gateway, model), vscode.env.language).join(" ")),
		model,
	}));
	const all = { label: inertName(vscode.l10n.t("All Models")), model: undefined };
	const chosen = await pickOne<PickRow & { model: string | undefined }>([all, ...items], {
		title: inertLine(vscode.l10n.t("Reset Learned Capabilities: {0}", name)),
		matchOnDetail: true,
	});
	if (chosen) await capabilities.reset(gateway, chosen.model);
}
