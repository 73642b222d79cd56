import assert from "node:assert/strict";
import { prepareQuestion, type QuestionAction } from "../../../../src/core/actions/questionAction";
import { UserError } from "../../../../src/core/base/errors";
import { ChatContext } from "../../../../src/core/context/chatContext";
import { DraftContext } from "../../../../src/core/context/draftContext";
import { TokenCounters } from "../../../../src/core/context/tokenCounter";
import { chatHarness } from "../chat/chatHarness";
import { memoryState } from "../memoryPorts";

function setUp() {
	const { session } = chatHarness();
	const attached = new DraftContext(
		async () => assert.fail(),
		memoryState(),
		() => session.conversationId,
	);
	const counter = new TokenCounters(memoryState()).for("g", "m");
	const settings = (model = "m") => {
		const limit = model === "m" ? 8000 : 100;
		return { model, systemPrompt: "", parameters: {}, window: { limit, counter } };
	};
	const context = new ChatContext(session, attached, settings);
	const code = { text: "let a;" };
	const explain: QuestionAction = {
		suggestion: { id: "explain", label: "explain", detail: "", icon: "" },
		async prepare(wish) {
			if (code.text === "") throw new UserError("There is no code.");
			const attachment = { id: "1", name: "a.ts", path: "a.ts", languageId: "", text: code.text };
			return { text: `Explain this. ${wish}`, attachments: [attachment] };
		},
	};
	const write = (text: string, model: string | null = null) =>
		context.setDraft({ text, model, prepare: () => prepareQuestion(text, async () => [explain]) });
	const next = () => String(context.next()?.request.messages.at(-1)?.content);
	return { context, code, write, next };
}

describe("ChatContext, what is written", () => {
	it("is counted and shown as the question that it makes: an action's with its code", async () => {
		const t = setUp();
		await t.write("Why?");
		assert.equal(t.next(), "Why?");
		const before = t.context.view.tokens;
		await t.write("/explain to a child");
		assert.match(t.next(), /^Explain this\. to a child\n\na\.ts:\n```\nlet a;/);
		assert.ok(t.context.view.tokens > before);
		t.code.text = "let b;";
		await t.context.prepareDraft();
		assert.match(t.next(), /let b;/, "as it is selected now");
	});

	it("counts as it stands while an action has nothing to be about; to show what is sent says why not", async () => {
		const t = setUp();
		t.code.text = "";
		await t.write("/explain");
		assert.equal(t.next(), "/explain");
		await assert.rejects(t.context.prepareDraft(), UserError);
	});

	it("what is for another model is counted and shown as for that one", async () => {
		const t = setUp();
		await t.write("Why?", "small");
		assert.equal(t.context.next()?.request.model, "small");
		assert.equal(t.context.view.limit, 100);
		await t.write("Why?");
		assert.equal(t.context.next()?.request.model, "m");
		assert.equal(t.context.view.limit, 8000);
	});

	it("what is written last counts, however long an earlier word takes", async () => {
		const t = setUp();
		let prepared = (_: string) => {};
		const slow = t.context.setDraft({
			text: "/slow",
			model: null,
			prepare: () => new Promise((resolve) => (prepared = (text) => resolve({ text, attachments: [] }))),
		});
		await t.write("Quick.");
		prepared("Slow.");
		await slow;
		assert.equal(t.next(), "Quick.");
	});
});
