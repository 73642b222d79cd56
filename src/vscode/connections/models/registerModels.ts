import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Clock } from "../../../core/base/ports";
import type { Connection } from "../../../core/connections/connection";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import type { KeyStore } from "../../../core/connections/keyStore";
import type { ModelCatalog } from "../../../core/connections/models/modelCatalog";
import type { ModelChoice, VanishedModel } from "../../../core/connections/models/modelChoice";
import { chatModels } from "../../../core/connections/models/modelLists";
import type { CapabilityStore } from "../../../core/gateway/capabilities/capabilityStore";
import type { EffortStore } from "../../../core/gateway/capabilities/effortStore";
import { limitText } from "../../../core/gateway/limits/limitText";
import type { ReportedLimits } from "../../../core/gateway/limits/reportedLimits";
import type { Disposable } from "../../../shared/disposable";
import { numberText } from "../../../shared/text/numberText";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify } from "../../adapters/messages";
import type { Commands } from "../../commands";
import { showProgress } from "../../progress";
import type { KeyActions } from "../keyActions";

interface ModelDeps {
	readonly commands: Commands;
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly keys: KeyStore;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
		readonly capabilities: CapabilityStore;
		readonly efforts: EffortStore;
		readonly gatewayServices: { readonly limits: ReportedLimits; readonly clock: Clock };
	};
	readonly keyActions: Pick<KeyActions, "set">;
}

/** The commands for models. */
interface ModelFeature extends Disposable {
	/** Notifies the user that the chosen model is no longer listed, and offers the others. */
	notifyVanished(vanished: VanishedModel): Promise<void>;
}

/** Registers the commands that switch the model and refresh the list of models. */
export function registerModels({ commands, gateways, keyActions }: ModelDeps): ModelFeature {
	const { connections, keys, catalog, models, capabilities, efforts, gatewayServices } = gateways;
	const disposables = new Disposables();

	/** Returns a text about the limit with the smallest share left; empty if the gateway reports none. */
	function scarcest({ base }: Connection): string {
		const { limits, clock } = gatewayServices;
		const [first] = limits.current(base.origin);
		return first ? limitText(first, clock.now(), vscode.env.language) : "";
	}

	/** Returns whether there is a key, which may have been set in another window. */
	const hasKey = async ({ base: { origin } }: Connection) =>
		keys.facts(origin) !== undefined || Boolean(await keys.get(origin));

	async function selectModel(): Promise<void> {
		const connection = connections.required();
		// The gateway lists its models only with a key.
		if (!(await hasKey(connection))) await keyActions.set(connection);
		if (!(await hasKey(connection))) return;
		const { pickModel } = await import("./modelPick");
		const model = await pickModel({
			connection,
			catalog,
			capabilities,
			efforts,
			title: vscode.l10n.t("Select Model: {0}", connection.name),
			// The end of a long text is cut off, so the limit comes first.
			placeholder: [scarcest(connection), vscode.l10n.t("The model to use from now on")].filter(Boolean).join(" · "),
			current: models.current(connection),
			offered: chatModels,
			onError: (error) => void commands.show(error),
		});
		if (!model) return;
		await models.choose(connection, "chat", model);
	}

	async function refreshModels(): Promise<void> {
		const connection = connections.required();
		const title = inertLine(vscode.l10n.t("Asking {0} for its models…", connection.name));
		const found = await showProgress(title, (signal, onWait) => catalog.refresh(connection, signal, onWait));
		const offers =
			found.length === 1
				? vscode.l10n.t("{0} offers 1 model.", connection.name)
				: vscode.l10n.t("{0} offers {1} models.", connection.name, numberText(found.length));
		void notify("info", inertLine(offers));
	}

	async function notifyVanished({ connection, model }: VanishedModel): Promise<void> {
		if (connections.current?.base.href !== connection.base.href) return;
		const other = inertName(vscode.l10n.t("Select Model"));
		const text = vscode.l10n.t("{0} no longer lists the chosen model {1}.", connection.name, model);
		if ((await notify("warning", inertLine(text), other)) === other) await selectModel();
	}

	disposables.add(commands.register("selectModel", selectModel));
	disposables.add(commands.register("refreshModels", refreshModels));
	disposables.add(
		commands.register("resetCapabilities", async () => {
			const { base, name } = connections.required();
			const { resetLearned } = await import("./learnedFacts");
			await resetLearned(capabilities, base.href, name);
		}),
	);
	return { notifyVanished, dispose: () => disposables.dispose() };
}
