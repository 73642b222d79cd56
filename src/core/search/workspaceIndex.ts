import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { Clock } from "../base/ports";
import { textTokens } from "../context/tokens/tokenEstimate";
import type { CapabilityStore } from "../gateway/capabilities/capabilityStore";
import { type IndexedFolder, readFiles, type WorkspaceFiles } from "./building/readFiles";
import { embedMissing } from "./embedding/embedMissing";
import { QueryPriorityGate } from "./embedding/queryPriorityGate";
import { type EmbeddingTarget, targetKey } from "./model/embeddingTarget";
import type { IndexFacts } from "./model/indexCatalogue";
import type { IndexStore } from "./model/indexStore";
import type { SearchQuery } from "./model/searchQuery";
import {
	type BuildEstimate,
	type BuildOutcome,
	type BuildPlan,
	type BuildProgress,
	BuiltElsewhereError,
	type Consent,
	IndexDeletedError,
	type OnInterim,
	type SearchResult,
	type SemanticIndex,
} from "./model/semanticIndex";
import type { FoundChunk } from "./model/vectorSearch";
import { answerQuestion } from "./query/answerQuestion";
import type { SharedStore } from "./sharedStore";

/** The services that an index is built with. */
export interface IndexDeps {
	readonly files: WorkspaceFiles;
	/** Opens the target's index, or creates it if `make` is set; returns `undefined` when there is none. */
	readonly open: (target: EmbeddingTarget, make: boolean) => Promise<IndexStore | undefined>;
	/** Deletes the target's file. */
	readonly remove: (target: EmbeddingTarget) => Promise<void>;
	readonly capabilities: CapabilityStore;
	readonly clock: Clock;
}

/** Number of contents that may be added without another consent, in addition to as many as were agreed to. */
const usualGrowth = 500;
/** Number of contents in the sample from which the tokens are estimated. */
const sampled = 60;

/** The index of one target, regardless of later choices. */
export class WorkspaceIndex implements SemanticIndex {
	constructor(
		private readonly target: EmbeddingTarget,
		private readonly store: SharedStore,
		private readonly deps: IndexDeps,
		private readonly questions = new QueryPriorityGate(),
	) {}

	get key(): string {
		return targetKey(this.target);
	}

	withLock<T>(make: boolean, run: () => Promise<T>): Promise<T | undefined> {
		return this.store.withLock(make, run);
	}

	async consent(): Promise<Consent> {
		const agreed = (await (await this.store.get(false))?.catalogue.agreed()) ?? [];
		if (agreed.length === 0) return "none";
		// For a folder that is unavailable, consent is asked for when it is back.
		const unlisted = this.deps.files.unlisted();
		return this.#waiting(agreed).every(({ id }) => unlisted.includes(id)) ? "given" : "folderAdded";
	}

	async isMoreThanAgreed(contents: number): Promise<boolean> {
		const agreed = await (await this.store.get(false))?.catalogue.agreedContents();
		return contents > (agreed ?? 0) + usualGrowth;
	}

	async agree(folders: readonly string[]): Promise<void> {
		await (await this.#existing()).catalogue.agree(folders);
	}

	async paused(): Promise<boolean> {
		return (await (await this.store.get(false))?.catalogue.paused()) ?? false;
	}

	async setPaused(paused: boolean): Promise<void> {
		await (await this.store.get(false))?.catalogue.setPaused(paused);
	}

	async prepare(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildPlan> {
		return this.#locked(true, async (store) => {
			const { files } = this.deps;
			const all = files.folders().map(({ id }) => id);
			await readFiles({ store, files, folders: all, kept: await store.catalogue.agreed() }, signal, onProgress);
			const unlisted = files.unlisted();
			const folders = all.filter((id) => !unlisted.includes(id));
			const added = this.#waiting(await store.catalogue.agreed()).filter(({ id }) => folders.includes(id));
			return { folders, newFolders: added.map(({ path }) => path), ...(await estimateOf(this.target, store)) };
		});
	}

	async build(
		signal: AbortSignal,
		onProgress: (progress: BuildProgress) => void,
		refusedToo = true,
	): Promise<BuildOutcome> {
		const { target, questions } = this;
		const { capabilities, clock } = this.deps;
		return this.#locked(false, (store) =>
			embedMissing({ target, store, refusedToo, questions, capabilities, clock }, signal, onProgress),
		);
	}

	async follow(
		paths: readonly string[] | "all",
		signal: AbortSignal,
		onProgress: (progress: BuildProgress) => void = () => {},
	): Promise<number> {
		return this.#locked(false, async (store) => {
			const agreed = await store.catalogue.agreed();
			const waiting = this.#waiting(agreed).map(({ path }) => path);
			// A build may have read folders without consent, to estimate the cost: all of that is removed.
			const within = paths === "all" || waiting.includes("") ? undefined : [...paths, ...waiting];
			const { files } = this.deps;
			await readFiles({ store, files, folders: agreed, kept: agreed, within }, signal, onProgress);
			return store.chunker.countMissing(false);
		});
	}

	search(
		query: SearchQuery,
		limit: number,
		signal: AbortSignal,
		onInterim: OnInterim = () => {},
	): Promise<SearchResult> {
		const { target, questions } = this;
		const store = () => this.#existing();
		return answerQuestion({ target, questions, store }, query, limit, signal, onInterim);
	}

	/** Finds chunks as `SharedStore.findKnown`. */
	findKnown(query: SearchQuery, limit: number): Promise<readonly FoundChunk[]> {
		return this.store.findKnown(query, limit);
	}

	async facts(): Promise<IndexFacts | undefined> {
		return (await this.store.get(false))?.catalogue.facts();
	}

	async delete(): Promise<void> {
		// An index that cannot be opened is deleted nevertheless.
		const store = await this.store.get(false).catch(() => undefined);
		const marked = await store?.catalogue.markDeleted().then(
			() => true,
			() => false,
		);
		await this.close();
		await this.deps.remove(this.target).catch((error: unknown) => {
			// On Windows, a file cannot be deleted while another window has it open: the mark is enough.
			if (!marked) throw error;
		});
	}

	async deleteUnembedded(): Promise<boolean> {
		try {
			const deleted = await this.store.withLock(false, async (store) => {
				const { dimension, missing, contents } = await store.catalogue.facts();
				// Vectors that no file uses now may be needed again.
				const isUnembedded = dimension === 0 || (await store.catalogue.agreed()).length === 0;
				if (!isUnembedded || missing !== contents) return false;
				await this.delete();
				return true;
			});
			return deleted ?? true;
		} catch (error) {
			if (error instanceof BuiltElsewhereError) return false;
			if (error instanceof IndexDeletedError) return true;
			throw error;
		}
	}

	/** Closes the file and the worker and frees the memory; the next use opens them again. */
	close(): Promise<void> {
		return this.store.close();
	}

	/** Runs as `withLock` does, but throws when there is no index. */
	async #locked<T>(make: boolean, run: (store: IndexStore) => Promise<T>): Promise<T> {
		const result = await this.store.withLock(make, run);
		if (result === undefined) throw noIndex();
		return result;
	}

	async #existing(): Promise<IndexStore> {
		const store = await this.store.get(false);
		if (!store) throw noIndex();
		return store;
	}

	/** Returns the folders that the user has not agreed to. */
	#waiting(agreed: readonly string[]): readonly IndexedFolder[] {
		return this.deps.files.folders().filter(({ id }) => !agreed.includes(id));
	}
}

function noIndex(): UserError {
	return new UserError(l10n.t("There is no index of this workspace yet: build it first."), ["buildIndex"]);
}

async function estimateOf({ gatewayName, model }: EmbeddingTarget, store: IndexStore): Promise<BuildEstimate> {
	const [{ files, missing }, filesToSend, { texts, times }] = await Promise.all([
		store.catalogue.facts(),
		store.chunker.unfinishedFiles(true),
		store.chunker.sample(sampled),
	]);
	const tokens = texts.reduce((sum, text) => sum + textTokens(text), 0);
	return {
		gatewayName,
		model,
		files,
		filesToSend,
		missing,
		tokens: Math.round(tokens * times),
	};
}
