import type { IndexStore } from "../../../../src/core/search/model/indexStore";

/** A store that records its calls. */
export class FakeStore {
	ended = false;
	free = true;
	readonly calls: string[] = [];
	readonly catalogue = {
		lock: async () => {
			this.calls.push("lock");
			return this.free;
		},
		unlock: async () => {
			this.calls.push("unlock");
		},
	};
	async close() {
		this.calls.push("close");
		this.ended = true;
	}

	/** This object as a store; it has only the members above. */
	get asStore(): IndexStore {
		return this as unknown as IndexStore;
	}
}

/** Creates a store that has only the given parts. */
export function storeOf(
	parts: {
		readonly [Part in "catalogue" | "chunker" | "vectors"]?: Partial<IndexStore[Part]>;
	},
): IndexStore {
	return { ended: false, ...parts } as unknown as IndexStore;
}
