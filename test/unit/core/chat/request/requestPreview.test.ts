import assert from "node:assert/strict";
import { previewedBody, requestPreview } from "../../../../../src/core/chat/request/requestPreview";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { EffortStore } from "../../../../../src/core/gateway/capabilities/effortStore";
import type { RequestMessage } from "../../../../../src/core/gateway/gateway";
import { chatBody } from "../../../../../src/core/gateway/request/chatBody";
import { memoryState } from "../../memoryPorts";

const counter = new TokenCounters(memoryState()).for("https://gateway.test/v1", "model");
const now = { at: new Date(2026, 4, 1, 14, 5, 9).getTime(), language: "en-GB" };

function preview(messages: readonly RequestMessage[]) {
	const body = chatBody({ model: "model", messages, temperature: 0.5 }, {});
	return { body, text: requestPreview(body, counter, now) };
}

describe("request preview", () => {
	it("shows roles, parts and tokens, then the texts, and then the folded raw JSON", () => {
		const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
		const { body, text } = preview([
			{ role: "system", content: "Be brief." },
			{ role: "user", content: [{ type: "text", text: "What is this?" }, image] },
		]);
		assert.match(
			text,
			/\| 1 \| system \| text \| \d+ \|\n\| 2 \| user \| text \| \d+ \|\n\| 3 \| user \| image \| [\d,]+ \|/,
		);
		assert.match(text, /## 2\. user: text, \d+ tokens\n\n```text\nWhat is this\?\n```/);
		const [, json = ""] = /<details><summary><b>.*<\/summary>\n\n```json\n(.*)\n```\n\n<\/details>/s.exec(text) ?? [];
		assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(body)));
		assert.ok(text.indexOf("AAAA") > text.indexOf("<details>"), "images are in the raw JSON alone");
	});

	it("says when it was created, because it does not follow changes", () => {
		const { text } = preview([{ role: "user", content: "Why?" }]);
		assert.match(text, /^# The next request\n\nAs it would be sent at 14:05:09\. Run the command again when /);
	});

	it("contains the chosen reasoning effort, unless the model refused it", async () => {
		const [capabilities, efforts] = [new CapabilityStore(memoryState()), new EffortStore(memoryState())];
		await efforts.set("a", "model", { level: "high", field: "reasoning_effort" });
		const body = () => previewedBody({ model: "model", messages: [] }, "a", { capabilities, efforts });
		assert.equal(body().reasoning_effort, "high");
		assert.match(requestPreview(body(), counter, now), /"reasoning_effort": "high"/);
		await capabilities.record("a", "model", { effort: "refused" });
		assert.equal("reasoning_effort" in body(), false);
	});

	it("does not render Markdown in the texts, whatever they contain", () => {
		const hostile = "````\n</details>\n[x](command:evil)\n![y](https://tracker.test)\n`````";
		const { text } = preview([{ role: "user", content: hostile }]);
		assert.ok(text.includes(`\`\`\`\`\`\`text\n${hostile}\n\`\`\`\`\`\``));
	});

	it("cuts a long text above the raw JSON, and says so", () => {
		const { text } = preview([{ role: "user", content: "a".repeat(50_000) }]);
		assert.match(text, /rest is in the raw JSON/);
		assert.ok(text.includes("a".repeat(50_000)));
	});
});
