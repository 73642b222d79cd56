import assert from "node:assert/strict";
import type { Connection } from "../../src/core/connections/connection";
import type { ModelCatalog } from "../../src/core/connections/models/modelCatalog";
import { KnownModels } from "../../src/vscode/connections/models/knownModels";

describe("language models: those of a gateway that was never asked", () => {
	const connection = { name: "Mine", base: { href: "https://mine.example/v1/" } } as Connection;

	/** A gateway that does not answer, and a user who may cancel. */
	function setUp() {
		const cancels: AbortController[] = [];
		const catalog = {
			cached: () => undefined,
			refresh: (_connection: Connection, signal: AbortSignal) =>
				new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		} as unknown as ModelCatalog;
		const models = new KnownModels(catalog, (_title, work) => {
			const cancel = new AbortController();
			cancels.push(cancel);
			return work(cancel.signal, () => {});
		});
		return { cancels, models };
	}

	it("are requested once for all callers until the user cancels; then again", async () => {
		const { cancels, models } = setUp();
		const asked = [models.of(connection), models.of(connection)];
		assert.equal(cancels.length, 1);
		cancels[0]?.abort();
		for (const one of asked) await assert.rejects(one, { name: "AbortError" });
		const again = models.of(connection);
		assert.equal(cancels.length, 2);
		cancels[1]?.abort();
		await assert.rejects(again);
	});
});
