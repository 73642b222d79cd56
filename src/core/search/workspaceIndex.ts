import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock } from "../base/ports";
import { textTokens } from "../context/tokenEstimate";
import type { CapabilityStore } from "../wire/capabilityStore";
import type { Gateway } from "../wire/gateway";
import type { Wait } from "../wire/retry";
import { BatchSize } from "./batchSize";
import { EmbeddingQueue } from "./embeddingQueue";
import type { EmbeddedContent, FileEntry, FileToCut, FoundChunk, IndexFacts, IndexStore } from "./indexStore";
import {
	type BuildOutcome,
	type BuildPlan,
	type BuildProgress,
	BuiltElsewhereError,
	type SearchIndex,
} from "./searchIndex";
import { parseQuery } from "./searchQuery";

/** Whose embeddings are searched. */
export interface EmbeddingTarget {
	readonly gateway: Gateway;
	/** The base URL's `href`. */
	readonly href: string;
	readonly gatewayName: string;
	readonly model: string;
}

/** The files of a workspace that belong into its index. */
export interface WorkspaceFiles {
	list(signal: AbortSignal): Promise<readonly FileEntry[]>;
	/** The entries of some paths; none for those that are gone or left out. */
	entries(paths: readonly string[]): Promise<readonly FileEntry[]>;
	/** The bytes of a file without a location; `undefined` when it cannot be read. */
	read(entry: FileEntry): Promise<Uint8Array | undefined>;
}

export interface IndexDeps {
	/** @throws UserError when none is chosen. */
	readonly target: () => Promise<EmbeddingTarget>;
	readonly files: WorkspaceFiles;
	/** Opens the target's index, or makes it when told to; `undefined` when there is none. */
	readonly open: (target: EmbeddingTarget, make: boolean) => Promise<IndexStore | undefined>;
	/** Deletes the target's file. */
	readonly remove: (target: EmbeddingTarget) => Promise<void>;
	readonly capabilities: CapabilityStore;
	readonly clock: Clock;
}

/** Files read and cut in one step: few, for a search may wait behind them. */
const filesAtOnce = 32;
/** So many contents tell how many tokens a character is. */
const sampled = 60;

/** The index of a workspace, over the store of whichever model is chosen. */
export class WorkspaceIndex implements SearchIndex {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#open: { readonly key: string; readonly store: IndexStore } | undefined;

	constructor(private readonly deps: IndexDeps) {}

	async prepare(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildPlan> {
		const { target, store } = await this.#required();
		await this.#lock(store);
		const entries = await this.deps.files.list(signal);
		const byPath = new Map(entries.map((entry) => [entry.path, entry]));
		const changed = (await store.reconcile(entries)).flatMap((path) => byPath.get(path) ?? []);
		onProgress({ phase: "reading", done: 0, total: changed.length });
		for (let done = 0; done < changed.length; ) {
			signal.throwIfAborted();
			const some = changed.slice(done, done + filesAtOnce);
			await this.#cut(store, some);
			done += some.length;
			onProgress({ phase: "reading", done, total: changed.length });
		}
		if (changed.length > 0) this.#onDidChange.fire();
		return planOf(target, store);
	}

	async build(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildOutcome> {
		const { target, store } = await this.#required();
		await this.#lock(store);
		const { missing: total, dimension: known } = await store.facts();
		const { clock, capabilities } = this.deps;
		const began = clock.now();
		let dimension = known;
		let done = 0;
		let waiting: Wait | undefined;
		const report = () => {
			const seconds = (clock.now() - began) / 1000;
			const rate = done > 0 && seconds > 0 ? done / seconds : undefined;
			const speed = rate ? { rate, left: ((total - done) / rate) * 1000 } : {};
			onProgress({ phase: "embedding", done, total, ...speed, ...(waiting ? { wait: waiting } : {}) });
		};
		report();
		const queue = new EmbeddingQueue({
			missing: (after, limit) => store.missing(after, limit),
			embed: (texts, sources, stop, onWait) => target.gateway.embed(target.model, texts, stop, onWait, sources),
			keep: (embedded) => {
				dimension = oneDimension(target.model, dimension, embedded);
				return store.keep(embedded);
			},
			batch: new BatchSize(target.href, target.model, capabilities),
			clock,
			onKept: (count) => {
				done += count;
				report();
			},
			onWait: (wait) => {
				waiting = wait;
				report();
			},
		});
		try {
			const { paths, cause } = await queue.run(signal);
			await store.noteRefused(cause && { paths, cause: cause.message });
			await store.prune();
			return { embedded: done, refused: paths, ...(cause ? { refusal: cause.message } : {}) };
		} finally {
			this.#onDidChange.fire();
		}
	}

	async follow(paths: readonly string[], signal: AbortSignal): Promise<number> {
		const { store } = await this.#required();
		if (!(await store.lock())) return 0;
		const entries = await this.deps.files.entries(paths);
		signal.throwIfAborted();
		const there = new Set(entries.map(({ path }) => path));
		await store.remove(paths.filter((path) => !there.has(path)));
		await this.#cut(store, entries);
		this.#onDidChange.fire();
		return (await store.facts()).missing;
	}

	async search(typed: string, limit: number, signal: AbortSignal): Promise<readonly FoundChunk[]> {
		const target = await this.deps.target();
		const store = await this.#storeOf(target, false);
		if (!store) throw new UserError(l10n.t("There is no index of this workspace yet: build it first."), ["buildIndex"]);
		const query = parseQuery(typed);
		if (query.text === "") return [];
		const { dimension } = await store.facts();
		const embedded = dimension > 0 ? await target.gateway.embed(target.model, [query.text], signal) : [];
		signal.throwIfAborted();
		return store.search({ query, vector: embedded[0], limit });
	}

	async facts(): Promise<IndexFacts | undefined> {
		const store = await this.#storeOf(await this.deps.target(), false);
		return store?.facts();
	}

	async delete(): Promise<void> {
		const target = await this.deps.target();
		const store = await this.#storeOf(target, false);
		if (store) {
			await this.#lock(store);
			// Another window may still have the file open: it must not answer from vectors that are gone.
			await store.dropVectors();
		}
		await this.close();
		await this.deps.remove(target);
		this.#onDidChange.fire();
	}

	async close(): Promise<void> {
		const { store } = this.#open ?? {};
		this.#open = undefined;
		await store?.close();
	}

	async #required(): Promise<{ readonly target: EmbeddingTarget; readonly store: IndexStore }> {
		const target = await this.deps.target();
		const store = await this.#storeOf(target, true);
		if (!store) throw new Error("There is no store although one was to be made.");
		return { target, store };
	}

	/** One store is open at a time: that of the model in use. */
	async #storeOf(target: EmbeddingTarget, make: boolean): Promise<IndexStore | undefined> {
		const key = JSON.stringify([target.href, target.model]);
		if (this.#open?.key === key) return this.#open.store;
		await this.close();
		const store = await this.deps.open(target, make);
		if (store) this.#open = { key, store };
		return store;
	}

	async #lock(store: IndexStore): Promise<void> {
		if (await store.lock()) return;
		throw new BuiltElsewhereError();
	}

	async #cut(store: IndexStore, entries: readonly FileEntry[]): Promise<void> {
		const { files } = this.deps;
		const read = async (entry: FileEntry): Promise<FileToCut> =>
			entry.location === undefined ? { entry, bytes: await files.read(entry) } : { entry };
		await store.cut(await Promise.all(entries.map(read)));
	}
}

async function planOf({ gatewayName, model }: EmbeddingTarget, store: IndexStore): Promise<BuildPlan> {
	const [{ files, chunks, missing, missingLength }, sample] = await Promise.all([
		store.facts(),
		store.missing(0, sampled),
	]);
	const length = sample.reduce((sum, { text }) => sum + text.length, 0);
	const tokens = sample.reduce((sum, { text }) => sum + textTokens(text), 0);
	return {
		gatewayName,
		model,
		files,
		chunks,
		missing,
		tokens: length ? Math.round((missingLength * tokens) / length) : 0,
	};
}

/** Vectors of different models are never mixed. @param known 0 before the first. @throws UserError */
function oneDimension(model: string, known: number, embedded: readonly EmbeddedContent[]): number {
	const expected = known || (embedded[0]?.vector.length ?? 0);
	const other = embedded.find(({ vector }) => vector.length !== expected);
	if (!other) return expected;
	throw new UserError(
		l10n.t(
			"{0} now makes vectors of {1} numbers, and those of the index have {2}: delete the index and build it anew.",
			model,
			other.vector.length,
			expected,
		),
	);
}
