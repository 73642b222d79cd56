import * as vscode from "vscode";
import { lazy } from "../../core/base/lazy";
import { loggedError } from "../../core/gateway/errors/loggedError";
import { languageIds } from "../../core/search/model/languages";
import { proseQuery } from "../../core/search/model/searchQuery";
import { IndexDamagedError } from "../../core/search/model/semanticIndex";
import type { FoundChunk } from "../../core/search/model/vectorSearch";
import type { Disposable } from "../../shared/disposable";
import { hasIndex } from "../adapters/index/indexFolder";
import type { WorkspaceSearch, WorkspaceSearchDeps } from "./index/workspaceSearch";

const loadSearch = async (deps: WorkspaceSearchDeps) =>
	new (await import("./index/workspaceSearch")).WorkspaceSearch(deps);

/** The search of this window, loaded on first use. */
export class LazySearch implements Disposable {
	readonly #search = lazy(() => this.loadWith(this.deps));

	constructor(
		private readonly deps: WorkspaceSearchDeps,
		private readonly loadWith = loadSearch,
	) {}

	/** Whether search is available. */
	get offered(): boolean {
		return this.deps.settings.indexEnabled && (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
	}

	load(): Promise<WorkspaceSearch> {
		return this.#search();
	}

	/**
	 * Finds code by its keywords in the index that is in use in this window; loads and builds none, and sends nothing.
	 *
	 * @param extension of the files, without the dot; empty for all files.
	 */
	async findKnown(words: string, extension: string, limit: number): Promise<readonly FoundChunk[]> {
		const search = await this.#search.peek();
		if (!search?.isFollowing) return [];
		return search.findKnown({ ...proseQuery(words), languages: extension === "" ? [] : languageIds(extension) }, limit);
	}

	/**
	 * Called when Gatehouse is used in this window: updates an index that the user has agreed to, and keeps it up to
	 * date. Where there is no index, loads nothing and asks nothing.
	 */
	catchUp(): void {
		const { globalStorageUri, log, onError } = this.deps;
		if (!this.offered) return;
		const catchUp = async () => {
			if ((await this.#search.peek())?.isFollowing) return;
			if (await hasIndex(globalStorageUri)) await (await this.load()).use();
		};
		catchUp().catch((error: unknown) => {
			// Reported here, because the index is gone and nothing else will report it.
			if (error instanceof IndexDamagedError) onError(error);
			else log.warn(`The index was not brought up to date: ${loggedError(error)}`);
		});
	}

	dispose(): void {
		void this.#search.peek()?.then((search) => search.dispose());
	}
}
