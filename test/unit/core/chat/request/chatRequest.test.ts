import assert from "node:assert/strict";
import { planRequest, type RequestSettings } from "../../../../../src/core/chat/request/chatRequest";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";
import { answer, question } from "../messages";

const words = (count: number) => "word ".repeat(count).trim();
const asking = (id: string, text: string, attachments: readonly Attachment[] = []) =>
	question(id, { text, attachments });
const file = (path: string, text: string): Attachment => ({ id: path, name: path, path, languageId: "", text });
const settings = (limit: number | null, systemPrompt = ""): RequestSettings => ({
	model: "m",
	systemPrompt,
	parameters: { temperature: 0.5 },
	window: { limit, counter: new TokenCounters(memoryState()).for("g", "m") },
});
const texts = ({ request }: ReturnType<typeof planRequest>) => request.messages.map(({ content }) => content);

describe("context: the plan of a request", () => {
	const branch = [asking("q1", words(300)), answer("r1"), asking("q2", "and now?")];
	const overflow = answer("r2", {
		text: "",
		state: { type: "failed", failure: { reason: "contextOverflow", message: "Too much.", actions: [] } },
	});

	it("is the whole conversation with its parameters, and names the files in it", () => {
		const attached = [asking("q1", "why?", [file("a.ts", "let a;")])];
		const { request, leftOut } = planRequest(attached, settings(null, "Be brief."));
		assert.equal(leftOut, undefined);
		assert.deepEqual(request, {
			model: "m",
			messages: [
				{ role: "system", content: "Be brief." },
				{ role: "user", content: "why?\n\na.ts:\n```\nlet a;\n```" },
			],
			temperature: 0.5,
			sources: ["a.ts"],
		});
	});

	it("leaves out attachments without sending them or naming them as sent", () => {
		const attached = [asking("q1", "why?", [file("big.ts", words(400))])];
		const planned = planRequest(attached, settings(300), "leaveOutAttachments");
		assert.deepEqual(planned.leftOut, { how: "leaveOutAttachments", ids: ["big.ts"] });
		assert.deepEqual(texts(planned), ["why?"]);
		assert.equal(planned.request.sources, undefined);
	});

	it("turns the content into parts for an image, whose place is given in the text", () => {
		const image: Attachment = { ...file("a.png", ""), kind: "image", image: "data:image/png;base64,AA==" };
		assert.deepEqual(texts(planRequest([asking("q1", "what?", [image])], settings(null))), [
			[
				{ type: "text", text: "what?\n\na.png (image)" },
				{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
			],
		]);
	});

	it("applies the choice for the last answer to the next question until there is room again", () => {
		const later = [
			...branch.slice(0, 2),
			asking("q2", "and now?"),
			answer("r2", { leftOut: { how: "leaveOutOldest", ids: ["q1", "r1"] } }),
			asking("q3", "and then?"),
		];
		assert.deepEqual(planRequest(later, settings(200)).leftOut?.ids, ["q1", "r1"]);
		assert.equal(planRequest(later, settings(8000)).leftOut, undefined);
		// It is unknown whether there is room.
		assert.deepEqual(planRequest(later, settings(null)).leftOut?.ids, ["q1", "r1"]);
	});

	it("leaves something out after the gateway's refusal, even if everything seemed to fit", () => {
		for (const limit of [null, 8000]) {
			const planned = planRequest(branch, settings(limit), "leaveOutOldest", overflow);
			assert.deepEqual(planned.leftOut?.ids, ["q1", "r1"], String(limit));
			assert.deepEqual(texts(planned), ["and now?"]);
		}
	});

	it("stays the same for a plain retry", () => {
		assert.equal(planRequest(branch, settings(null), undefined, overflow).leftOut, undefined);
		assert.equal(planRequest(branch, settings(100), "sendAnyway", overflow).leftOut, undefined);
	});
});
