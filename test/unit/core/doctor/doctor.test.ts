import assert from "node:assert/strict";
import { NetworkProbeError, type ProxyFinding } from "../../../../src/core/base/ports";
import type { DoctorFindings } from "../../../../src/core/doctor/doctorDeps";
import { doctorReport } from "../../../../src/core/doctor/doctorReport";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { sseChunk, sseDone, sseUsage } from "../../../gateway/endpoints/sseChunk";
import { parseUsageLimits } from "../../../gateway/usageLimit";
import { canaryKey, closing, connectedGateway, testGatewayServices } from "../gateway/gatewayHarness";
import { assertTrouble, checkUp, doctorDeps, fakeProbe, untimedClock } from "./doctorHarness";

const chatPath = "/v1/chat/completions";
const always = { times: Number.POSITIVE_INFINITY };
const dayMs = 24 * 60 * 60 * 1000;
const facts = { gateway: "Mine", programs: ["Gatehouse 1"], system: "linux" };

function remembered() {
	const learned: unknown[] = [];
	const findings: DoctorFindings = {
		usage: async (_, model, reported) => void learned.push([model, reported]),
		embeddings: async (_, model, found) => void learned.push([model, found]),
	};
	return { learned, findings };
}

describe("connection check", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	it("finds nothing wrong with a gateway that does not list its models if the user has named them", async () => {
		const json = { errors: [{ message: "GET not supported for requested URI." }] };
		server.script({ match: ({ path }) => path.endsWith("/models"), status: 405, json, ...always });
		const { of } = await checkUp(doctorDeps(server.url, { namedModels: ["demo-chat"] }));
		assert.match((of("baseUrl") as { found: string }).found, /no list of models at .*\/v1, as expected/);
		assert.equal(of("key").type, "skipped");
		assert.match((of("models") as { found: string }).found, /name 1 model\./);
		assert.match((of("chat") as { found: string }).found, /demo-chat answered “/);
		const unnamed = await checkUp(doctorDeps(server.url));
		assert.equal(unnamed.of("baseUrl").type, "failed");
	});

	it("finds nothing wrong with a healthy gateway, and says what it found", async () => {
		await server.close();
		// Slow enough for the pieces to be distinguishable on any machine.
		({ server } = await connectedGateway({ streamDelayMs: 1 }));
		const { learned, findings } = remembered();
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { findings }));
		const found = diagnosis.runs.map(({ outcome }) => (outcome.type === "ok" ? outcome.found : outcome.type));
		assert.deepEqual(
			diagnosis.runs.map(({ outcome }) => outcome.type),
			["ok", "ok", "ok", "skipped", "ok", "ok", "ok", "ok", "ok", "warning", "skipped", "ok", "ok"],
			found.join("\n"),
		);
		assert.match(found[6] ?? "", /offers 3 models/);
		assert.match(found[7] ?? "", /demo-chat answered “/);
		assert.match(found[8] ?? "", /^Streamed/);
		assert.match(found[11] ?? "", /demo-embed makes embeddings with 384 dimensions/);
		const { details = [] } = of("embedding") as { details?: readonly string[] };
		assert.match(details.join(), /several texts per request/);
		assert.deepEqual(learned, [["demo-embed", { arrays: true, dimension: 384 }]]);
	});

	it("says what is left of the limits that the gateway reports", async () => {
		await server.close();
		({ server } = await connectedGateway({ limits: parseUsageLimits("30/minute,3000/day") }));
		const { diagnosis } = await checkUp(doctorDeps(server.url));
		const report = doctorReport(diagnosis, facts);
		assert.match(report, /Requests left: \d+ of 30\b/);
		assert.match(report, /Requests left: 2,\d+ of 3,000\b/);
	});

	it("makes as few requests as possible, and says how many", async () => {
		const { diagnosis } = await checkUp(doctorDeps(server.url));
		assert.deepEqual(
			server.requests.map(({ path }) => path),
			["/v1/models", chatPath, chatPath, chatPath, chatPath, "/v1/embeddings", "/v1/embeddings"],
		);
		assert.equal(diagnosis.requests, 7);
		assert.match(doctorReport(diagnosis, facts), /Requests made to the gateway: 7/);
	});

	const toolCall = '{"name":"report_word","arguments":{"word":"ready"}}';
	const callDelta = {
		tool_calls: [{ index: 0, id: "a", function: { name: "report_word", arguments: '{"word":"ready"}' } }],
	};
	const asks = ({ body }: { body: string }) => body.includes("Call the tool report_word");
	const toolAnswers = [
		["streamed", sseChunk(callDelta as object, "tool_calls") + sseDone, /calls tools in its streamed answer/],
		["leaked", sseChunk(`<tool_call>${toolCall}</tool_call>`) + sseChunk({}, "stop") + sseDone, /into the text/],
		["whole", sseChunk({}, "tool_calls") + sseDone, /only when its answer is not streamed/],
		["prompted", undefined, /described in the text/],
	] as const;
	const wholeAnswer = { choices: [{ message: { content: null, ...callDelta }, finish_reason: "tool_calls" }] };
	for (const [rung, data, says] of toolAnswers) {
		it(`offers a harmless tool, and says how the model calls it: ${rung}`, async () => {
			if (data !== undefined) {
				server.script({ match: asks, chunks: [{ type: "bytes", data }] });
				if (rung === "whole") server.script({ match: asks, json: wholeAnswer });
			} else {
				server.script({ match: asks, status: 400, json: { error: { message: "tools are not supported" } } });
				const block = sseChunk(`\`\`\`tool_call\n${toolCall}\n\`\`\``) + sseChunk({}, "stop") + sseDone;
				server.script({ match: asks, chunks: [{ type: "bytes", data: block }] });
			}
			const shared = testGatewayServices({ clock: untimedClock });
			const { diagnosis } = await checkUp(doctorDeps(server.url, { gatewayServices: shared }));
			const [offered] = server.requests.filter(asks).map(({ json }) => Object(json).tools);
			assert.deepEqual([offered?.length, offered?.[0]?.function.name], [1, "report_word"]);
			assert.match(doctorReport(diagnosis, facts), says);
			assert.equal(shared.capabilities.get(`${server.url}/v1`, "demo-chat").toolRung, rung);
		});
	}

	it("says in the first lines of the report that the model did not call the tool", async () => {
		const { diagnosis } = await checkUp(doctorDeps(server.url));
		const report = doctorReport(diagnosis, facts);
		assert.match(report, /^# .*\n\n\*\*Tools\*\*: demo-chat did not call the tool/);
	});

	it("keeps what is known about a model's calls when it answers the offered tool with text", async () => {
		const data = sseChunk("Ready.") + sseChunk({}, "stop") + sseDone;
		server.script({ match: asks, times: 2, chunks: [{ type: "bytes", data }] });
		const shared = testGatewayServices({ clock: untimedClock });
		await shared.capabilities.record(`${server.url}/v1`, "demo-chat", { toolRung: "streamed" });
		const { of } = await checkUp(doctorDeps(server.url, { gatewayServices: shared }));
		assert.match(JSON.stringify(of("tools")), /did not call the tool/);
		assert.equal(server.requests.filter(asks).length, 1);
		assert.equal(shared.capabilities.get(`${server.url}/v1`, "demo-chat").toolRung, "streamed");
	});

	it("proves how the model completes code, where completions are on", async () => {
		const shared = testGatewayServices({ clock: untimedClock });
		const { of } = await checkUp(doctorDeps(server.url, { gatewayServices: shared, completionModel: "demo-chat" }));
		assert.match(JSON.stringify(of("completions")), /completed a test line.*sent as its suffix/);
		assert.equal(shared.capabilities.get(`${server.url}/v1`, "demo-chat").fillInRung, "suffix");
		const { of: echo } = await checkUp(doctorDeps(server.url, { completionModel: "demo-echo" }));
		assertTrouble(echo("completions"), "warning", /demo-echo did not complete/);
	});

	it("sends stream_options only with the user's consent", async () => {
		const asked = () => server.requests.filter(({ body }) => body.includes("stream_options"));
		const without = await checkUp(doctorDeps(server.url));
		assert.equal(asked().length, 0);
		assert.match(JSON.stringify(without.of("streaming")), /did not ask the gateway to count/);
		const { learned, findings } = remembered();
		const { of } = await checkUp(doctorDeps(server.url, { askUsage: true, findings }));
		assert.equal(asked().length, 1);
		assert.match(JSON.stringify(of("streaming")), /counts them when asked/);
		assert.deepEqual(learned[0], ["demo-chat", true]);
	});

	it("learns that a gateway refuses or ignores stream_options", async () => {
		const match = ({ body }: { body: string }) => body.includes("stream_options");
		for (const [script, says] of [
			[{ status: 400, json: { error: "unknown field" } }, /refuses to be asked/],
			[
				{ chunks: [{ type: "bytes", data: sseChunk("ready") + sseChunk({}, "stop") + sseDone }] },
				/does not count them/,
			],
		] as const) {
			const { learned, findings } = remembered();
			server.script({ match, ...script });
			const { of } = await checkUp(doctorDeps(server.url, { askUsage: true, findings }));
			assert.match(JSON.stringify(of("streaming")), says);
			assert.equal(of("streaming").type, "ok");
			assert.deepEqual(learned[0], ["demo-chat", false]);
		}
	});

	it("learns nothing about stream_options from an unrelated error", async () => {
		const { learned, findings } = remembered();
		server.script({ match: ({ body }) => body.includes("stream_options"), status: 503, body: "busy" });
		const { of } = await checkUp(doctorDeps(server.url, { askUsage: true, findings }));
		assert.match(JSON.stringify(of("streaming")), /could not be tested.*busy/);
		assert.equal(learned.length, 1);
	});

	it("does not say that an immediate answer was held back", async () => {
		const data = sseChunk("1 ") + sseChunk("2 ") + sseChunk({}, "stop") + sseDone;
		server.script({ ...always, match: chatPath, chunks: [{ type: "bytes", data }] });
		const stopped = testGatewayServices({ clock: { ...untimedClock, now: () => 0 } });
		const { of } = await checkUp(doctorDeps(server.url, { gatewayServices: stopped }));
		assert.match(JSON.stringify(of("streaming")), /ok.*arrived within 0 ms, which is too short to draw conclusions/);
	});

	it("recognizes a stream whose events have no blank line between them", async () => {
		const lines = Array.from({ length: 20 }, (_, at) => sseChunk(`${at} `).trimEnd());
		const data = `${[...lines, sseChunk({}, "stop").trimEnd(), sseDone.trimEnd()].join("\n")}\n`;
		server.script({ ...always, match: chatPath, chunks: [{ type: "bytes", data }] });
		const { of } = await checkUp(doctorDeps(server.url));
		assert.equal(of("streaming")?.type, "ok");
	});

	it("warns of a stream without text, even if the chat step got an answer", async () => {
		const match = ({ body }: { body: string }) => body.includes("Count from 1");
		server.script({ match, chunks: [{ type: "bytes", data: sseChunk({}, "stop") + sseDone }] });
		const { of } = await checkUp(doctorDeps(server.url));
		assertTrouble(of("streaming"), "warning", /stream without text/);
	});

	it("does not ask for token counts that arrive anyway", async () => {
		const usage = sseUsage({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 });
		const data = sseChunk("1 ") + sseChunk({}, "stop") + usage + sseDone;
		server.script({ ...always, match: chatPath, chunks: [{ type: "bytes", data }] });
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { askUsage: true }));
		assert.match(JSON.stringify(of("streaming")), /counts them by default/);
		assert.equal(diagnosis.requests, 7);
	});

	it("learns that a gateway takes one text at a time", async () => {
		const { learned, findings } = remembered();
		server.script({ match: ({ body }) => body.includes('["one","two"]'), status: 422, body: "no arrays" });
		const { of } = await checkUp(doctorDeps(server.url, { findings }));
		assert.match(JSON.stringify(of("embedding")), /one text per request/);
		assert.deepEqual(learned, [["demo-embed", { arrays: false, dimension: 384 }]]);
	});

	for (const [spelling, asked] of [
		["either", ["/v1beta/openai/v1/models", "/v1beta/openai/models"]],
		["asGiven", ["/v1beta/openai/models"]],
	] as const) {
		it(`checks a gateway that is not at /v1, with the spelling ${spelling}`, async () => {
			await server.close();
			({ server } = await connectedGateway({ path: "/v1beta/openai" }));
			const { diagnosis, of } = await checkUp(doctorDeps(`${server.url}/v1beta/openai`, { spelling }));
			const others = diagnosis.runs.filter(({ outcome }) => !["ok", "skipped"].includes(outcome.type));
			assert.deepEqual(
				others.map(({ id }) => id),
				["tools"],
			);
			assert.match(JSON.stringify(of("baseUrl")), /A gateway answers at http:\S+\d\/v1beta\/openai/);
			assert.equal(diagnosis.address, `${server.url}/v1beta/openai`);
			const paths = server.requests.map(({ path }) => path);
			assert.deepEqual(paths.slice(0, asked.length), asked);
			assert.ok(paths.slice(asked.length).every((path) => /^\/v1beta\/openai\/(chat|embeddings)/.test(path)));
		});
	}

	it("does not try the address as given if the gateway refuses the key at /v1", async () => {
		server.script({ match: "/v1/models", status: 401, json: { error: "no" } });
		const { of } = await checkUp(doctorDeps(server.url, { spelling: "either" }));
		assertTrouble(of("key"), "failed", /key/);
		assert.ok(server.requests.every(({ path }) => path.startsWith("/v1/")));
	});

	it("finds the chosen model on a further page of the list", async () => {
		const pages = [
			{ data: [{ id: "a" }], has_more: true, last_id: "a" },
			{ data: [{ id: "demo-chat" }], has_more: false },
		];
		server.script({ ...always, match: ({ target }) => target === "/v1/models", json: pages[0] });
		server.script({ ...always, match: ({ target }) => target === "/v1/models?after=a", json: pages[1] });
		const { of } = await checkUp(doctorDeps(server.url, { model: "demo-chat" }));
		assert.match(JSON.stringify(of("models")), /ok.*offers 2 models/);
	});

	it("does not retry: the first failure is the finding", async () => {
		server.script({
			...always,
			match: ({ path }) => path !== "/v1/models",
			status: 503,
			headers: { "retry-after": "60" },
		});
		const { diagnosis, of } = await checkUp(doctorDeps(server.url));
		assertTrouble(of("chat"), "failed", /status 503/);
		assertTrouble(of("embedding"), "failed", /status 503/);
		assert.equal(diagnosis.requests, 3);
	});

	it("chats as the panel does: it leaves out a refused parameter, and counts the extra request", async () => {
		const json = { error: { message: "Unsupported value: 'temperature' does not support 0.2", param: "temperature" } };
		server.script({ match: chatPath, status: 400, json });
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { parameters: { temperature: 0.2 } }));
		assert.equal(of("chat").type, "ok");
		assert.equal(diagnosis.requests, 8);
	});

	it("writes every request into the ledger", async () => {
		const shared = testGatewayServices({ clock: untimedClock });
		await checkUp(doctorDeps(server.url, { gatewayServices: shared }));
		assert.deepEqual(
			shared.ledger.records.map(({ operation, status }) => [operation, status]),
			(["check", "chat", "check", "chat", "chat", "embeddings", "check"] as const).map((operation) => [operation, 200]),
		);
	});

	it("skips the embedding step if there is no model for it, and says why", async () => {
		server.script({ match: "/v1/models", json: { data: [{ id: "demo-chat" }] } });
		const { of } = await checkUp(doctorDeps(server.url));
		assert.match(JSON.stringify(of("embedding")), /skipped.*None of the gateway's models is for embeddings/);
		assert.equal(of("chat").type, "ok");
	});

	it("mentions a key that ends soon, and one that has ended", async () => {
		const end = (endsAt: number) => ({ keyFacts: { addedAt: 0, endsAt } });
		const soon = await checkUp(doctorDeps(server.url, end(Date.now() + 2 * dayMs)));
		assertTrouble(soon.of("key"), "warning", /accepts the key, but it expires on \w+ \d/, /Renew/);
		const still = await checkUp(doctorDeps(server.url, end(Date.now() - dayMs)));
		assert.match(JSON.stringify(still.of("key")), /"ok".*still accepts the key, which should have expired on \w+ \d/);
		server.script({ ...always, status: 401, body: "no" });
		const over = await checkUp(doctorDeps(server.url, end(Date.now() - dayMs)));
		assertTrouble(over.of("key"), "failed", /The key expired on \w+ \d/);
	});

	it("says that the key cannot be read, and continues", async () => {
		const readKey = async () => {
			throw new Error("The keychain is locked.");
		};
		const { of } = await checkUp(doctorDeps(server.url, { readKey }));
		assert.equal(of("address").type, "ok");
		assert.match(JSON.stringify(of("baseUrl")), /failed.*The keychain is locked/);
	});

	it("shows neither the key nor a proxy's password", async () => {
		const basic = Buffer.from(`:${canaryKey}`).toString("base64");
		const secret = { proxy: "http://me:hunter2@proxy.example.org:3128", origin: "https://llm.example.org" };
		server.script({
			...always,
			match: chatPath,
			status: 400,
			json: { error: `no ${canaryKey} Bearer ${canaryKey} Basic ${basic}` },
		});
		const proxied: ProxyFinding = { type: "proxy", url: secret.proxy, from: "setting" };
		const certificate = () => Promise.reject(new NetworkProbeError("proxyRefused", `403 for ${secret.proxy}`));
		const runs = await Promise.all([
			checkUp(doctorDeps(server.url, { probe: fakeProbe({ proxyFor: async () => proxied }) })),
			checkUp(doctorDeps(secret.origin, { probe: fakeProbe({ proxyFor: async () => proxied, certificate }) })),
			checkUp(doctorDeps(`https://me:${canaryKey}@llm.example.org`)),
		]);
		for (const { diagnosis } of runs) {
			const said = doctorReport(diagnosis, facts) + JSON.stringify(diagnosis);
			assert.ok(![canaryKey, "hunter2", basic].some((text) => said.includes(text)), said);
		}
		const [ran, refused] = runs;
		assert.match(JSON.stringify(ran?.of("proxy")), /through proxy\.example\.org:3128, as the setting http\.proxy says/);
		assert.match(JSON.stringify(ran?.of("connect")), /skipped.*proxy\.example\.org:3128 looks up the name/);
		assertTrouble(refused?.of("tls") ?? assert.fail(), "failed", /proxy\.example\.org:3128 does not allow requests/);
	});
});
