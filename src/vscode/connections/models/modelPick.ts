import * as vscode from "vscode";
import type { Connection } from "../../../core/connections/connection";
import type { ModelCatalog } from "../../../core/connections/models/modelCatalog";
import { splitByKind } from "../../../core/connections/models/offeredModels";
import { capabilityFacts } from "../../../core/gateway/capabilities/capabilityFacts";
import type { CapabilityStore } from "../../../core/gateway/capabilities/capabilityStore";
import { sentEffort } from "../../../core/gateway/capabilities/effortRequest";
import type { EffortStore } from "../../../core/gateway/capabilities/effortStore";
import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { createPick, type PickRow } from "../../adapters/messages";
import { chooseEffort, effortText } from "./effortPick";
import { resetLearned, showLearned } from "./learnedFacts";
import { type ModelRow, modelRow } from "./modelRow";

interface ModelPickOptions {
	readonly connection: Connection;
	readonly catalog: ModelCatalog;
	readonly capabilities: CapabilityStore;
	/** The reasoning efforts that can be chosen here; absent for models that do not chat. */
	readonly efforts?: EffortStore;
	readonly title: string;
	/** The purpose of the chosen model. */
	readonly placeholder: string;
	readonly current: string | undefined;
	/** The model that is active at first where there is no current one. */
	readonly suggested?: string | undefined;
	/**
	 * Returns the models that are listed at first. A button lists the others too, because a model's kind may be guessed
	 * wrongly. If there are none, all are listed at once.
	 */
	offered(models: readonly ModelInfo[]): readonly ModelInfo[];
	/** The kind whose models are listed first, above a separator; absent for a list without one. */
	readonly kind?: ModelKind;
	/** Called when a refresh fails; the known models remain listed. */
	onError(error: unknown): void;
}

/** A model's row, or the separator between the models. */
type ListedRow = ModelRow | (PickRow & { readonly model: undefined });

/** Returns the rows of models, those of a kind above a separator where there are others. */
function rowsOf(models: readonly ModelInfo[], toRow: (model: ModelInfo) => ModelRow, kind?: ModelKind): ListedRow[] {
	if (kind === undefined) return models.map(toRow);
	const [known, others] = splitByKind(models, kind);
	if (known.length === 0 || others.length === 0) return models.map(toRow);
	const label = inertName(vscode.l10n.t("other models"));
	const separator = { label, kind: vscode.QuickPickItemKind.Separator, model: undefined };
	return [...known.map(toRow), separator, ...others.map(toRow)];
}

/**
 * Lets the user choose a model; returns `undefined` when they cancel. Requests the models again when the list is stale,
 * or with a button.
 */
export function pickModel(options: ModelPickOptions): Promise<string | undefined> {
	const { connection, catalog, capabilities, efforts, current, offered } = options;
	const gateway = connection.base.href;
	const pick = createPick<ListedRow>();
	const refreshButton = {
		iconPath: new vscode.ThemeIcon("refresh"),
		tooltip: inertName(vscode.l10n.t("Refresh Models")),
	};
	const learnedButton = {
		iconPath: new vscode.ThemeIcon("lightbulb"),
		tooltip: inertName(vscode.l10n.t("Learned Capabilities")),
	};
	const allLearnedButton = {
		...learnedButton,
		tooltip: inertName(vscode.l10n.t("Learned Model Capabilities")),
	};
	const effortButton = {
		iconPath: new vscode.ThemeIcon("dashboard"),
		tooltip: inertName(vscode.l10n.t("Reasoning Effort")),
	};
	const allButton = {
		iconPath: new vscode.ThemeIcon("eye"),
		tooltip: inertName(vscode.l10n.t("Show All Models")),
	};
	const abort = new AbortController();
	let showsAll = false;
	pick.title = inertLine(options.title);
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;

	const isLearned = (model: string) =>
		capabilityFacts(capabilities.get(gateway, model), vscode.env.language).length > 0;
	/**
	 * Returns the field for a model's effort, even if the effort was chosen before the model's capabilities were reset,
	 * or before the model refused it.
	 */
	const effortField = ({ id, effort }: ModelInfo) => efforts && (effort ?? efforts.get(gateway, id)?.field);
	const show = (models: readonly ModelInfo[]) => {
		const active = pick.activeItems[0]?.model ?? current ?? options.suggested;
		const cut = models.length >= gatewayLimits.models;
		pick.placeholder = inertLine(
			cut
				? vscode.l10n.t("{0} · At most {1} models are listed.", options.placeholder, numberText(gatewayLimits.models))
				: options.placeholder,
		);
		const listed = offered(models);
		const fits = new Set(listed.map(({ id }) => id));
		const others = models.filter(({ id }) => !fits.has(id));
		const listsAll = showsAll || listed.length === 0;
		const isHidden = !listsAll && others.some(({ id }) => id !== current);
		pick.buttons = isHidden ? [refreshButton, allLearnedButton, allButton] : [refreshButton, allLearnedButton];
		const rows = [...listed, ...others.filter(({ id }) => listsAll || id === current)];
		const toRow = (model: ModelInfo) => ({
			...modelRow(model, {
				isCurrent: model.id === current,
				fits: fits.has(model.id),
				effort: effortText(sentEffort(efforts?.get(gateway, model.id), capabilities.get(gateway, model.id))),
			}),
			buttons: [...(effortField(model) ? [effortButton] : []), ...(isLearned(model.id) ? [learnedButton] : [])],
		});
		pick.items = rowsOf(rows, toRow, options.kind);
		pick.activeItems = pick.items.filter(({ model }) => model !== undefined && model === active);
	};
	const refresh = async () => {
		pick.busy = true;
		try {
			show(await catalog.refresh(connection, abort.signal));
		} catch (error) {
			if (!abort.signal.aborted) options.onError(error);
		}
		pick.busy = false;
	};

	return new Promise((resolve) => {
		pick.onDidTriggerButton((button) => {
			if (button === refreshButton) {
				void refresh();
				return;
			}
			if (button === allButton) {
				showsAll = true;
				show(catalog.cached(connection) ?? []);
				return;
			}
			pick.hide();
			void resetLearned(capabilities, gateway, connection.name);
		});
		pick.onDidTriggerItemButton(({ item, button }) => {
			const { model } = item;
			if (model === undefined) return;
			pick.hide();
			const field = button === effortButton ? effortField(catalog.find(connection, model)) : undefined;
			if (efforts && field) chooseEffort({ efforts, gateway, model, field }, capabilities).catch(options.onError);
			else void showLearned(capabilities, gateway, model);
		});
		pick.onDidAccept(() => {
			resolve(pick.selectedItems[0]?.model);
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			abort.abort();
			pick.dispose();
		});
		show(catalog.cached(connection) ?? []);
		pick.show();
		if (catalog.isStale(connection)) void refresh();
	});
}
