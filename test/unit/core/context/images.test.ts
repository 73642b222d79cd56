import assert from "node:assert/strict";
import { capabilityFromError } from "../../../../src/core/gateway/capabilities/capabilityFromError";
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
});
