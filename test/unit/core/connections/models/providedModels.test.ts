import assert from "node:assert/strict";
import { ProvidedModels } from "../../../../../src/core/connections/models/providedModels";
import type { ModelInfo } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";

const href = "https://a.example/v1";
const entry = { name: "A", url: href };
const chat = (id: string, parts: Partial<ModelInfo> = {}): ModelInfo => ({ id, kind: "chat", ...parts });

describe("language models: the list", () => {
	async function listed(models: readonly ModelInfo[], entries = [entry]) {
		const state = memoryState();
		await state.set(`gatehouse.models:${href}`, { at: 0, models });
		return { state, provided: new ProvidedModels(() => entries, state) };
	}

	it("is empty without a gateway, and with one that was never asked for its models", () => {
		assert.deepEqual(new ProvidedModels(() => [], memoryState()).list(), []);
		assert.deepEqual(new ProvidedModels(() => [entry], memoryState()).list(), []);
		assert.deepEqual(new ProvidedModels(() => [{ name: "A", url: "ftp://x" }], memoryState()).list(), []);
	});

	it("has the chat models of every gateway, each once", async () => {
		const models = [chat("one"), chat("two"), { id: "embed", kind: "embedding" } as const];
		const { state, provided } = await listed(models, [entry, { name: "B", url: "https://b.example" }, entry]);
		await state.set("gatehouse.models:https://b.example/v1", { at: 0, models: [chat("one")] });
		assert.deepEqual(
			provided.list().map(({ id }) => id),
			[`one@${href}`, `two@${href}`, "one@https://b.example/v1"],
		);
	});

	it("has ids that are not links where VS Code shows them in Markdown that may run commands", async () => {
		const { provided } = await listed([chat("[x](command:y)"), chat("<command:y>"), chat("a\n\n[a]: command:y")]);
		assert.deepEqual(
			provided.list().map(({ id }) => id),
			[`%5Bx%5D(command:y)@${href}`, `%3Ccommand:y%3E@${href}`, `a%0A%0A%5Ba%5D:%20command:y@${href}`],
		);
	});

	it("divides the context between messages and an answer, and uses a smaller learned length", async () => {
		const { state, provided } = await listed([
			chat("a", { contextLength: 8_000 }),
			chat("b"),
			chat("c", { contextLength: 200_000 }),
		]);
		await state.set(`gatehouse.capabilities:${href}`, { a: { contextLength: 4_000 } });
		assert.deepEqual(
			provided.list().map(({ maxInputTokens, maxOutputTokens }) => [maxInputTokens, maxOutputTokens]),
			[
				[3_000, 1_000],
				[24_576, 8_192],
				[191_808, 8_192],
			],
		);
	});

	it("has the reported maximum of an answer, or the usual length if that would leave few messages", async () => {
		const { provided } = await listed([
			chat("a", { contextLength: 128_000, maxOutput: 16_384 }),
			chat("b", { contextLength: 128_000, maxOutput: 2_000 }),
			chat("c", { contextLength: 131_072, maxOutput: 131_072 }),
			chat("d", { contextLength: 8_000, maxOutput: 100_000 }),
		]);
		assert.deepEqual(
			provided.list().map(({ maxInputTokens, maxOutputTokens }) => [maxInputTokens, maxOutputTokens]),
			[
				[111_616, 16_384],
				[126_000, 2_000],
				[122_880, 131_072],
				[6_000, 8_000],
			],
		);
	});

	it("has the learned maximum of an answer before the reported one", async () => {
		const { state, provided } = await listed([chat("a", { contextLength: 128_000, maxOutput: 100_000 }), chat("b")]);
		await state.set(`gatehouse.capabilities:${href}`, { a: { maxOutput: 16_384 }, b: { maxOutput: 4_096 } });
		assert.deepEqual(
			provided.list().map(({ maxInputTokens, maxOutputTokens }) => [maxInputTokens, maxOutputTokens]),
			[
				[111_616, 16_384],
				[28_672, 4_096],
			],
		);
	});

	it("says that models call tools unless that is denied and no call was seen, and take images only if that is known", async () => {
		const { state, provided } = await listed([
			chat("denied", { tools: false, images: false }),
			chat("denied-but-learned", { tools: false }),
			chat("listed", { tools: true, images: true }),
			chat("refuses-images", { images: true }),
			chat("unknown"),
		]);
		const learned = { "denied-but-learned": { toolRung: "prompted" }, "refuses-images": { images: false } };
		await state.set(`gatehouse.capabilities:${href}`, learned);
		assert.deepEqual(
			provided.list().map(({ model, toolCalling, imageInput }) => [model.id, toolCalling, imageInput]),
			[
				["denied", false, false],
				["denied-but-learned", true, false],
				["listed", true, true],
				["refuses-images", true, false],
				["unknown", true, false],
			],
		);
	});

	it("shows up to twenty models in the picker, and of more only those that were chosen or used", async () => {
		const many = Array.from({ length: 21 }, (_, at) => chat(`m${at}`));
		const picked = (provided: ProvidedModels) =>
			provided.list().flatMap(({ isPicked, model }) => (isPicked ? [model.id] : []));
		const few = await listed(many.slice(1));
		assert.equal(picked(few.provided).length, 20);
		const { state, provided } = await listed(many);
		assert.deepEqual(picked(provided), []);
		await state.set("gatehouse.modelsOf:https://a.example", [{ base: href, chat: "m3" }]);
		const [connection] = provided.list().map((model) => model.connection);
		assert.ok(connection);
		await provided.use(connection, "m7");
		assert.deepEqual(picked(provided), ["m3", "m7"]);
	});

	it("contains the fact that a key was refused", async () => {
		const { state, provided } = await listed([chat("one")]);
		await state.set("gatehouse.keyFacts:https://a.example", { addedAt: 1, refusedAt: 2 });
		assert.equal(provided.list()[0]?.keyFacts?.refusedAt, 2);
	});
});
