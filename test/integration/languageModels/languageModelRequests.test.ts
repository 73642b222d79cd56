import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import { connectionsOf } from "../../../src/core/connections/connection";
import { type ProvidedModel, ProvidedModels } from "../../../src/core/connections/models/providedModels";
import { inertName } from "../../../src/shared/untrusted/inertText";
import { LanguageModelList } from "../../../src/vscode/languageModels/languageModelList";
import { LanguageModelProvider } from "../../../src/vscode/languageModels/languageModelProvider";
import type { Settings } from "../../../src/vscode/settings";
import { said } from "../../faults/tools/toolCase";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import type { ScriptedAnswer } from "../../gateway/script";
import { connectionsOver } from "../../unit/core/connections/connectionHarness";
import { canaryKey, opener, testGatewayServices } from "../../unit/core/gateway/gatewayHarness";
import { manualClock, memoryLogChannel, memoryState } from "../../unit/core/memoryPorts";

const match = "/v1/chat/completions";

/** The provider over the real connections and client, so that requests do not pass through VS Code. */
describe("language models: a request to the provider", () => {
	let server: DemoGateway;
	/** Another gateway with the same models, which must receive no request. */
	let other: DemoGateway;
	beforeEach(async () => {
		[server, other] = await Promise.all([startGateway({ keys: [canaryKey] }), startGateway({ keys: [canaryKey] })]);
	});
	afterEach(() => Promise.all([server.close(), other.close()]));

	const script = (answer: Omit<ScriptedAnswer, "match">) =>
		server.script({ match, times: Number.POSITIVE_INFINITY, ...answer });

	/** Creates the provider with a model of the first gateway, and a state of its key. */
	async function connected(
		key: "permanent" | "ended" | "none" = "permanent",
		listed: Partial<Pick<ConstructorParameters<typeof LanguageModelProvider>[0], "list" | "models">> = {},
	) {
		const clock = manualClock();
		const services = testGatewayServices({ clock });
		const entries = [
			{ name: "Mine", url: server.url },
			{ name: "Other", url: other.url },
		];
		const t = connectionsOver(entries, memoryState(), opener(services));
		const facts = { addedAt: 0, ...(key === "ended" ? { endsAt: 1 } : {}) };
		if (key !== "none") await t.keys.set(new URL(server.url).origin, canaryKey, facts);
		await t.keys.set(new URL(other.url).origin, canaryKey, { addedAt: 0 });
		const [connection] = connectionsOf(entries);
		assert.ok(connection);
		const model = { id: "demo-echo", kind: "chat" as const };
		const limits = { maxInputTokens: 1_000, maxOutputTokens: 100 };
		const can = { isPicked: true, toolCalling: true, imageInput: false };
		const known: ProvidedModel = { id: inertName(model.id), model, connection, ...limits, ...can };
		const provider = new LanguageModelProvider({
			list: {
				find: (id) => (id === known.id ? known : undefined),
				refresh: () => {},
			},
			models: { use: async () => false },
			...listed,
			connections: t.connections,
			...{ globalState: memoryState(), clock, log: memoryLogChannel() },
		});
		const origin = new URL(server.url).origin;
		return { ...services, keyStore: t.keys, clock, provider, limitsNow: () => services.limits.current(origin) };
	}

	/** Sends a request, and returns the text and the error. */
	async function ask(
		provider: LanguageModelProvider,
		content: readonly unknown[] = [new vscode.LanguageModelTextPart("hello")],
		model = "demo-echo",
		requester: { readonly requestInitiator?: string } = { requestInitiator: "some.extension" },
	) {
		let text = "";
		const report = (part: unknown) => {
			if (part instanceof vscode.LanguageModelTextPart) text += part.value;
		};
		const { User, Assistant } = vscode.LanguageModelChatMessageRole;
		const messages = [
			{ role: User, content: [new vscode.LanguageModelTextPart("hi")], name: undefined },
			{ role: Assistant, content, name: undefined },
			{ role: User, content: [new vscode.LanguageModelTextPart("Go on.")], name: undefined },
		] as unknown as vscode.LanguageModelChatRequestMessage[];
		const options = {
			toolMode: vscode.LanguageModelChatToolMode.Auto,
			...requester,
		} as vscode.ProvideLanguageModelChatResponseOptions;
		let error: unknown;
		const { token } = new vscode.CancellationTokenSource();
		await provider.respond(model, messages, options, { report }, token).catch((thrown: unknown) => {
			error = thrown;
		});
		return { text, error: error as vscode.LanguageModelError | undefined };
	}

	it("is recorded in the ledger with its sender, and the limits in its answer apply", async () => {
		const t = await connected();
		const headers = { "x-ratelimit-limit-minute": "30", "x-ratelimit-remaining-minute": "7" };
		script({ headers: { ...headers, "content-type": "text/event-stream" }, body: said("Fine.") });
		assert.deepEqual(await ask(t.provider), { text: "Fine.", error: undefined });
		const [record] = t.ledger.records;
		assert.deepEqual(
			{ operation: record?.operation, model: record?.model, requester: record?.requester },
			{ operation: "chat", model: "demo-echo", requester: "some.extension" },
		);
		assert.deepEqual(
			t.limitsNow().map(({ left, limit }) => [left, limit]),
			[[7, 30]],
		);
	});

	it("makes VS Code's picker show the model, of a large gateway, at once", async () => {
		const state = memoryState();
		const models = ["demo-echo", ...Array.from({ length: 20 }, (_, at) => `m${at}`)];
		const saved = { at: 0, models: models.map((id) => ({ id, kind: "chat" })) };
		await state.set(`gatehouse.models:${server.url}/v1`, saved);
		const provided = new ProvidedModels(() => [{ name: "Mine", url: server.url }], state);
		const unchanging = { onDidChange: new Emitter<void>().event };
		const settings = { gateways: unchanging } as unknown as Settings;
		const list = new LanguageModelList({ models: provided, settings, secrets: unchanging, clock: manualClock() });
		const picked = () => list.list().flatMap((model) => (model.isUserSelectable ? [model.family] : []));
		assert.deepEqual(picked(), []);
		let changes = 0;
		list.onDidChange(() => changes++);
		const { provider } = await connected("permanent", { list, models: provided });
		script({ chunks: [{ type: "bytes", data: said("Fine.") }] });
		await ask(provider, undefined, list.list()[0]?.id);
		assert.equal(changes, 1);
		assert.deepEqual(picked(), ["demo-echo"]);
		list.dispose();
	});

	it("is recorded as from another extension where VS Code does not say which one", async () => {
		const t = await connected();
		script({ chunks: [{ type: "bytes", data: said("Fine.") }] });
		await ask(t.provider, undefined, undefined, {});
		assert.deepEqual(
			t.ledger.records.map(({ requester }) => requester),
			["another extension"],
		);
	});

	for (const [name, answer] of [
		["a refused key", { status: 401, json: { error: { message: "Invalid API key" } } }],
		["no credit", { status: 402, json: { error: { message: "Insufficient credit" } } }],
		["an unknown model", { status: 404, json: { error: { message: "The model `demo-echo` does not exist" } } }],
		["a model that is not loaded", { status: 503, json: { error: { message: "No capacity" } } }],
		["a web page", { status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html><html></html>" }],
	] as const) {
		it(`asks only the chosen model, and after ${name} no other model or gateway`, async () => {
			const t = await connected();
			script(answer);
			// A retry waits; the test controls the clock.
			const asking = ask(t.provider);
			const ended = { now: false };
			void asking.then(() => {
				ended.now = true;
			});
			while (!ended.now) {
				t.clock.advance(60_000);
				await new Promise((resolve) => setImmediate(resolve));
			}
			assert.ok((await asking).error, "no error");
			const models = server.requests.map(({ path, json }) => [path, Object(json).model]);
			assert.ok(models.length > 0);
			assert.deepEqual(new Set(models.map(String)), new Set([`${match},demo-echo`]));
			assert.deepEqual(other.requests, []);
		});
	}

	it("to a model that is no longer listed is refused by name, and sent nowhere", async () => {
		const { provider } = await connected();
		const { error } = await ask(provider, undefined, "gone-model");
		assert.equal(error?.code, "NotFound");
		assert.match(error?.message ?? "", /gone-model/);
		assert.deepEqual([server.requests, other.requests], [[], []]);
	});

	it("without a key is refused with a remedy, and sent nowhere", async () => {
		const { provider } = await connected("none");
		const { error } = await ask(provider);
		assert.equal(error?.code, "NoPermissions");
		assert.match(error?.message ?? "", /no API key for Mine/);
		assert.deepEqual([server.requests, other.requests], [[], []]);
	});

	it("with an expired key is sent, and its refusal names the key", async () => {
		const t = await connected("ended");
		script({ status: 401, json: { error: { message: "Your key has expired" } } });
		const { error } = await ask(t.provider);
		assert.equal(error?.code, "NoPermissions");
		assert.match(error?.message ?? "", /refused the key.*Your key has expired/);
		assert.notEqual(t.keyStore.facts(new URL(server.url).origin)?.refusedAt, undefined);
	});

	type Thinking = new (value: string) => object;
	const { LanguageModelThinkingPart: thinking } = vscode as unknown as { LanguageModelThinkingPart?: Thinking };

	it("does not send VS Code's thinking parts back", async () => {
		const { provider } = await connected();
		script({ chunks: [{ type: "bytes", data: said("Fine.") }] });
		const thought = thinking ? [new thinking("A secret thought.")] : [];
		await ask(provider, [...thought, new vscode.LanguageModelTextPart("Hello.")]);
		assert.deepEqual(Object(server.requests.at(-1)?.json).messages, [
			{ role: "user", content: "hi" },
			{ role: "assistant", content: "Hello." },
			{ role: "user", content: "Go on." },
		]);
	});

	for (const hasThought of [true, false])
		it(`${hasThought ? "sends VS Code's thinking parts back to" : "without thinking parts fails by name at"} a model that demands them with its calls`, async function () {
			if (hasThought && !thinking) this.skip();
			const { provider } = await connected();
			const message = "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1";
			server.script({ match, status: 400, json: { error: { message } } });
			script({ chunks: [{ type: "bytes", data: said("Fine.") }] });
			const thought = hasThought && thinking ? [new thinking("I look"), new thinking(" first.")] : [];
			const { text, error } = await ask(provider, [...thought, new vscode.LanguageModelToolCallPart("a", "now", {})]);
			const sent = server.requests.map(({ json }) => Object(json).messages[1].reasoning_content);
			assert.deepEqual([text, sent], hasThought ? ["Fine.", [undefined, "I look first."]] : ["", [undefined]]);
			if (!hasThought)
				assert.match(error?.message ?? "", /demands its reasoning of earlier steps, which is not available/);
		});
});
