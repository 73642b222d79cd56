import assert from "node:assert/strict";
import { modelKind } from "../../../../src/core/gateway/models/modelKind";
import { fieldsOfHint, typeHints } from "../../../kinds/typeHints";

/** Minimum number of hints. */
const least = 80;

describe("models: type hints of real servers", () => {
	it(`are at least ${least}, each from a source`, () => {
		assert.ok(typeHints.length >= least, `${typeHints.length} hints`);
		assert.deepEqual(
			typeHints.filter(({ server, source }) => server === "" || source === ""),
			[],
		);
	});

	it("are all recognized", () => {
		const called = typeHints.map((hint) => [hint, modelKind("a", fieldsOfHint(hint))] as const);
		const wrong = called.filter(([{ kind }, read]) => read !== kind);
		assert.deepEqual(
			wrong.map(
				([{ server, field, value, kind }, read]) =>
					`${server}: ${field} ${JSON.stringify(value)} is ${kind}, read as ${read}`,
			),
			[],
		);
	});

	it("count if a list of abilities has embeddings beside text, which is the model's input", () => {
		assert.equal(modelKind("a", { tags: ["embeddings", "text"] }), "embedding");
		assert.equal(modelKind("a", { capabilities: ["completion", "embedding", "text"] }), "chat");
	});

	it("count as flags, unless the model also chats", () => {
		assert.equal(modelKind("a", { supports_embeddings: true }), "embedding");
		assert.equal(modelKind("a", { supports_embeddings: true, supports_chat: true }), "chat");
		assert.equal(modelKind("a", { embeddings: false }), "unknown");
	});
});
