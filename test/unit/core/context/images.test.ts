import assert from "node:assert/strict";
import { capabilityFromError } from "../../../../src/core/gateway/capabilities/capabilityFromError";
import { errorText } from "../../../../src/core/gateway/errors/errorText";
import type { RequestMessage } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { strictMessages } from "../../../../src/core/gateway/request/chatBody";

const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } } as const;
const text = (said: string) => ({ type: "text", text: said }) as const;

describe("request: images", () => {
	const withImage: RequestMessage = { role: "user", content: [text("what?"), image] };

	it("stay unchanged, as does a message of text alone", () => {
		const messages: RequestMessage[] = [
			{ role: "user", content: "one" },
			{ role: "assistant", content: "two" },
			withImage,
		];
		assert.deepEqual(strictMessages(messages, true), messages);
	});

	it("become parts of one message with neighbours of the same role", () => {
		assert.deepEqual(strictMessages([{ role: "user", content: "one" }, withImage], true), [
			{ role: "user", content: [text("one"), text("what?"), image] },
		]);
	});

	it("follow the system text in the first question if the model takes no system message", () => {
		assert.deepEqual(strictMessages([{ role: "system", content: "Be brief." }, withImage], false), [
			{ role: "user", content: [text("Be brief."), text("what?"), image] },
		]);
	});

	it("count as unsupported after a refusal, unless the request had none", () => {
		const refused = new GatewayError("refused", "No.", 400, { said: "This model does not support image inputs." });
		assert.deepEqual(capabilityFromError(refused, "chat", {}, true), { images: false });
		assert.equal(capabilityFromError(refused, "chat", {}, false), undefined);
	});

	it("count as unsupported where a strict server demands text of just their message", () => {
		const messages = [
			{ role: "system", content: "Be brief." },
			{ role: "user", content: [text("what?"), image] },
			{ role: "assistant", content: "A cat." },
			{ role: "user", content: "And now?" },
		];
		const learned = (said: string, of: readonly unknown[] = messages) =>
			capabilityFromError(
				new GatewayError("refused", "No.", 400, { said: errorText(said, (shown) => shown) }),
				"chat",
				{ messages: of },
				of.some((message) => Array.isArray((message as { content: unknown }).content)),
			);
		const located = (loc: readonly unknown[], msg: string) => JSON.stringify({ detail: [{ loc, msg }] });
		for (const said of [
			'"messages[1].content" must be a string.',
			"messages[1].content must be a string",
			"content must be a string",
			"'content' is not of type 'string'",
			"messages[1].content: invalid type: sequence, expected a string",
			"json: cannot unmarshal array into Go struct field Message.messages.content of type string",
			located(["body", "messages", 1, "content"], "Input should be a valid string"),
			located(["body", "messages", 1, "content", "str"], "Input should be a valid string"),
			located(["body", "messages", 1, "content"], "str type expected"),
		])
			assert.deepEqual(learned(said), { images: false }, said);
		for (const said of [
			'"messages[0].content" must be a string.',
			'"messages[3].content" must be a string.',
			'"messages[9].content" must be a string.',
			"messages[1].content[0].text must be a string",
			"Invalid type for 'messages[1].content': expected one of a string or array of objects, but got null",
			"messages[1].content must be a string or a list of parts",
			"messages[1].name must be a string",
			located(["body", "messages", 0, "content"], "Input should be a valid string"),
			located(["body", "messages", 1, "content", 0, "text"], "Input should be a valid string"),
		])
			assert.equal(learned(said), undefined, said);
		const calls = { role: "assistant", content: null, tool_calls: [] };
		assert.equal(learned("content must be a string", [...messages, calls]), undefined);
		assert.equal(learned("content must be a string", messages.slice(2)), undefined);
	});
});
