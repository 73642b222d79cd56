import { QueryPriorityGate } from "./embedding/queryPriorityGate";
import { type EmbeddingTarget, targetKey } from "./model/embeddingTarget";
import { SharedStore } from "./sharedStore";
import { type IndexDeps, WorkspaceIndex } from "./workspaceIndex";

export interface IndexesDeps extends IndexDeps {
	/** Returns the gateway and the model whose embeddings are searched now. @throws UserError when none is chosen. */
	readonly target: () => Promise<EmbeddingTarget>;
}

/**
 * The indexes of a workspace, one for each gateway's embedding model. Only the current one, and those that a run still
 * needs, are open.
 */
export class WorkspaceIndexes {
	readonly #stores = new Map<string, SharedStore>();
	readonly #questions = new QueryPriorityGate();

	constructor(private readonly deps: IndexesDeps) {}

	/**
	 * Returns the index of the current choice; callers keep it even if the choice changes. @throws what `target`
	 * throws.
	 */
	async current(): Promise<WorkspaceIndex> {
		const target = await this.deps.target();
		const key = targetKey(target);
		const store = this.#stores.get(key) ?? new SharedStore((make) => this.deps.open(target, make));
		this.#stores.set(key, store);
		await Promise.all([...this.#stores].map(([other, one]) => one.setRetained(other === key)));
		return new WorkspaceIndex(target, store, this.deps, this.#questions);
	}

	/** Closes all files and workers and frees the memory; the next use opens them again. */
	async close(): Promise<void> {
		await Promise.all([...this.#stores.values()].map((store) => store.close()));
	}
}
