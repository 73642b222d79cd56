import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { capabilityFacts } from "../../core/models/capabilityFacts";
import { chatModels, type ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import type { CapabilityStore } from "../../core/wire/capabilityStore";
import type { Commands } from "../commands";
import { withProgress } from "../progress";
import type { Settings } from "../settings";
import { resetLearned, showLearned } from "./learnedFacts";
import { pickModel } from "./modelPick";

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
		const known = catalog.cached(connection);
		const model = await pickModel({
			gateway: connection.name,
			current: models.current(connection),
			known: chatModels(known ?? []),
			stale: catalog.isStale(connection),
			refresh: async (signal) => chatModels(await catalog.refresh(connection, signal)),
			learned: (model) =>
				capabilityFacts(capabilities.get(connection.base.href, model), vscode.env.language).length > 0,
			showAllLearned: () => void resetLearned(capabilities, connection.base.href, connection.name),
			showLearned: (model) => void showLearned(capabilities, connection.base.href, model),
			onError: (error) => void commands.show(error),
		});
		if (!model) return;
		await settings.setModel(model);
		if (settings.model !== model) {
			throw new UserError(
				vscode.l10n.t(
					"This workspace's settings ask for {0}, which goes before your own choice, {1}.",
					settings.model,
					model,
				),
			);
		}
	}

	async function refreshModels(): Promise<void> {
		const connection = connections.required();
		const title = vscode.l10n.t("Asking {0} for its models…", connection.name);
		const found = await withProgress(title, (signal, onWait) => catalog.refresh(connection, signal, onWait));
		void vscode.window.showInformationMessage(vscode.l10n.t("{0} offers {1} models.", connection.name, found.length));
	}

	disposables.add(commands.register("selectModel", selectModel));
	disposables.add(commands.register("refreshModels", refreshModels));
	disposables.add(
		commands.register("resetCapabilities", async () => {
			const { base, name } = connections.required();
			await resetLearned(capabilities, base.href, name);
		}),
	);
	return disposables;
}
