import assert from "node:assert/strict";
import {
	type ConnectionStatus,
	ConnectionStatusStore,
	nextDayOf,
} from "../../../../src/core/connections/connectionStatus";
import { memoryState } from "../memoryPorts";

const day = 24 * 60 * 60 * 1000;

const connectionStatus: ConnectionStatus = {
	connected: true,
	unconfirmed: false,
	status: { model: "m", tooltip: "Gatehouse: m on Mine", trouble: false },
};

describe("connection: the saved status", () => {
	it("is restored in a window with the same settings", async () => {
		const state = memoryState();
		await new ConnectionStatusStore(state).save({ of: "settings", connectionStatus });
		assert.deepEqual(new ConnectionStatusStore(state).read("settings", 5)?.connectionStatus, connectionStatus);
	});

	it("is not restored if the settings, the language or the version differ", async () => {
		const store = new ConnectionStatusStore(memoryState());
		await store.save({ of: "settings", connectionStatus });
		assert.equal(store.read("other settings", 0), undefined);
	});

	it("is not restored after it has expired", async () => {
		const store = new ConnectionStatusStore(memoryState());
		await store.save({ of: "settings", until: 100, connectionStatus });
		assert.equal(store.read("settings", 99)?.until, 100);
		assert.equal(store.read("settings", 100), undefined);
	});

	it("is not restored if this version does not recognize its shape", async () => {
		const state = memoryState();
		const store = new ConnectionStatusStore(state);
		for (const value of [null, "text", { of: "settings" }, { of: "settings", connectionStatus: { connected: 1 } }]) {
			await state.set("gatehouse.connectionStatus", [value]);
			assert.equal(store.read("settings", 0), undefined);
		}
		await state.set("gatehouse.connectionStatus", [
			{ of: "settings", connectionStatus: { ...connectionStatus, status: { model: 1 } } },
		]);
		assert.equal(store.read("settings", 0), undefined);
		await state.set("gatehouse.connectionStatus", { of: "settings", connectionStatus });
		assert.equal(store.read("settings", 0), undefined);
	});

	it("is kept for each of the last eight combinations of settings", async () => {
		const store = new ConnectionStatusStore(memoryState());
		for (let i = 0; i < 9; i++) await store.save({ of: `settings ${i}`, connectionStatus });
		assert.equal(store.read("settings 0", 0), undefined);
		assert.deepEqual(store.read("settings 1", 0)?.connectionStatus, connectionStatus);
		assert.deepEqual(store.read("settings 8", 0)?.connectionStatus, connectionStatus);
	});

	it("is written only when it changes", async () => {
		const state = memoryState();
		let writes = 0;
		const store = new ConnectionStatusStore({
			get: state.get,
			set: async (key, value) => {
				writes++;
				await state.set(key, value);
			},
		});
		await store.save({ of: "settings", connectionStatus });
		await store.save({ of: "settings", connectionStatus: { ...connectionStatus } });
		assert.equal(writes, 1);
		await store.save({ of: "settings", connectionStatus: { ...connectionStatus, unconfirmed: true } });
		assert.equal(writes, 2);
	});
});

describe("key: the time when its remaining days change", () => {
	it("is the next whole day before the end of the key that ends first", () => {
		const now = 1_000_000;
		const at = (left: number) => ({ addedAt: 0, endsAt: now + left });
		assert.equal(nextDayOf([at(2.5 * day)], now), now + 0.5 * day);
		assert.equal(nextDayOf([at(2.5 * day), at(9.25 * day)], now), now + 0.25 * day);
		assert.equal(nextDayOf([at(3 * day)], now), now + day);
		assert.equal(nextDayOf([at(1)], now), now + 1);
	});

	it("does not exist for permanent keys, ended keys, or no keys", () => {
		assert.equal(nextDayOf([undefined, { addedAt: 0 }, { addedAt: 0, endsAt: 5 }], 5), undefined);
		assert.equal(nextDayOf([], 0), undefined);
	});
});
