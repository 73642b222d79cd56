import assert from "node:assert/strict";
import { modelKind } from "../../../../../src/core/gateway/models/modelKind";
import { kindTotals, mostOffered } from "../../../../kinds/kindTotals";
import { freshModels, heldOutModels, laterModels, lobeChatModels } from "../../../../kinds/publishedModels";

describe("models: kinds of published names for which the rules were not written", () => {
	const totals = kindTotals(heldOutModels());

	it("are those of at least 250 names, with every kind among them", () => {
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

describe("models: kinds of published names in other lists", () => {
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

describe("models: kinds of names in NVIDIA's catalogue", () => {
	for (const name of [
		"nvidia/nv-yolox-page-elements-v1",
		"baidu/ocdrnet",
		"nvidia/retail-object-detection",
		"nvidia/active-speaker-detection",
		"nvidia/audio2face-3d",
		"nvidia/background-noise-removal",
		"nvidia/cosmos-predict1-5b",
		"nvidia/bevformer",
		"nvidia/maisi",
		"openfold/openfold3",
		"tencent/hunyuan3d-2",
	])
		it(`are not for chat: ${name}`, () => assert.equal(modelKind(name, {}), "other"));
	for (const name of ["nvidia/cosmos-reason2-8b", "nvidia/vila", "PaddlePaddle/PaddleOCR-VL-1.5", "nvidia/usdcode"])
		it(`may be for chat: ${name}`, () => assert.equal(modelKind(name, {}), "unknown"));
});
