import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { Emitter, type Event } from "../../core/base/event";
import type { Clock } from "../../core/base/ports";
import { keyState, keyStateText, needsAttention } from "../../core/connections/keyState";
import type { ProvidedModel, ProvidedModels } from "../../core/connections/models/providedModels";
import type { Disposable } from "../../shared/disposable";
import { type InertText, inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import type { Settings } from "../settings";

/**
 * The fields that VS Code reads but its types do not have: without `isUserSelectable`, the pickers of some versions
 * show no model; `statusIcon` is shown beside a model's name.
 */
interface PickerFields {
	readonly isUserSelectable: boolean;
	readonly statusIcon?: vscode.ThemeIcon;
}

/** A model as passed to VS Code, which renders most of it as Markdown that may run commands. */
interface LanguageModelInfo extends vscode.LanguageModelChatInformation, Partial<PickerFields> {
	readonly id: InertText;
	readonly name: InertText;
	readonly detail: InertText;
	readonly tooltip: InertText;
}

/** Delay before limits that have changed are shown, in milliseconds: each answer may report other ones. */
const limitsAfter = 10_000;
/** Delay before checking whether VS Code accepts the fields beyond its types, in milliseconds. */
const checkAfter = 10_000;

interface ListDeps {
	readonly models: ProvidedModels;
	readonly settings: Pick<Settings, "gateways">;
	readonly secrets: { readonly onDidChange: (listener: () => void) => Disposable };
	readonly clock: Clock;
}

/**
 * The language models that Gatehouse provides to VS Code. Part of the shell: it answers from what is saved, without a
 * request or a question, whether VS Code asks silently or not.
 */
export class LanguageModelList implements Disposable {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #disposables = new Disposables();
	#limitsOf: (origin: string) => readonly string[] = () => [];
	#isReached: (host: string) => boolean = () => true;
	/** Whether VS Code accepts the fields beyond its types; checked once there are models. */
	#pickerFields: "unchecked" | "accepted" | "refused" = "unchecked";
	#checking: Disposable | undefined;
	/** The list that VS Code was given last, so that it is not asked to read the same list again. */
	#shown: readonly LanguageModelInfo[] = [];
	/** The length of the shortest list that VS Code has read since the check began; absent if it has read none. */
	#shortest: number | undefined;

	constructor(private readonly deps: ListDeps) {
		const { settings, secrets } = deps;
		const changed = () => this.refresh();
		this.#disposables.add(settings.gateways.onDidChange(changed));
		this.#disposables.add(secrets.onDidChange(changed));
		// Another window may have refreshed a list, which comes without an event.
		this.#disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && changed()));
	}

	/** Whether there are models that VS Code could show. */
	get hasModels(): boolean {
		return this.deps.models.list().length > 0;
	}

	/** Returns the models for VS Code, and records that it has read the list. */
	list(): LanguageModelInfo[] {
		const infos = this.#infos();
		this.#shown = infos;
		this.#shortest = Math.min(this.#shortest ?? infos.length, infos.length);
		if (infos.length > 0 && this.#pickerFields === "unchecked")
			this.#checking ??= this.deps.clock.after(checkAfter, () => {
				void this.#checkPickerFields();
			});
		return infos;
	}

	/**
	 * Omits the fields beyond VS Code's types if they make it drop all models. If asking VS Code fails, nothing changes.
	 */
	async #checkPickerFields(): Promise<void> {
		this.#pickerFields = "accepted";
		this.#shortest = undefined;
		try {
			const models = await vscode.lm.selectChatModels({ vendor: "gatehouse" });
			// VS Code must have read the list for this. If it has read several, its answer may come from any of them.
			if (models.length > 0 || !this.#shortest) return;
		} catch {
			return;
		}
		this.#pickerFields = "refused";
		this.#onDidChange.fire();
	}

	/** Returns the model with this id; VS Code passes back the ids from the list. */
	find(id: string): ProvidedModel | undefined {
		return this.deps.models.list().find((model) => model.id === id);
	}

	/**
	 * Makes VS Code read the list if it has changed, also for the first time: it may not ask by itself, and then its Chat
	 * view offers nothing but to sign in.
	 */
	refresh(): void {
		const infos = this.#infos();
		if (JSON.stringify(infos) === JSON.stringify(this.#shown)) return;
		this.#shown = infos;
		this.#onDidChange.fire();
	}

	/** Refreshes the list at each of these events. */
	follow(events: readonly Event<unknown>[]): void {
		for (const event of events) this.#disposables.add(event(() => this.refresh()));
	}

	/** Adds what is left of each gateway's limits to the tooltips. @param onDidChange fires when that has changed. */
	showLimits(limitsOf: (origin: string) => readonly string[], onDidChange: Event<unknown>): void {
		this.#limitsOf = limitsOf;
		let waiting: Disposable | undefined;
		const shown = () => {
			waiting = undefined;
			this.refresh();
		};
		this.#disposables.add(
			onDidChange(() => {
				waiting ??= this.deps.clock.after(limitsAfter, shown);
			}),
		);
		this.#disposables.add({ dispose: () => waiting?.dispose() });
	}

	/** Shows in the picker which gateways cannot be reached. @param onDidChange fires when that has changed. */
	showReach(isReached: (host: string) => boolean, onDidChange: Event<unknown>): void {
		this.#isReached = isReached;
		this.follow([onDidChange]);
	}

	dispose(): void {
		this.#checking?.dispose();
		this.#disposables.dispose();
	}

	#infos(): LanguageModelInfo[] {
		return this.deps.models.list().map((model) => this.#infoOf(model));
	}

	#infoOf(provided: ProvidedModel): LanguageModelInfo {
		const { id, model, connection, isPicked, maxInputTokens, maxOutputTokens, toolCalling, imageInput, keyFacts } =
			provided;
		const state = keyState(keyFacts, false, this.deps.clock.now());
		const trouble = needsAttention(state)
			? `: ${keyStateText(state)}`
			: this.#isReached(new URL(connection.base.href).host)
				? ""
				: `: ${vscode.l10n.t("cannot be reached")}`;
		const pickerFields: PickerFields = {
			isUserSelectable: isPicked,
			...(trouble && { statusIcon: new vscode.ThemeIcon("warning") }),
		};
		return {
			id,
			name: inertName(model.id),
			family: model.id,
			version: "1",
			detail: inertLine(connection.name + trouble),
			tooltip: inertMessage(
				[model.id, connection.name + trouble, connection.base.href, ...this.#limitsOf(connection.base.origin)].join(
					"\n",
				),
			),
			maxInputTokens,
			maxOutputTokens,
			capabilities: { toolCalling, imageInput },
			...(this.#pickerFields === "refused" ? {} : pickerFields),
		};
	}
}
