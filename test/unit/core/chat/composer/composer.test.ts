import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { Composer } from "../../../../../src/core/chat/composer/composer";
import { prepareQuestion, type QuestionAction } from "../../../../../src/core/chat/composer/questionAction";
import type { WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import type { ContextSource } from "../../../../../src/core/context/contextSource";
import { PendingAttachments } from "../../../../../src/core/context/pendingAttachments";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

const codebase = { id: "all", kind: "codebase", name: "Codebase", path: "", languageId: "", text: "" } as const;

function setUp() {
	const chat = chatHarness();
	const { session } = chat;
	const found = { id: "place", name: "budget.ts:18–21", path: "budget.ts", languageId: "typescript", text: "spend();" };
	const state = memoryState();
	const read: Record<string, Attachment> = { lines: found, codebase };
	const attached = new PendingAttachments(
		async ({ type }) => read[type] ?? assert.fail(),
		state,
		() => session.conversationId,
	);
	const counter = new TokenCounters(memoryState()).for("g", "m");
	const settings = (model = "m") => {
		const limit = model === "m" ? 8000 : 100;
		return { model, systemPrompt: "Prompt.", parameters: {}, window: { limit, counter } };
	};
	const places = { fail: false, asked: [] as string[], meanwhile: async () => {} };
	const context = new Composer(session, attached, settings, {
		async find(question) {
			places.asked.push(question);
			await places.meanwhile();
			if (places.fail) throw new UserError("Nothing in the workspace fits.");
			return [{ type: "lines", uri: "file:///budget.ts", lines: [18, 21] }];
		},
		async attach(sources) {
			for (const source of sources) await attached.attach(source, found);
		},
	});
	const code = { text: "let a;" };
	const explain: QuestionAction = {
		suggestion: { id: "explain", label: "explain", detail: "", icon: "" },
		async prepare(instruction) {
			if (code.text === "") throw new UserError("There is no code.");
			const attachment = { id: "1", name: "a.ts", path: "a.ts", languageId: "", text: code.text };
			return { text: `Explain this. ${instruction}`, attachments: [attachment] };
		},
	};
	/** Like a prompt that names its model; `tidy` is like one that asks for an edit. */
	const small: QuestionAction = {
		suggestion: { id: "small", label: "small", detail: "", icon: "" },
		prepare: async (instruction) => ({ text: instruction, attachments: [], model: "small" }),
	};
	const tidy: QuestionAction = {
		suggestion: { id: "tidy", label: "tidy", detail: "", icon: "" },
		prepare: async () => ({ text: "Tidy up.", attachments: [], instruction: "Answer with code." }),
	};
	const actions = [explain, small, tidy];
	const write = (text: string, model: string | null = null) =>
		context.setDraft({ text, model, prepare: () => prepareQuestion(text, async () => actions) });
	const next = () => String(context.next()?.request.messages.at(-1)?.content);
	return { ...chat, context, attached, state, places, code, write, next };
}

describe("composer: the codebase", () => {
	const attachments = ({ session }: ReturnType<typeof setUp>) =>
		session.messages.flatMap((message) => (message.role === "user" ? message.attachments.map(({ name }) => name) : []));

	it("is searched for the question when that is asked", async () => {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "codebase" }, codebase);
		await t.write("How much is left?");
		assert.equal(t.next(), "How much is left?", "nothing of it is sent as it stands");
		assert.deepEqual(t.places.asked, []);
		await t.context.send({ text: "How much is left?", attachments: [] });
		assert.deepEqual(t.places.asked, ["How much is left?"]);
		assert.deepEqual(attachments(t), ["budget.ts:18–21"]);
		assert.deepEqual(t.attached.pending, []);
	});

	it("prevents the question if nothing in it matches", async () => {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "codebase" }, codebase);
		t.places.fail = true;
		await assert.rejects(t.context.send({ text: "How much is left?", attachments: [] }), UserError);
		assert.deepEqual(t.session.messages, []);
		assert.deepEqual(
			t.attached.pending.map(({ attachment }) => attachment.name),
			["Codebase"],
		);
	});
});

describe("composer: #codebase in the text", () => {
	it("is searched for the words beside it, and is not one of them", async () => {
		const t = setUp();
		await t.context.send({ text: "How much is left in #codebase?", attachments: [] });
		assert.deepEqual(t.places.asked, ["How much is left in?"]);
		const [asked] = t.session.messages;
		assert.equal(asked?.text, "How much is left in?");
		assert.deepEqual(asked.role === "user" && asked.attachments.map(({ name }) => name), ["budget.ts:18–21"]);
		assert.deepEqual(t.attached.pending, []);
	});

	it("finds nothing on its own, and is not sent", async () => {
		const t = setUp();
		await assert.rejects(t.context.send({ text: " #codebase ", attachments: [] }), UserError);
		assert.deepEqual(t.session.messages, []);
	});

	const rewritten: Readonly<Record<string, string>> = {
		"#codebase Where is it?": "Where is it?",
		"Where is it?\n\n#codebase\n\nIt is blue.": "Where is it?\n\nIt is blue.",
		"Where is it (#codebase)?": "Where is it?",
		"Where is it (see #codebase)?": "Where is it (see)?",
		"Look through “#codebase”…": "Look through…",
		"    indented();\n#codebase, what is it?": "    indented();\n, what is it?",
		"#codebase\n    indented();\nWhat is it?": "    indented();\nWhat is it?",
		"In #codebase, as in\n```md\n#codebase\n```\nis it?": "In, as in\n```md\n#codebase\n```\nis it?",
	};
	for (const [text, expected] of Object.entries(rewritten)) {
		it(`is all that is removed from ${JSON.stringify(text)}`, async () => {
			const t = setUp();
			await t.context.send({ text, attachments: [] });
			assert.deepEqual([t.places.asked, t.session.messages[0]?.text], [[expected], expected]);
		});
	}

	it("is not attached if no place is found, so that the question can be asked without the word", async () => {
		const t = setUp();
		t.places.fail = true;
		await assert.rejects(t.context.send({ text: "How much is left in #codebase?", attachments: [] }), UserError);
		assert.deepEqual([t.session.messages, t.attached.pending], [[], []]);
		await t.context.send({ text: "How much is left?", attachments: [] });
		assert.equal(t.session.messages[0]?.text, "How much is left?");
	});

	it("leaves the codebase attached if it already was", async () => {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "codebase" }, codebase);
		t.places.fail = true;
		await assert.rejects(t.context.send({ text: "How much is left in #codebase?", attachments: [] }), UserError);
		assert.equal(t.attached.pending.length, 1);
		t.places.fail = false;
		await t.context.send({ text: "How much is left in #codebase?", attachments: [] });
		assert.deepEqual(t.attached.pending, []);
	});

	for (const text of [
		"Why is it called #codebases?",
		"See docs/#codebase for more.",
		"What is codebase?",
		"Why does this search?\n```md\n#codebase\n```",
		"Why does this search?\n\n~~~\nfind it in #codebase",
		"What does `#codebase` do?",
		"What does find(#codebase) do?",
	]) {
		it(`does not count in ${JSON.stringify(text)}`, async () => {
			const t = setUp();
			await t.context.send({ text, attachments: [] });
			assert.deepEqual([t.places.asked, t.session.messages[0]?.text], [[], text]);
		});
	}
});

describe("composer: a question that is asked later", () => {
	const plan = { id: "plan", name: "plan.md", path: "plan.md", languageId: "", text: "The plan." };
	const attachmentsOf = (question: WrittenQuestion | undefined) => question?.attachments.map(({ name }) => name);

	it("has what was attached when it was written; later attachments belong to the next question", async () => {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "file", uri: "file:///plan.md" }, plan);
		let written: WrittenQuestion | undefined;
		await t.context.pass("Is it done?", "small", async (question) => {
			written = question;
		});
		assert.deepEqual([t.attached.pending, attachmentsOf(written)], [[], ["plan.md"]]);
		await t.attached.attach({ type: "changes" }, { ...plan, id: "changes", name: "Changes" });
		await t.context.askWritten(written ?? assert.fail());
		const [asked] = t.session.messages;
		assert.deepEqual(asked?.role === "user" && asked.attachments.map(({ name }) => name), ["plan.md"]);
		assert.deepEqual(
			t.attached.pending.map(({ attachment }) => attachment.name),
			["Changes"],
		);
	});

	it("gives its attachments back, beside the current ones, when it is taken back", async () => {
		const t = setUp();
		await t.session.restore();
		const source = { type: "file", uri: "file:///plan.md" } as const;
		await t.attached.attach(source, plan);
		let written: WrittenQuestion | undefined;
		await t.context.pass("Is it done?", null, async (question) => {
			written = question;
		});
		await t.attached.attach({ type: "changes" }, { ...plan, id: "changes", name: "Changes" });
		await t.context.takeBack(written ?? assert.fail());
		const shown = t.attached.pending.map(({ attachment, source: from }) => [attachment.name, from]);
		assert.deepEqual(shown, [
			["Changes", { type: "changes" }],
			["plan.md", source],
		]);
		// The source of a picture that was pasted before a restart is no longer known.
		const picture = { ...plan, id: "p", name: "plan.png", image: "data:image/png;base64," };
		const many = Array.from({ length: 1_000 }, (_, at) => ({ ...picture, id: `${at}`, name: `${at}` }));
		const rest = { text: "", model: null, isTask: false };
		await t.context.takeBack({ ...rest, attachments: [picture], sources: [null] });
		assert.deepEqual(t.attached.pending.at(-1)?.source, { type: "picture", name: "plan.png", image: picture.image });
		await assert.rejects(t.context.takeBack({ ...rest, attachments: many }), /At most/);
		assert.equal(t.attached.pending.length, 3);
	});

	it("keeps its attachments in the composer if it cannot be stored", async () => {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "file", uri: "file:///plan.md" }, plan);
		await assert.rejects(
			t.context.pass("Is it done?", null, () => Promise.reject(new UserError("The disk is full."))),
			UserError,
		);
		assert.equal(t.attached.pending.length, 1);
	});

	it("searches the codebase when it is written, while an answer streams", async () => {
		const t = setUp();
		await t.session.ask("Hello?");
		let written: WrittenQuestion | undefined;
		await t.context.pass("How much is left in #codebase?", null, async (question) => {
			written = question;
		});
		assert.deepEqual([written?.text, attachmentsOf(written)], ["How much is left in?", ["budget.ts:18–21"]]);
		assert.deepEqual(t.attached.pending, []);
	});
});

describe("composer: while the codebase is searched", () => {
	const question = { text: "How much is left?", attachments: [] };
	const names = ({ attached }: ReturnType<typeof setUp>) => attached.pending.map(({ attachment }) => attachment.name);
	async function withCodebase() {
		const t = setUp();
		await t.session.restore();
		await t.attached.attach({ type: "codebase" }, codebase);
		return t;
	}

	it("no question is asked in another conversation; it stays with #codebase in its own", async () => {
		const t = await withCodebase();
		await t.session.ask("Hello?");
		await t.answerWith("Hello.");
		const own = t.session.conversationId;
		t.places.meanwhile = () => t.session.newConversation();
		await assert.rejects(t.context.send(question), UserError);
		assert.deepEqual([t.session.messages, names(t)], [[], []]);
		await t.session.open(own);
		assert.equal(t.session.messages.length, 2);
		assert.deepEqual(names(t), ["Codebase"]);
	});

	it("no question is asked if the attachment is removed", async () => {
		const t = await withCodebase();
		t.places.meanwhile = () => t.attached.remove(codebase.id);
		await assert.rejects(t.context.send(question), UserError);
		assert.deepEqual([t.session.messages, names(t)], [[], []]);
	});

	it("a question is asked even right after a reload, before the attachments are read", async () => {
		const t = setUp();
		await t.session.restore();
		await t.state.set("gatehouse.draftContext", { [t.session.conversationId]: [{ type: "codebase" }] });
		void t.attached.reconsider();
		await t.context.send(question);
		assert.deepEqual(t.places.asked, ["How much is left?"]);
		const [asked] = t.session.messages;
		assert.deepEqual(asked?.role === "user" && asked.attachments.map(({ name }) => name), ["budget.ts:18–21"]);
	});
});

describe("composer: the draft", () => {
	it("is counted and shown as the resulting question: an action's with its code", async () => {
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

	it("is counted as written while an action has no code, and cannot be prepared", async () => {
		const t = setUp();
		t.code.text = "";
		await t.write("/explain");
		assert.equal(t.next(), "/explain");
		await assert.rejects(t.context.prepareDraft(), UserError);
	});

	it("is counted and shown for the other model if it is for one", async () => {
		const t = setUp();
		await t.write("Why?", "small");
		assert.equal(t.context.next()?.request.model, "small");
		assert.equal(t.context.view.limit, 100);
		await t.write("Why?");
		assert.equal(t.context.next()?.request.model, "m");
		assert.equal(t.context.view.limit, 8000);
	});

	it("is counted and shown for the model that its prompt names, unless another is asked for", async () => {
		const t = setUp();
		await t.write("/small Why?");
		assert.equal(t.context.next()?.request.model, "small");
		assert.equal(t.context.view.limit, 100);
		await t.write("/small Why?", "m");
		assert.equal(t.context.next()?.request.model, "m");
	});

	it("is counted and shown as it is sent if it asks for an edit: alone, with the edit's instruction", async () => {
		const t = setUp();
		await t.session.ask("Is it tidy?");
		await t.answerWith("No.");
		const file: ContextSource = { type: "file", uri: "file:///a" };
		await t.attached.attach(file, { id: "2", name: "a", path: "a", languageId: "", text: "let a;" });
		await t.session.setParameters({ temperature: 1 });
		await t.write("/tidy");
		const messages = [
			{ role: "system", content: "Prompt.\n\nAnswer with code." },
			{ role: "user", content: "Tidy up." },
		];
		assert.deepEqual(t.context.next()?.request, { model: "m", messages });
		assert.ok(t.context.view.tokens < 30);
		await t.write("Why?");
		assert.equal(t.context.next()?.request.messages.length, 4);
	});

	it("is the text that was written last, however long an earlier action takes", async () => {
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

describe("composer: an action's question", () => {
	const code: Attachment = { id: "1", name: "a.ts:1", path: "src/a.ts", languageId: "", text: "let a;" };

	it("begins a new conversation unless a question in the current one has the same file", async () => {
		const t = setUp();
		await t.session.restore();
		const first = t.session.conversationId;
		await t.context.turnTo("src/a.ts");
		assert.equal(t.session.conversationId, first, "nothing has been asked yet");
		await t.context.ask({ text: "Explain it.", attachments: [code] });
		await t.answerWith("It is a.");
		await t.context.turnTo("src/a.ts");
		assert.equal(t.session.conversationId, first);
		await t.context.turnTo("a.ts");
		assert.notEqual(t.session.conversationId, first);
		assert.deepEqual(t.session.messages, []);
	});

	it("continues a conversation about the file's problems", async () => {
		const t = setUp();
		const problems = { ...code, kind: "problems", path: "problems in src/a.ts", sources: ["src/a.ts"] } as const;
		await t.context.ask({ text: "Explain them.", attachments: [problems] });
		await t.answerWith("They are.");
		const first = t.session.conversationId;
		await t.context.turnTo("src/a.ts");
		assert.equal(t.session.conversationId, first);
	});

	it("never ends an answer that is being written", async () => {
		const t = setUp();
		await t.context.ask({ text: "Explain it.", attachments: [code] });
		await assert.rejects(t.context.turnTo("src/b.ts"), UserError);
		assert.equal(t.session.messages.length, 2);
		await t.answerWith("It is a.");
	});
});
