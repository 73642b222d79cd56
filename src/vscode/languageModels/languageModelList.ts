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
 * A model as VS Code is given it, which shows most of it in Markdown that may run commands. `isUserSelectable` is not in
 * the types; without it, no picker shows the model.
 */
interface LanguageModelInfo extends vscode.LanguageModelChatInformation {
	readonly id: InertText;
	readonly name: InertText;
	readonly detail: InertText;
	readonly tooltip: InertText;
	readonly isUserSelectable: boolean;
}

/** Delay before limits that have changed are shown, in milliseconds: each answer may report other ones. */
const limitsAfter = 10_000;

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
	/** What VS Code was given last, so that VS Code is not asked to read the same again. */
	#shown: readonly LanguageModelInfo[] | undefined;

	constructor(private readonly deps: ListDeps) {
		const { settings, secrets } = deps;
		const changed = () => this.refresh();
		this.#disposables.add(settings.gateways.onDidChange(changed));
		this.#disposables.add(secrets.onDidChange(changed));
		// Another window may have refreshed a list, which comes without an event.
		this.#disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && changed()));
	}

	/** Returns the models. */
	list(): LanguageModelInfo[] {
		const infos = this.deps.models.list().map((model) => this.#infoOf(model));
		this.#shown = infos;
		return infos;
	}

	/** Returns a model that VS Code names. */
	find(id: string): ProvidedModel | undefined {
		return this.deps.models.list().find((model) => model.id === id);
	}

	/** Has VS Code read the list again if it has changed; after the first reading only. */
	refresh(): void {
		const before = this.#shown;
		if (before && JSON.stringify(this.list()) !== JSON.stringify(before)) this.#onDidChange.fire();
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

	dispose(): void {
		this.#disposables.dispose();
	}

	#infoOf(provided: ProvidedModel): LanguageModelInfo {
		const { id, model, connection, isPicked, maxInputTokens, maxOutputTokens, toolCalling, imageInput } = provided;
		const { keyFacts } = provided;
		const state = keyState(keyFacts, false, this.deps.clock.now());
		const trouble = needsAttention(state) ? `: ${keyStateText(state)}` : "";
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
			isUserSelectable: isPicked,
		};
	}
}
