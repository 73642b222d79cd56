import assert from "node:assert/strict";
import { moveRenamedSettings, type SettingScope } from "../../../../src/core/base/renamedSettings";

/** Creates a scope with these settings, and records their values. */
function scopeWith(values: Record<string, unknown>) {
	const kept = new Map(Object.entries(values));
	const scope: SettingScope = {
		get: (name) => kept.get(name),
		set: async (name, value) => {
			if (value === undefined) kept.delete(name);
			else kept.set(name, value);
		},
	};
	return { scope, kept };
}

describe("renamed settings", () => {
	const renamed = { tempo: "speed", "old.one": "new.one" };

	it("are moved only in the scopes where they are set", async () => {
		const [user, workspace] = [scopeWith({ tempo: 1, other: true }), scopeWith({ "old.one": null })];
		await moveRenamedSettings([user.scope, workspace.scope], renamed);
		assert.deepEqual(
			[...user.kept],
			[
				["other", true],
				["speed", 1],
			],
		);
		assert.deepEqual([...workspace.kept], [["new.one", null]]);
	});

	it("do not replace a value under the new name, but are still removed", async () => {
		const { scope, kept } = scopeWith({ tempo: 1, speed: 2 });
		await moveRenamedSettings([scope], renamed);
		assert.deepEqual([...kept], [["speed", 2]]);
	});

	it("keep their old name if the new one cannot be written", async () => {
		const { scope, kept } = scopeWith({ tempo: 1 });
		const set = async () => {
			throw new Error("settings.json cannot be written");
		};
		const other = scopeWith({ tempo: 2 });
		await assert.rejects(moveRenamedSettings([{ ...scope, set }, other.scope], renamed), /cannot be written/);
		assert.deepEqual([...kept], [["tempo", 1]]);
		assert.deepEqual([...other.kept], [["speed", 2]]);
	});

	it("change nothing in a scope without them", async () => {
		const { scope, kept } = scopeWith({ speed: 2 });
		await moveRenamedSettings([scope], renamed);
		assert.deepEqual([...kept], [["speed", 2]]);
	});
});
