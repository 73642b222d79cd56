import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { chatModels, type ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import type { CapabilityStore } from "../../core/wire/capabilityStore";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { Commands } from "../commands";
import { showProgress } from "../progress";
import type { Settings } from "../settings";

interface ModelDeps {
	readonly commands: Commands;
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly settings: Settings;
	readonly capabilities: CapabilityStore;
}

/** Switching the model, and asking which there are. */
export function registerModels(deps: ModelDeps): vscode.Disposable {
	const { commands, connections, catalog, models, settings, capabilities } = deps;
	const disposables = new Disposables();

	async function selectModel(): Promise<void> {
		const connection = connections.required();
		const { assertInEffect, pickModel } = await import("./modelPick");
		const model = await pickModel({
			connection,
			catalog,
			capabilities,
			title: vscode.l10n.t("Switch Model: {0}", connection.name),
			placeholder: vscode.l10n.t("The model that answers from now on"),
			current: models.current(connection),
			offered: chatModels,
			onError: (error) => void commands.show(error),
		});
		if (!model) return;
		await settings.setModel(model);
		assertInEffect(model, settings.model);
	}

	async function refreshModels(): Promise<void> {
		const connection = connections.required();
		const title = inertLine(vscode.l10n.t("Asking {0} for its models…", connection.name));
		const found = await showProgress(title, (signal, onWait) => catalog.refresh(connection, signal, onWait));
		void notify("info", inertLine(vscode.l10n.t("{0} offers {1} models.", connection.name, found.length)));
	}

	disposables.add(commands.register("selectModel", selectModel));
	disposables.add(commands.register("refreshModels", refreshModels));
	disposables.add(
		commands.register("resetCapabilities", async () => {
			const { base, name } = connections.required();
			await (await import("./learnedFacts")).resetLearned(capabilities, base.href, name);
		}),
	);
	return disposables;
}
