import assert from "node:assert/strict";
import { kindTotals, mostOffered } from "../../../../kinds/kindTotals";
import { freshModels, heldOutModels, laterModels, lobeChatModels } from "../../../../kinds/publishedModels";

describe("models: kinds of published names that the rules were not written for", () => {
	const totals = kindTotals(heldOutModels());

	it("are at least 250 names, of every kind", () => {
		assert.ok(totals.names >= 250, `${totals.names} names`);
		for (const count of [totals.chat, totals.embedding, totals.other]) assert.ok(count >= 30, `${count} of a kind`);
	});
	it("hide no chat model", () => assert.equal(totals.chatHidden, 0));
	it("offer few embedding models for chat", () => {
		assert.ok(totals.embeddingOffered <= mostOffered * totals.embedding, `${totals.embeddingOffered}`);
	});
	it("offer few others for chat", () => {
		assert.ok(totals.otherOffered <= mostOffered * totals.other, `${totals.otherOffered}`);
	});
});

describe("kinds of published model names in other lists", () => {
	const lists = { "the AI SDK": freshModels(), "Lobe Chat": lobeChatModels(), "LiteLLM, later": laterModels() };
	for (const [list, models] of Object.entries(lists)) {
		const { embedding, embeddingOffered, other, otherOffered } = kindTotals(models);
		it(`offer few embedding models and few others of ${list} for chat`, () => {
			assert.ok(embeddingOffered <= mostOffered * embedding, `${embeddingOffered} of ${embedding} embedding models`);
			assert.ok(otherOffered <= mostOffered * other, `${otherOffered} of ${other} others`);
		});
	}
	it("hide no chat model of LiteLLM's later list", () => assert.equal(kindTotals(laterModels()).chatHidden, 0));
});
