import assert from "node:assert/strict";
import { type BareBrowser, openBareBrowser, panelBody } from "../host/barePanel";
import { answerText } from "../host/checkWalk";
import { answerOf, snapshotOf } from "../host/panelSnapshot";

describe("npm start -- --check", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	/** Returns its report of a question whose answer has this end. */
	async function reported(state: ReturnType<typeof answerOf>["state"]): Promise<string> {
		const question = { role: "user", id: "q", parent: null, text: "Why?", at: 0, attachments: [] } as const;
		const answer = { ...answerOf("a", "Because of this.", true), state };
		const page = await browser.open(panelBody, { snapshot: snapshotOf([question, answer]) });
		return answerText(page);
	}

	it("reports a whole answer as it is", async () => {
		const text = await reported({ type: "complete", finishReason: "stop" });
		assert.match(text, /Because of this\./);
		assert.doesNotMatch(text, /limit/);
	});

	it("accepts an answer that ends at the server's own length limit, and says so", async () => {
		const text = await reported({ type: "complete", finishReason: "length" });
		assert.match(text, /Because of this\.[\s\S]*the gateway cut the answer off at its own length limit/);
	});

	it("fails with the reason if the answer broke off", async () => {
		await assert.rejects(reported({ type: "interrupted", message: "The line went dead." }), /The line went dead\./);
	});
});
