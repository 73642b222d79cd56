import assert from "node:assert/strict";
import { chatFillInMessages } from "../../../src/core/gateway/fillIn/chatFillIn";
import { newSentinel } from "../../../src/core/gateway/fillIn/sentinel";
import { startGateway } from "../../gateway/demoGateway";
import { demoFillIn, fillIn } from "../../gateway/endpoints/demoFillIn";
import type { ChatMessage } from "../../gateway/model";
import { assertError, closeGatewaysAfterEach, openGateway } from "./gatewayHarness";

describe("demo gateway: completions", () => {
	const asked = (before: string, after: string) =>
		demoFillIn(chatFillInMessages({ before, after, related: "", languageId: "python" }) as readonly ChatMessage[]);

	it("answer a sentinel correctly", () => {
		const { before, after, answer } = newSentinel(() => 0.3);
		assert.equal(asked(before, after), `<fill>${answer}</fill>`);
	});

	it("continue like a line that begins in the same way, and are empty without one", () => {
		assert.equal(fillIn("total = a + b\ntotal = ", "\n"), "a + b");
		assert.equal(fillIn("x = ", "\n"), "");
		assert.equal(asked("y = ", "\n"), "<fill></fill>");
		assert.equal(demoFillIn([{ role: "user", content: "hello" }]), undefined);
	});
});

const path = "/v1/completions";
const before = "const totals = new Map<string, number>();\nconst totals = ";

describe("gateway: POST /v1/completions", () => {
	closeGatewaysAfterEach();

	it("fills in the code between a prompt and a suffix, in one piece", async () => {
		const { post } = await openGateway();
		const { before: prompt, after: suffix, answer } = newSentinel(() => 0.3);
		const response = await post(path, { model: "demo-chat", prompt, suffix });
		const { id, created, ...rest } = await response.json();
		assert.match(id, /^cmpl-./);
		assert.ok(Number.isInteger(created));
		const choices = [{ index: 0, text: answer, finish_reason: "stop" }];
		assert.deepEqual(rest, { object: "text_completion", model: "demo-chat", choices });
	});

	it("streams the same text, within max_tokens", async () => {
		const { post } = await openGateway();
		const body = { model: "demo-chat", prompt: before, stream: true };
		const streamed = async (more = {}) => {
			const events = (await (await post(path, { ...body, ...more })).text()).split("\n\n");
			assert.equal(events.at(-2), "data: [DONE]");
			const choices = events.slice(0, -2).map((event) => JSON.parse(event.slice("data: ".length)).choices[0]);
			return { text: choices.map(({ text }) => text).join(""), end: choices.at(-1)?.finish_reason };
		};
		assert.deepEqual(await streamed(), { text: "new Map<string, number>();", end: "stop" });
		assert.deepEqual(await streamed({ max_tokens: 2 }), { text: "new Map", end: "length" });
	});

	it("refuses models that cannot complete code, and invalid bodies", async () => {
		const { post } = await openGateway();
		await assertError(await post(path, { model: "demo-echo", prompt: "a" }), 400, "unsupported_operation", "model");
		await assertError(await post(path, { model: "demo-embed", prompt: "a" }), 400, "wrong_model_kind", "model");
		await assertError(await post(path, { model: "demo-chat" }), 400, "invalid_value", "prompt");
		await assertError(await post(path, { model: "demo-chat", prompt: "a", suffix: 1 }), 400, "invalid_value", "suffix");
	});

	it("forwards requests for a provider's model", async () => {
		const provider = await startGateway({ streamDelayMs: 0 });
		try {
			const { post } = await openGateway({ providers: [{ name: "other", url: provider.url, key: provider.key }] });
			const response = await post(path, { model: "other/demo-chat", prompt: before });
			assert.equal((await response.json()).choices[0].text, "new Map<string, number>();");
			assert.equal(provider.requests.at(-1)?.path, path);
		} finally {
			await provider.close();
		}
	});
});
