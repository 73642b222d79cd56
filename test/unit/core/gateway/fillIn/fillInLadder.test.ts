import assert from "node:assert/strict";
import type { Capabilities } from "../../../../../src/core/gateway/capabilities/capabilities";
import { type FillInProof, proveFillIn } from "../../../../../src/core/gateway/fillIn/fillInLadder";
import { newSentinel } from "../../../../../src/core/gateway/fillIn/sentinel";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { sseChunk, sseDone, sseEvent } from "../../../../gateway/endpoints/sseChunk";
import { manualClock } from "../../memoryPorts";
import { connectedGatewayEach, never } from "../gatewayHarness";

const random = () => 0.5;
const { answer } = newSentinel(random);
const chat = "/v1/chat/completions";
const completions = "/v1/completions";

describe("completions: the ladder", () => {
	const current = connectedGatewayEach();
	const model = "some-model";
	const base = () => `${current.server.url}/v1`;
	const can = (): Capabilities => current.shared.capabilities.get(base(), model);
	const sent = () => current.server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
	const paths = () => current.server.requests.map(({ path }) => path);

	function prove(name = model, signal = never, clock = manualClock()): Promise<FillInProof> {
		const { capabilities } = current.shared;
		const ports = {
			...{ gateway: current.client, clock, random },
			can: () => capabilities.get(base(), name),
			record: (learned: Capabilities) => capabilities.record(base(), name, learned),
		};
		return proveFillIn(name, ports, signal);
	}
	const script = (match: string, data: string, times = 1) =>
		current.server.script({ match, times, chunks: [{ type: "bytes", data }] });
	const completes = (text: string, times = 1) =>
		script(
			completions,
			sseEvent({ choices: [{ index: 0, text, finish_reason: null }] }) +
				sseEvent({ choices: [{ index: 0, text: "", finish_reason: "stop" }] }) +
				sseDone,
			times,
		);
	const says = (text: string) => script(chat, sseChunk(text) + sseChunk({}, "stop") + sseDone);
	const refuses = (match: string, status: number, message: string, times = 1) =>
		current.server.script({ match, status, times, json: { error: { message } } });
	/** Answers like a gateway without this operation. */
	const completesNothing = () => refuses(completions, 404, "Not Found");
	const outcomes = ({ tried }: FillInProof) =>
		tried.map(({ way, outcome }) =>
			[way.rung, way.family ?? way.reasoningSwitch ?? "", outcome].filter((part) => part !== "").join(" "),
		);

	it("is proved by suffix alone if the gateway honours it, and is learned", async () => {
		completes(answer);
		const { way } = await prove();
		assert.deepEqual(way, { rung: "suffix" });
		assert.deepEqual(can(), { temperature: true, fillInRung: "suffix" });
		const { prompt, suffix, ...rest } = sent()[0] ?? {};
		assert.match(String(suffix), new RegExp(answer));
		assert.doesNotMatch(String(prompt), new RegExp(answer));
		assert.deepEqual(rest, { model, temperature: 0, max_tokens: 64, stream: true });
	});

	it("does not consider the status 200 a proof: an ignored suffix leads to the tokens", async () => {
		completes("localhost");
		completes(`${answer}<|fim_pad|>`);
		const proof = await prove();
		assert.deepEqual(outcomes(proof), ["suffix ignored", "tokens qwen proved"]);
		assert.deepEqual(can(), { temperature: true, fillInRung: "tokens", fillInFamily: "qwen" });
		const { prompt, suffix } = sent()[1] ?? {};
		assert.equal(suffix, undefined);
		assert.match(String(prompt), /^<\|fim_prefix\|>.+<\|fim_suffix\|>.+<\|fim_middle\|>$/s);
	});

	it("tries the family in the name first", async () => {
		completes("x");
		completes(answer);
		const { way } = await prove("mistralai/Codestral-22B");
		assert.deepEqual(way, { rung: "tokens", family: "codestral" });
		assert.match(String(sent()[1]?.prompt), /^\[SUFFIX\].+\[PREFIX\]/s);
	});

	it("is not deceived by returned tokens or a returned prompt", async () => {
		completes("x");
		completes(`<|fim_prefix|>servers = {"first": "${answer}"`);
		completes(`The answer is ${answer}.`);
		says(`<fill>${answer}</fill>`);
		assert.deepEqual(outcomes(await prove()), [
			"suffix ignored",
			"tokens qwen ignored",
			"tokens starcoder ignored",
			"chat proved",
		]);
	});

	it("asks once if the path does not exist, and then uses chat", async () => {
		completesNothing();
		says(`<fill>${answer}"</fill>`);
		const proof = await prove();
		assert.deepEqual(outcomes(proof), ["suffix absent", "chat proved"]);
		assert.deepEqual(paths(), [completions, chat]);
		assert.equal(can().fillInRung, "chat");
	});

	it("continues with the tokens if only the field is refused, and with chat if the prompt is refused too", async () => {
		refuses(completions, 400, "suffix is not currently supported", 2);
		says(`<fill>${answer}</fill>`);
		assert.deepEqual(outcomes(await prove()), ["suffix refused", "tokens qwen refused", "chat proved"]);
	});

	it("does not mistake prose or a fence for code", async () => {
		completesNothing();
		says(`The missing text is \`${answer}\`.`);
		const proof = await prove();
		assert.equal(proof.way, undefined);
		assert.deepEqual(outcomes(proof), ["suffix absent", "chat ignored"]);
		assert.deepEqual(can(), {});
	});

	const thinks = sseChunk({ reasoning_content: "Well," }) + sseChunk({}, "length") + sseDone;

	it("keeps a model from reasoning in the first way that works, and learns it", async () => {
		completesNothing();
		// A server that ignores the field answers as before.
		script(chat, thinks, 2);
		says(`<fill>${answer}</fill>`);
		const proof = await prove();
		assert.deepEqual(outcomes(proof), [
			"suffix absent",
			"chat reasoned",
			"chat reasoning_effort reasoned",
			"chat enable_thinking proved",
		]);
		assert.equal(can().reasoningSwitch, "enable_thinking");
		assert.deepEqual(
			sent().map(({ reasoning_effort: effort, enable_thinking: thinking }) => [effort, thinking]),
			[
				[undefined, undefined],
				[undefined, undefined],
				["none", undefined],
				[undefined, false],
			],
		);
	});

	it("tries no other field after a model has refused a reasoning effort", async () => {
		completesNothing();
		script(chat, thinks);
		refuses(chat, 400, "Unrecognized request argument supplied: reasoning_effort");
		script(chat, thinks);
		const proof = await prove();
		assert.equal(proof.way, undefined);
		assert.deepEqual(outcomes(proof), ["suffix absent", "chat reasoned", "chat reasoning_effort reasoned"]);
		assert.equal(can().effort, "refused");
	});

	it("skips thoughts that end in time", async () => {
		script(
			chat,
			sseChunk(`<think>first</think>\n<fill>${answer}`) + sseChunk("</fill>") + sseChunk({}, "stop") + sseDone,
		);
		assert.deepEqual((await prove()).way, { rung: "chat" });
	});

	it("does not wait for a silent gateway", async () => {
		current.server.script({ match: completions, chunks: [{ type: "head" }, { type: "stall" }] });
		says(`<fill>${answer}</fill>`);
		const clock = manualClock();
		const asked = current.server.nextRequest();
		const proof = prove(model, never, clock);
		await asked;
		clock.advance(10_000);
		assert.deepEqual(outcomes(await proof), ["suffix silent", "chat proved"]);
	});

	it("sends no temperature to a model that refuses it", async () => {
		refuses(completions, 400, "temperature is not supported by this model");
		completes(answer);
		assert.deepEqual((await prove()).way, { rung: "suffix" });
		assert.equal(can().temperature, false);
		assert.equal("temperature" in (sent()[1] ?? {}), false);
	});

	it("reports a refused key, or too many requests, as such", async () => {
		refuses(completions, 401, "Invalid key");
		await assert.rejects(prove(), (error) => error instanceof GatewayError && error.reason === "unauthorized");
		assert.deepEqual(can(), {});
	});

	it("ends when it is cancelled", async () => {
		current.server.script({ match: completions, chunks: [{ type: "head" }, { type: "stall" }] });
		const abort = new AbortController();
		const asked = current.server.nextRequest();
		const proof = prove(model, abort.signal);
		await asked;
		abort.abort();
		await assert.rejects(proof, { name: "AbortError" });
	});
});
