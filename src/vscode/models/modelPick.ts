import * as vscode from "vscode";
import type { ModelInfo } from "../../shared/conversation";

interface ModelItem extends vscode.QuickPickItem {
	readonly model: string;
}

interface ModelPickOptions {
	readonly gateway: string;
	readonly current: string | undefined;
	/** What is known already; shown while the rest is asked for. */
	readonly known: readonly ModelInfo[];
	/** Whether to ask the gateway as the pick opens. */
	readonly stale: boolean;
	refresh(signal: AbortSignal): Promise<readonly ModelInfo[]>;
	/** Whether anything was learned of the model. */
	learned(model: string): boolean;
	/** Shows it, in place of the pick. */
	showLearned(model: string): void;
	/** Shows what was learned of all models, those that embed among them, in place of the pick. */
	showAllLearned(): void;
	/** Told of a refresh that failed; the known models stay. */
	onError(error: unknown): void;
}

/** Lets the user choose a chat model; `undefined` when they leave. A button asks the gateway anew. */
export function pickModel(options: ModelPickOptions): Promise<string | undefined> {
	const pick = vscode.window.createQuickPick<ModelItem>();
	const refreshButton = { iconPath: new vscode.ThemeIcon("refresh"), tooltip: vscode.l10n.t("Refresh the Models") };
	const learnedButton = {
		iconPath: new vscode.ThemeIcon("lightbulb"),
		tooltip: vscode.l10n.t("What Was Learned of It"),
	};
	const allLearnedButton = { ...learnedButton, tooltip: vscode.l10n.t("What Was Learned of the Models") };
	const abort = new AbortController();
	pick.title = vscode.l10n.t("Switch Model: {0}", options.gateway);
	pick.placeholder = vscode.l10n.t("The model that answers from now on");
	pick.matchOnDescription = true;
	pick.buttons = [refreshButton, allLearnedButton];

	const show = (models: readonly ModelInfo[]) => {
		const active = pick.activeItems[0]?.model ?? options.current;
		pick.items = models.map(({ id, contextLength, kind }) => ({
			label: id === options.current ? `$(check) ${id}` : id,
			description: [
				id === options.current ? vscode.l10n.t("current") : "",
				contextLength ? vscode.l10n.t("{0} tokens", contextLength.toLocaleString(vscode.env.language)) : "",
				kind === "unknown" ? vscode.l10n.t("kind not told") : "",
			]
				.filter(Boolean)
				.join(" · "),
			model: id,
			buttons: options.learned(id) ? [learnedButton] : [],
		}));
		pick.activeItems = pick.items.filter(({ model }) => model === active);
	};
	const refresh = async () => {
		pick.busy = true;
		try {
			show(await options.refresh(abort.signal));
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
			pick.hide();
			options.showAllLearned();
		});
		pick.onDidTriggerItemButton(({ item }) => {
			pick.hide();
			options.showLearned(item.model);
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
		show(options.known);
		pick.show();
		if (options.stale) void refresh();
	});
}
