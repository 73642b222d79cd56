import type { IndexStore } from "../../../../src/core/search/model/indexStore";

/** A store that notes what is asked of it. */
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

	/** Where a store is wanted; it answers no more than this. */
	get asStore(): IndexStore {
		return this as unknown as IndexStore;
	}
}

/** A store whose parts answer no more than what is given. */
export function storeOf(
	parts: {
		readonly [Part in "catalogue" | "chunker" | "vectors"]?: Partial<IndexStore[Part]>;
	},
): IndexStore {
	return { ended: false, ...parts } as unknown as IndexStore;
}
