import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import { UserError } from "../../../core/base/errors";
import type { Clock, Log } from "../../../core/base/ports";
import type { KeyStore } from "../../../core/connections/keyStore";
import { loggedError } from "../../../core/gateway/errors/loggedError";
import { GatewayError } from "../../../core/gateway/gatewayError";
import type { ReportedLimits } from "../../../core/gateway/limits/reportedLimits";
import { planLimitText } from "../../../core/search/building/buildTexts";
import { IndexBuilder } from "../../../core/search/building/indexBuilder";
import type { ReportContext } from "../../../core/search/building/indexReport";
import { BatchSize } from "../../../core/search/embedding/batchSize";
import { KeywordIndex, keywordOwner } from "../../../core/search/keywordIndex";
import type { BuildResult } from "../../../core/search/model/buildState";
import type { EmbeddingTarget } from "../../../core/search/model/embeddingTarget";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import type { SearchQuery } from "../../../core/search/model/searchQuery";
import type { BuildPlan, OnInterim, SearchResult } from "../../../core/search/model/semanticIndex";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import { RecentSearches } from "../../../core/search/query/recentSearches";
import type { WorkspaceIndex } from "../../../core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../core/search/workspaceIndexes";
import type { Disposable } from "../../../shared/disposable";
import { indexFiles } from "../../adapters/index/indexFiles";
import { hasIndex, indexFolder } from "../../adapters/index/indexFolder";
import { folderPath } from "../../workspace/indexPaths";
import { ListedFolders, type UnlistedFolder } from "../../workspace/listedFolders";
import { agreeToPlan } from "./agreeToPlan";
import { EmbeddingChoice, type EmbeddingChoiceDeps } from "./embeddingChoice";
import { filesOfWorkspace } from "./filesOfWorkspace";
import { showIndexProgress } from "./indexProgress";
import { watchIndexed } from "./indexWatcher";
import { onWindowFocus } from "./onWindowFocus";

export interface WorkspaceSearchDeps extends EmbeddingChoiceDeps {
	readonly keys: KeyStore;
	readonly clock: Clock;
	readonly log: Log;
	readonly limits: ReportedLimits;
	/** The folder that all windows share. */
	readonly globalStorageUri: vscode.Uri;
	readonly extensionUri: vscode.Uri;
}

/** The search of this window: its index, and the services that keep it up to date. */
export class WorkspaceSearch implements Disposable {
	readonly #disposables = new Disposables();
	readonly #indexes: WorkspaceIndexes;
	/** Searched while there is no index of the current model. */
	readonly #keywords: KeywordIndex;
	readonly builder: IndexBuilder;
	/** Determines the embedding model. */
	readonly choice: EmbeddingChoice;
	/** The user's recent queries. */
	readonly recent = new RecentSearches();
	readonly #listed: ListedFolders;
	readonly #files: ReturnType<typeof indexFiles>;
	#following = false;
	/** The last logged failure since the index was complete. */
	#logged: string | undefined;

	constructor(private readonly deps: WorkspaceSearchDeps) {
		const { settings, capabilities, clock, globalStorageUri, extensionUri } = deps;
		this.#listed = new ListedFolders(clock);
		const target = async () => {
			const chosen = await this.#target();
			if (chosen) return chosen;
			throw new UserError(vscode.l10n.t("No embedding model is chosen yet: building the index asks for it."), [
				"buildIndex",
			]);
		};
		const folder = () => indexFolder(globalStorageUri).fsPath;
		this.#files = indexFiles(folder, vscode.Uri.joinPath(extensionUri, "dist").fsPath, deps.log);
		this.choice = new EmbeddingChoice(deps, this.#files.has);
		const files = filesOfWorkspace(settings, this.#listed);
		this.#keywords = new KeywordIndex({ files, open: (make) => this.#files.open(keywordOwner, make) });
		const indexes = new WorkspaceIndexes({
			target,
			files,
			open: this.#files.open,
			remove: this.#files.remove,
			capabilities,
			clock,
		});
		this.#indexes = indexes;
		this.builder = new IndexBuilder({ index: () => indexes.current(), clock });
		this.#disposables.add(
			this.#listed.onDidRecover(() => {
				this.#keywords.follow("all");
				if (this.#following) void this.builder.refresh();
			}),
		);
		const resume = () => {
			if (this.#following) void this.builder.bringUpToDate();
		};
		for (const onDidChange of [deps.connections.onDidChange, deps.keys.onDidChange, deps.models.onDidChange])
			this.#disposables.add(onDidChange(resume));
		// The user's actions in another window may affect this one, too.
		this.#disposables.add(onWindowFocus(vscode.window, clock, resume));
		this.#disposables.add(showIndexProgress(this.builder));
		this.#disposables.add(this.builder.onDidChange(() => this.#logFailure()));
		this.#disposables.add(
			settings.onDidChangeIndexEnabled(() => {
				if (!settings.indexEnabled) this.#close();
				else if (this.#following) void this.builder.refresh();
			}),
		);
		let place = folder();
		this.#disposables.add(
			vscode.workspace.onDidChangeWorkspaceFolders(() => {
				if (folder() === place) return;
				place = folder();
				// The workspace has a different index from now on.
				this.#close();
			}),
		);
	}

	get clock(): Clock {
		return this.deps.clock;
	}

	get log(): Log {
		return this.deps.log;
	}

	/** The information that the index view shows besides the facts. */
	get context(): ReportContext {
		const { name } = this.deps.connections.required();
		const unlisted = (wanted: UnlistedFolder["reason"]) =>
			this.#listed.unlisted
				.filter(({ reason }) => reason === wanted)
				.map(({ folder }) => folderPath(folder) || folder.name);
		return {
			gatewayName: name,
			state: this.builder.state,
			language: vscode.env.language,
			unlisted: unlisted("virtual"),
			away: unlisted("away"),
		};
	}

	/**
	 * Builds the missing part of the index once the user has chosen a model, if there is a choice, and agreed. The choice
	 * is undone if the user has never agreed to an index of that model.
	 *
	 * @param isForOther whether the user wants to choose another model first.
	 * @returns `undefined` when the build was paused, or no model was chosen.
	 */
	async build(isForOther = false): Promise<BuildResult | undefined> {
		const target = await this.#target();
		let reason = this.choice.vanished;
		let asks = isForOther || target === undefined || reason !== undefined;
		let takeBack: (() => Promise<void>) | undefined;
		for (;;) {
			if (asks) {
				takeBack ??= this.choice.remember();
				if (!(await this.choice.ask(reason))) {
					await takeBack();
					return undefined;
				}
			}
			asks = false;
			const { isFree } = this.choice;
			// Changes after the listing, while the user is asked or the index is built, are applied afterwards.
			this.#follow();
			try {
				const result = await this.builder.build(async (plan, why) => {
					const answer = await agreeToPlan(plan, why, isFree, this.#limitsOf(plan));
					asks = answer === "otherModel";
					return answer === "build";
				});
				// If the user agreed earlier, the index stays; otherwise, contents that were listed but not embedded are
				// dropped.
				const isRefused = result !== undefined && !(await this.use());
				if (isRefused) await this.builder.forgetUnembedded();
				if (asks) continue;
				if (isRefused) await takeBack?.();
				return result;
			} catch (error) {
				if (!(error instanceof GatewayError && error.reason === "unknownModel")) throw error;
				asks = true;
				reason = error.message;
				await this.builder.forgetUnembedded();
			}
		}
	}

	/** Describes how much of the gateway's reported limits a build uses. */
	#limitsOf({ missing, model }: BuildPlan): string {
		const { connections, capabilities, limits } = this.deps;
		const { current } = connections;
		if (!current) return "";
		const requests = new BatchSize(current.base.href, model, capabilities).requestsFor(missing);
		return planLimitText(requests, limits.current(current.base.origin), vscode.env.language, Date.now());
	}

	/**
	 * Finds chunks by meaning and keywords, and keeps the index up to date from then on. Where there is no index of the
	 * current model, finds chunks by keywords alone, in an index that is then created on this computer.
	 *
	 * @throws UserError when search is not possible here; GatewayError.
	 */
	async find(query: SearchQuery, limit: number, signal: AbortSignal, onInterim?: OnInterim): Promise<SearchResult> {
		if (!this.#following) await this.use();
		const index = await this.#agreed();
		if (index) return index.search(query, limit, signal, onInterim);
		this.#follow();
		return this.#keywords.search(query, limit, signal);
	}

	/** Finds chunks by keywords in the existing index, as it is: builds, reads and sends nothing. */
	async findKnown(query: SearchQuery, limit: number): Promise<readonly FoundChunk[]> {
		const index = await this.#agreed();
		return index ? index.findKnown(query, limit) : this.#keywords.findKnown(query, limit);
	}

	/** Returns the facts about the index; `undefined` while there is none that the user has agreed to. */
	async facts(): Promise<IndexFacts | undefined> {
		return (await this.#agreed())?.facts();
	}

	/** Whether changes are watched, and applied where there is an index. */
	get isFollowing(): boolean {
		return this.#following;
	}

	/** Starts to watch for changes if there is an index; returns its facts. */
	async use(): Promise<IndexFacts | undefined> {
		const facts = await this.facts();
		if (facts) {
			this.#follow();
			void this.builder.bringUpToDate();
		}
		return facts;
	}

	/** Returns whether there is an index to delete, even one that cannot be read, or of a removed gateway. */
	exists(): Promise<boolean> {
		return hasIndex(this.deps.globalStorageUri);
	}

	/** Deletes all indexes of the workspace, for all models and gateways. @throws as `SemanticIndex.delete`. */
	async delete(): Promise<void> {
		// There is no target if search is not possible now; an index may still be open.
		const target = await this.#target().catch(() => undefined);
		if (target) await this.builder.forget();
		else await this.builder.reset();
		await this.#indexes.close();
		await this.#keywords.close();
		await this.#files.removeOthers(target);
	}

	dispose(): void {
		this.#disposables.dispose();
		this.#close();
	}

	/** Ends the current work and the worker, and frees the memory. The worker ends with the window at the latest. */
	#close(): void {
		void this.builder.reset();
		Promise.all([this.#indexes.close(), this.#keywords.close()]).catch((error: unknown) =>
			this.deps.log.warn(`The index was not closed: ${loggedError(error)}`),
		);
	}

	/**
	 * Returns the current model; `undefined` while the user has to choose one.
	 *
	 * @throws UserError when search is not possible here.
	 */
	async #target(): Promise<EmbeddingTarget | undefined> {
		this.#assertPossible();
		return this.choice.current();
	}

	/**
	 * Returns the index of the current model; `undefined` while there is none that the user has agreed to, also because
	 * no gateway or model is chosen, or the gateway cannot be asked for its models.
	 *
	 * @throws UserError when search is not possible here.
	 */
	async #agreed(): Promise<WorkspaceIndex | undefined> {
		const target = await this.#target().catch((error: unknown) => {
			this.#assertPossible();
			this.deps.log.debug(`There is no embedding model: ${loggedError(error)}`);
			return undefined;
		});
		const index = target && (await this.#indexes.current());
		return index && (await index.consent()) !== "none" ? index : undefined;
	}

	#follow(): void {
		if (this.#following) return;
		this.#following = true;
		const { clock, settings } = this.deps;
		this.#disposables.add(
			watchIndexed(clock, settings, (changes) => {
				this.#keywords.follow(changes);
				void (changes === "all" ? this.builder.refresh() : this.builder.follow(changes));
			}),
		);
	}

	#logFailure(): void {
		const { state } = this.builder;
		const failure = state.type === "failed" ? loggedError(state.error) : undefined;
		// The build is retried again and again, so the same failure is logged once.
		if (failure && failure !== this.#logged) this.deps.log.warn(`The index is not complete: ${failure}`);
		if (failure || state.type === "idle") this.#logged = failure;
	}

	/** @throws UserError */
	#assertPossible(): void {
		if (!this.deps.settings.indexEnabled) {
			throw new UserError(vscode.l10n.t("Search is turned off. Turn on the setting gatehouse.index.enabled."), [
				"openSettings",
			]);
		}
		if (!vscode.workspace.workspaceFolders?.length) {
			throw new UserError(vscode.l10n.t("Open a folder first: there is nothing to search in."));
		}
	}
}
