import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { createGateway } from "../../../../src/core/gateway/client";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { sseEvent } from "../../../gateway/endpoints/sseChunk";
import { canaryKey, closing, collect, connectedGateway, never, question } from "./gatewayHarness";

/** Creates a gateway that is used with this key, and records what its operations show about the key. */
async function setUp(key = canaryKey) {
	const { server, shared, hurry } = await connectedGateway();
	const shown: string[] = [];
	const outcome = { accepted: () => shown.push("accepted"), refused: () => shown.push("refused") };
	let tracked = 0;
	const track = () => {
		tracked++;
		return outcome;
	};
	const client = createGateway(parseBaseUrl(server.url), { read: async () => key, track }, shared);
	const chat = (signal = never) => collect(client.chat(question("one two three"), signal, hurry));
	const operations = {
		listModels: () => client.listModels(never, hurry),
		embed: () => client.embed("demo-embed", ["one", "two"], never, hurry),
		chat: () => chat(),
	};
	return { server, client, chat, shown, tracked: () => tracked, operations: Object.entries(operations) };
}

const said = sseEvent({ choices: [{ index: 0, delta: { content: "Hel" } }] });
const reported = (code: number, message: string) => sseEvent({ error: { code, message } });
const expired = reported(401, "API key expired");
const overloaded = reported(503, "Overloaded");

describe("key: tracking", () => {
	let t: Awaited<ReturnType<typeof setUp>>;
	afterEach(() => closing(t.server));

	it("an answer accepts the key once", async () => {
		t = await setUp();
		for (const [name, run] of t.operations) {
			await run();
			assert.deepEqual(t.shown.splice(0), ["accepted"], name);
		}
		assert.equal(t.tracked(), 3);
	});

	it("a refusal refuses the key, and is passed on", async () => {
		t = await setUp("sk-another");
		for (const [name, run] of t.operations) {
			await assert.rejects(run(), { reason: "unauthorized" });
			assert.deepEqual(t.shown.splice(0), ["refused"], name);
		}
	});

	for (const [reason, status] of [
		["rateLimited", 429],
		["unavailable", 503],
		["forbidden", 403],
	] as const) {
		it(`${reason} shows nothing about the key`, async () => {
			t = await setUp();
			for (const [name, run] of t.operations) {
				const script = t.server.script({ status, times: 9, json: { error: { message: "Not now." } } });
				await assert.rejects(run(), { reason }, name);
				script.dispose();
			}
			assert.deepEqual(t.shown, []);
		});
	}

	it("network and cancelled show nothing about the key", async () => {
		t = await setUp();
		await t.server.close();
		for (const [name, run] of t.operations) await assert.rejects(run(), { reason: "network" }, name);
		await assert.rejects(t.client.listModels(AbortSignal.abort()), { reason: "cancelled" });
		assert.deepEqual((await t.chat(AbortSignal.abort())).events, []);
		assert.deepEqual(t.shown, []);
	});

	for (const [name, stream, shown] of [
		["a refusal after the status 200 refuses the key", expired, ["refused"]],
		["a refusal in the middle of an answer refuses the accepted key", said + expired, ["accepted", "refused"]],
		["another error after the status 200 shows nothing", overloaded, []],
		["another interruption leaves the key accepted", said + overloaded, ["accepted"]],
	] as const) {
		it(name, async () => {
			t = await setUp();
			t.server.script({ chunks: [{ type: "bytes", data: stream }] });
			await t.chat().catch((error: unknown) => assert.ok(error instanceof GatewayError));
			assert.deepEqual(t.shown, shown);
		});
	}
});
