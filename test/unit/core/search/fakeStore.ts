import type { IndexStore } from "../../../../src/core/search/model/indexStore";

/** A store that notes what is asked of it. */
export class FakeStore {
	ended = false;
	free = true;
	readonly calls: string[] = [];
	async lock() {
		this.calls.push("lock");
		return this.free;
	}
	async unlock() {
		this.calls.push("unlock");
	}
	async close() {
		this.calls.push("close");
		this.ended = true;
	}

	/** Where a store is wanted; it answers no more than this. */
	get asStore(): IndexStore {
		return this as unknown as IndexStore;
	}
}
