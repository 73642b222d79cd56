import assert from "node:assert/strict";
import type { FillInWay } from "../../../../src/core/gateway/fillIn/fillIn";
import { sseChunk, sseDone, sseEvent } from "../../../gateway/endpoints/sseChunk";
import { connectedGatewayEach, never } from "../gateway/gatewayHarness";
import { manualClock } from "../memoryPorts";
import { fillInSession } from "./fillInSession";

const before = "export function total(a: number, b: number) {\n\treturn ";
const after = "\n}\n\nexport const pi = 3;\n";

const paths = { suffix: "/v1/completions", tokens: "/v1/completions", chat: "/v1/chat/completions" } as const;
const ways: Readonly<Record<FillInWay["rung"], FillInWay>> = {
	suffix: { rung: "suffix" },
	tokens: { rung: "tokens", family: "qwen" },
	chat: { rung: "chat" },
};
const text = (piece: string) => sseEvent({ choices: [{ index: 0, text: piece, finish_reason: null }] });
const textEnd = sseEvent({ choices: [{ index: 0, text: "", finish_reason: "stop" }] }) + sseDone;
const completion = (...pieces: readonly string[]) => pieces.map(text).join("") + textEnd;
const chat = (...deltas: readonly Parameters<typeof sseChunk>[0][]) =>
	deltas.map((delta) => sseChunk(delta)).join("") + sseChunk({}, "stop") + sseDone;

/** Answers of a gateway on a rung that was proved before, and the text that is suggested. */
const lies: readonly (readonly [
	what: string,
	rung: FillInWay["rung"],
	answer: string,
	suggested: string | undefined,
])[] = [
	["code", "suffix", completion("a +", " b;"), "a + b;"],
	["an ignored suffix, with the rest of the file", "suffix", completion("a + b;\n}\n\nexport const pi = 3;"), "a + b;"],
	["prose", "suffix", completion("The function returns the sum of both numbers."), undefined],
	["thoughts", "suffix", completion("<think>\nWe need the sum.</think>\n", "a + b;"), "a + b;"],
	["unclosed thoughts", "suffix", completion("<think>\nWe need the sum."), undefined],
	["nothing", "suffix", completion(""), undefined],
	["returned tokens", "tokens", completion("<|fim_prefix|>", before, "<|fim_suffix|>"), undefined],
	["tokens after the code", "tokens", completion("a + b;", "<|fim_", "suffix|>\n}"), "a + b;"],
	["a fence", "tokens", completion("```ts\n", "a + b;\n```\nThis adds both."), "a + b;"],
	["prose, then a fence", "tokens", completion("Here is the code:\n```ts\na + b;\n```"), "a + b;"],
	["code", "chat", chat("<fill>a", " + b;</fill>"), "a + b;"],
	["prose around the tag", "chat", chat("Sure: <fi", "ll>a + b;</fill> adds both."), "a + b;"],
	["a fence in the tag", "chat", chat("<fill>\n```ts\na + b;\n```\n</fill>"), "a + b;"],
	["prose without the tag", "chat", chat("The missing code is a + b;"), undefined],
	["a fence without the tag", "chat", chat("```ts\na + b;\n```"), undefined],
	["thoughts first", "chat", chat("<think>\nthe sum</think>\n<fill>a + b;</fill>"), "a + b;"],
	["thoughts in their own field", "chat", chat({ reasoning_content: "the sum" }, "<fill>a + b;</fill>"), "a + b;"],
	["thoughts alone", "chat", chat({ reasoning_content: "the sum" }), undefined],
	["thoughts with a tag in them", "chat", chat("<think>\n<fill>b</fill>?</think>", "<fill>a + b;</fill>"), "a + b;"],
	["hidden characters", "chat", chat("<fill>a +\u202e b;</fill>"), undefined],
];

describe("completions: gateways with misleading answers", () => {
	const current = connectedGatewayEach();

	function ask(way: FillInWay) {
		const clock = manualClock();
		const { provide, errors } = fillInSession({ gateway: current.client, clock, way, before, after });
		const answer = provide(never);
		clock.advance(0);
		return { answer, clock, errors };
	}

	for (const [what, rung, data, suggested] of lies)
		it(`${rung}: ${what}`, async () => {
			current.server.script({ match: paths[rung], chunks: [{ type: "bytes", data }] });
			const { answer, errors } = ask(ways[rung]);
			assert.equal((await answer)?.text, suggested);
			assert.deepEqual(errors, []);
		});

	for (const rung of ["suffix", "tokens", "chat"] as const)
		it(`${rung}: silence`, async () => {
			current.server.script({ match: paths[rung], chunks: [{ type: "head" }, { type: "stall" }] });
			const asked = current.server.nextRequest();
			const { answer, clock, errors } = ask(ways[rung]);
			await asked;
			clock.advance(15_000);
			assert.equal(await answer, undefined);
			assert.equal(errors.length, 1);
		});
});
