import assert from "node:assert/strict";
import { stateStore } from "../../../src/vscode/adapters/stateStore";

type Memento = Parameters<typeof stateStore>[0];

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A Memento that behaves like VS Code's global one (`ExtensionMemento` and `MainThreadStorage` in its source): it writes
 * all its values at once, a moment later, and then takes over the written values, which may lack values that were set in
 * the meantime.
 */
class EchoingMemento implements Memento {
	readonly stored: unknown[] = [];
	/** Whether the next write fails, as on a full disk. */
	full = false;
	#values: Record<string, unknown> = {};
	#written: Promise<void> | undefined;

	keys = () => Object.keys(this.#values);
	get = (key: string): unknown => this.#values[key];
	update(key: string, value: unknown): Promise<void> {
		this.#values[key] = value;
		this.#written ??= this.#write();
		return this.#written;
	}

	async #write(): Promise<void> {
		await settled();
		this.#written = undefined;
		const sent = JSON.stringify(this.#values);
		await settled();
		if (this.full) throw new Error("no space left");
		this.stored.push(JSON.parse(sent));
		this.#values = JSON.parse(sent);
	}
}

describe("state store", () => {
	it("keeps a value that is set while another is being written", async () => {
		const memento = new EchoingMemento();
		const store = stateStore(memento);
		const first = store.set("a", 1);
		await settled();
		const second = store.set("b", 2);
		await Promise.all([first, second]);
		assert.equal(store.get("a"), 1);
		assert.equal(store.get("b"), 2);
		assert.deepEqual(memento.stored.at(-1), { a: 1, b: 2 });
	});

	it("keeps the last of several values, of many keys, whenever they are set", async () => {
		const memento = new EchoingMemento();
		const store = stateStore(memento);
		const writes: Promise<void>[] = [];
		for (let count = 0; count < 60; count++) {
			writes.push(store.set(`key ${count % 7}`, count));
			if (count % 3 === 0) await settled();
		}
		await Promise.all(writes);
		const last = Object.fromEntries([53, 54, 55, 56, 57, 58, 59].map((count) => [`key ${count % 7}`, count]));
		assert.deepEqual(memento.stored.at(-1), last);
	});

	it("writes only the last of the values that one key gets during a write", async () => {
		const memento = new EchoingMemento();
		const store = stateStore(memento);
		await Promise.all(Array.from({ length: 100 }, (_, count) => store.set("draft", count)));
		const first = store.set("draft", "a");
		await settled();
		const [later, latest] = [store.set("draft", "b"), store.set("draft", "c")];
		await later;
		assert.deepEqual(memento.stored, [{ draft: 99 }, { draft: "a" }, { draft: "c" }]);
		await Promise.all([first, latest]);
		assert.equal(memento.stored.length, 3);
	});

	it("returns a value as soon as it is set, and none once it is removed", async () => {
		const store = stateStore(new EchoingMemento());
		const writing = store.set("a", [1]);
		assert.deepEqual(store.get("a"), [1]);
		const removing = store.set("a", undefined);
		assert.equal(store.get("a"), undefined);
		await Promise.all([writing, removing]);
		assert.equal(store.get("a"), undefined);
	});

	it("reports a write that fails, and writes later values", async () => {
		const memento = new EchoingMemento();
		const store = stateStore(memento);
		memento.full = true;
		await assert.rejects(store.set("a", 1), /no space left/);
		memento.full = false;
		await store.set("b", 2);
		assert.equal(store.get("b"), 2);
	});
});
