import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { messageOf, UserError } from "../../core/base/errors";
import type { Clock, Log, StateStore } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import { type BuildResult, IndexBuilder } from "../../core/search/indexBuilder";
import type { FoundChunk, IndexFacts } from "../../core/search/indexStore";
import type { BuildOutcome } from "../../core/search/searchIndex";
import { WorkspaceIndexes } from "../../core/search/workspaceIndexes";
import type { CapabilityStore } from "../../core/wire/capabilityStore";
import type { Disposable } from "../../shared/disposable";
import type { Settings } from "../settings";
import { agreeToPlan } from "./agreeToPlan";
import { embeddingTarget } from "./embeddingTarget";
import { filesOfWorkspace } from "./filesOfWorkspace";
import { indexFiles } from "./indexFiles";
import { showIndexProgress } from "./indexProgress";
import { watchIndexed } from "./indexWatcher";

export interface WorkspaceSearchDeps {
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly settings: Settings;
	readonly capabilities: CapabilityStore;
	readonly clock: Clock;
	readonly log: Log;
	/** The workspace's own. */
	readonly state: StateStore;
	/** Where the workspace's indexes are kept; none without a workspace. */
	readonly storageUri: vscode.Uri | undefined;
	readonly extensionUri: vscode.Uri;
}

/** The search of this window: its index, and what keeps that up to date. */
export class WorkspaceSearch implements Disposable {
	readonly #disposables = new Disposables();
	readonly #indexes: WorkspaceIndexes;
	readonly builder: IndexBuilder;
	#following = false;
	#lastOutcome: BuildOutcome | undefined;

	constructor(private readonly deps: WorkspaceSearchDeps) {
		const { connections, catalog, settings, capabilities, clock, state, storageUri, extensionUri } = deps;
		const target = () => {
			this.#assertPossible();
			return embeddingTarget(connections, catalog, settings.embeddingModel);
		};
		// Without a workspace, nothing is ever opened there.
		const folder = vscode.Uri.joinPath(storageUri ?? extensionUri, "index").fsPath;
		const indexes = new WorkspaceIndexes({
			target,
			files: filesOfWorkspace((uri) => settings.indexExcludes(uri)),
			...indexFiles(folder, vscode.Uri.joinPath(extensionUri, "dist").fsPath),
			capabilities,
			clock,
		});
		this.#indexes = indexes;
		this.builder = new IndexBuilder({ index: () => indexes.current(), state, clock });
		this.#disposables.add(showIndexProgress(this.builder));
		this.#disposables.add(this.builder.onDidChange(() => this.#logFailure()));
	}

	get clock(): Clock {
		return this.deps.clock;
	}

	get gatewayName(): string {
		return this.deps.connections.required().name;
	}

	/** What came of the last build that the user asked for. */
	get lastOutcome(): BuildOutcome | undefined {
		return this.#lastOutcome;
	}

	/** Builds what is missing, once the user has agreed. @returns `undefined` when it was paused. */
	async build(): Promise<BuildResult | undefined> {
		const result = await this.builder.build(agreeToPlan);
		this.#lastOutcome = result?.outcome;
		if (result && !result.declined) this.#follow();
		return result;
	}

	/** Finds chunks, and keeps the index up to date from then on. @throws UserError when there is no index; GatewayError. */
	async find(typed: string, limit: number, signal: AbortSignal): Promise<readonly FoundChunk[]> {
		if (!this.#following) await this.use();
		return (await this.#indexes.current()).search(typed, limit, signal);
	}

	/** What stands in the index; `undefined` while there is none. */
	async facts(): Promise<IndexFacts | undefined> {
		return (await this.#indexes.current()).facts();
	}

	/** Begins to follow what changes, when there is an index; gives what stands in it. */
	async use(): Promise<IndexFacts | undefined> {
		const facts = await this.facts();
		if (facts && !this.#following) {
			this.#follow();
			void this.builder.refresh();
		}
		return facts;
	}

	async delete(): Promise<void> {
		await this.builder.forget();
	}

	dispose(): void {
		this.builder.stop();
		this.#disposables.dispose();
		// The worker ends with the window at the latest.
		this.#indexes
			.close()
			.catch((error: unknown) => this.deps.log.warn(`The index was not closed: ${messageOf(error)}`));
	}

	#follow(): void {
		if (this.#following) return;
		this.#following = true;
		this.#disposables.add(
			watchIndexed(this.deps.clock, ({ changed, others }) => {
				void (others ? this.builder.refresh() : this.builder.follow(changed));
			}),
		);
	}

	#logFailure(): void {
		const { state } = this.builder;
		if (state.type === "failed") this.deps.log.warn(`The index is not complete: ${messageOf(state.error)}`);
	}

	/** @throws UserError */
	#assertPossible(): void {
		if (!this.deps.settings.indexEnabled) {
			throw new UserError(
				vscode.l10n.t("Searching by meaning is switched off: the setting gatehouse.index.enabled switches it on."),
			);
		}
		if (!this.deps.storageUri || !vscode.workspace.workspaceFolders?.length) {
			throw new UserError(vscode.l10n.t("Open a folder first: there is nothing to search in."));
		}
	}
}
