import assert from "node:assert/strict";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import { messageTokens } from "../../../../../src/core/context/tokens/tokenEstimate";
import type { RequestMessage, ToolArguments } from "../../../../../src/core/gateway/gateway";
import { splitTokens } from "../../../../gateway/tokens";
import { memoryState } from "../../memoryPorts";

/** Tokenizers that differ from the estimate; each counts a request with its template. */
const tokenizers: Readonly<Record<string, (messages: readonly RequestMessage[]) => number>> = {
	"words and signs": (messages) => sum(messages, (text) => splitTokens(text).length),
	"three characters, and a template": (messages) => sum(messages, (text) => Math.ceil(text.length / 3) + 7),
	"bytes by four": (messages) => sum(messages, (text) => Math.ceil(Buffer.byteLength(text) / 4)),
};

const sum = (messages: readonly RequestMessage[], count: (text: string) => number) =>
	messages.reduce((total, { content }) => total + count(String(content)), 0);

/** Returns code and prose that is never quite the same. */
function passage(seed: number): string {
	const names = ["budget", "limit", "answer", "kept", "tokens", "question", "window", "message"];
	const line = (i: number) => {
		const a = names[(seed + i) % names.length];
		const b = names[(seed * 3 + i * 5) % names.length];
		return i % 3 === 0
			? `// The ${a} decides what goes into the ${b}, and nothing else does.`
			: `const ${a}${i} = compute(${b}, ${i * seed}) + other["${a}"];`;
	};
	return Array.from({ length: 40 + seed }, (_, i) => line(i)).join("\n");
}

describe("context: counting tokens", () => {
	for (const [name, count] of Object.entries(tokenizers)) {
		it(`is within 3 % after three answers: ${name}`, async () => {
			const counter = new TokenCounters(memoryState()).for("https://g/v1/", "m");
			const conversation: RequestMessage[] = [];
			for (let turn = 1; turn <= 3; turn++) {
				conversation.push({ role: "user", content: passage(turn) });
				await counter.correct(conversation, count(conversation));
				conversation.push({ role: "assistant", content: passage(turn + 10) });
			}
			conversation.push({ role: "user", content: passage(30) });
			const [told, right] = [counter.ofMessages(conversation), count(conversation)];
			assert.ok(Math.abs(told - right) / right <= 0.03, `${told} for ${right}`);
		});
	}

	it("is only an estimate until an answer was counted, for each gateway and model", async () => {
		const counters = new TokenCounters(memoryState());
		const counter = counters.for("https://g/v1/", "m");
		const messages: RequestMessage[] = [{ role: "user", content: passage(200) }];
		const estimated = messageTokens(messages);
		assert.equal(counter.corrected, false);
		assert.equal(counter.ofMessages(messages), estimated);
		await counter.correct(messages, 2 * estimated);
		assert.equal(counter.corrected, true);
		const ratio = counter.ofMessages(messages) / estimated;
		assert.ok(ratio > 1.9 && ratio <= 2, String(ratio));
		assert.equal(counters.for("https://g/v1/", "other").corrected, false);
		assert.equal(counters.for("https://other/v1/", "m").corrected, false);
	});

	for (const hidden of [125, 400]) {
		it(`is hardly misled by short questions and a hidden prompt of ${hidden} tokens`, async () => {
			const counter = new TokenCounters(memoryState()).for("g", "m");
			const code = passage(60);
			const before = counter.ofText(code);
			for (let turn = 0; turn < 30; turn++) {
				const messages: RequestMessage[] = [{ role: "user", content: "Hi there" }];
				await counter.correct(messages, messageTokens(messages) + hidden);
				assert.ok(counter.ofText(code) < 1.1 * before, `${counter.ofText(code)} for ${before}`);
			}
		});
	}

	it("stays an estimate after short questions, which correct hardly anything", async () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const short: RequestMessage[] = [{ role: "user", content: "Hi there" }];
		for (let turn = 0; turn < 30; turn++) await counter.correct(short, messageTokens(short) + 400);
		assert.equal(counter.corrected, false);
		const long: RequestMessage[] = [{ role: "user", content: passage(200) }];
		await counter.correct(long, messageTokens(long));
		assert.equal(counter.corrected, true, "even where the count equals the estimate");
		for (let turn = 0; turn < 30; turn++) await counter.correct(short, 130);
		assert.equal(counter.corrected, true, "the long question still decides");
	});

	it("keeps what a long conversation taught when short questions follow", async () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const long: RequestMessage[] = [{ role: "user", content: passage(200) }];
		await counter.correct(long, 2 * messageTokens(long));
		for (let turn = 0; turn < 30; turn++) await counter.correct([{ role: "user", content: "Hi there" }], 130);
		const ratio = counter.ofMessages(long) / messageTokens(long);
		assert.ok(ratio > 1.9 && ratio < 2.1, String(ratio));
	});

	it("corrects within bounds, however strange the counts are", async () => {
		const messages: RequestMessage[] = [{ role: "user", content: passage(200) }];
		const estimated = messageTokens(messages);
		for (const [counted, bound] of [
			[1, 0.25],
			[1000 * estimated, 4],
		] as const) {
			const counter = new TokenCounters(memoryState()).for("g", "m");
			await counter.correct(messages, counted);
			const factor = counter.ofMessages(messages) / estimated;
			assert.ok(factor > 0.25 && factor < 4 && Math.abs(factor - bound) < 0.2 * bound, String(factor));
		}
	});

	it("keeps learned corrections, and ignores a broken state or an absurd count", async () => {
		const state = memoryState();
		const messages: RequestMessage[] = [{ role: "user", content: passage(200) }];
		const estimated = messageTokens(messages);
		await new TokenCounters(state).for("g", "m").correct(messages, 2 * estimated);
		const told = new TokenCounters(state).for("g", "m").ofMessages(messages);
		assert.ok(told > 1.9 * estimated);
		for (const absurd of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
			await new TokenCounters(state).for("g", "m").correct(messages, absurd);
		assert.equal(new TokenCounters(state).for("g", "m").ofMessages(messages), told);
		await state.set("gatehouse.tokens:g", { m: { counted: "many", estimated: 0 } });
		assert.equal(new TokenCounters(state).for("g", "m").corrected, false);
	});

	it("includes the tool calls of an answer, with the arguments that are sent", () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const content = passage(1);
		const said: RequestMessage = { role: "assistant", content: "I write it." };
		const call = (given: ToolArguments) => ({
			...said,
			toolCalls: [{ id: "a", name: "write_file", arguments: given }],
		});
		const [plain, ofText] = [counter.ofMessages([said]), counter.ofText(content)];
		for (const given of [{ path: "a.md", content }, content]) {
			const more = counter.ofMessages([call(given)]) - plain;
			assert.ok(more >= ofText && more <= 1.25 * ofText, `${more} for ${ofText}`);
		}
	});

	it("includes the reasoning before tool calls where it is sent", () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const reasoning = passage(1);
		const said: RequestMessage = { role: "assistant", content: "I read it.", reasoning };
		const withCall: RequestMessage = { ...said, toolCalls: [{ id: "a", name: "read_file", arguments: {} }] };
		const more = counter.ofMessages([withCall], true) - counter.ofMessages([withCall]);
		assert.equal(more, counter.ofText(reasoning));
		assert.equal(counter.ofMessages([said], true), counter.ofMessages([said]), "sent only before calls");
	});

	it("is not corrected by a question with an image, whose token count is unknown", async () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } } as const;
		await counter.correct([{ role: "user", content: [{ type: "text", text: "what is this?" }, image] }], 900);
		assert.equal(counter.corrected, false);
	});
});
