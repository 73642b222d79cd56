import assert from "node:assert/strict";
import { actionPrompt } from "../../../../../src/core/actions/action";
import { codeAttachments } from "../../../../../src/core/actions/codeAttachments";
import { ask as askAction } from "../../../../../src/core/actions/definitions/ask";
import { explain } from "../../../../../src/core/actions/definitions/explain";
import { oneLine } from "../../../../../src/core/chat/conversation/conversationTitle";
import { excerpt, searchable, searchWords } from "../../../../../src/core/chat/conversation/textSearch";
import {
	ConversationHistory,
	type ConversationSummary,
	compareSummaries,
	matchesSearch,
} from "../../../../../src/core/chat/storage/conversationHistory";
import { ConversationStore } from "../../../../../src/core/chat/storage/conversationStore";
import type { Attachment } from "../../../../../src/shared/conversation";
import { relativeTime } from "../../../../../src/shared/text/relativeTime";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

function setUp() {
	const files = memoryAppendLog();
	const clock = manualClock();
	const open = (workspace = memoryAppendLog()) => new ConversationStore(files, workspace, clock, memoryLogChannel());
	const store = open();
	const history = new ConversationHistory(store);
	const ask = async (text: string, by = store, attachments: readonly Attachment[] = []) => {
		clock.advance(1000);
		const conversation = by.create();
		const asked = { type: "asked", message: crypto.randomUUID(), parent: null, text, attachments } as const;
		await by.write(conversation, by.event(conversation, asked), true);
		await by.remember(conversation);
		return conversation.id;
	};
	const list = async () => {
		const found: ConversationSummary[] = [];
		await history.read((one) => found.push(one), assert.fail, new AbortController().signal);
		return found.sort(compareSummaries);
	};
	const titles = async () => (await list()).map(({ title }) => title);
	return { files, clock, open, history, ask, list, titles };
}

describe("history: the list", () => {
	it("shows pinned conversations first, then this workspace's, then others, each with the latest first", async () => {
		const t = setUp();
		const pinned = await t.ask("pinned");
		await t.ask("older");
		await t.ask("elsewhere", t.open());
		await t.ask("newer");
		await t.history.pin(pinned, true);
		assert.deepEqual(await t.titles(), ["pinned", "newer", "older", "elsewhere"]);
		assert.deepEqual(
			(await t.list()).map(({ here }) => here),
			[true, true, true, false],
		);
		await t.history.pin(pinned, false);
		assert.deepEqual(await t.titles(), ["newer", "older", "pinned", "elsewhere"], "a pin makes nothing new");
	});

	it("begins the title of an action's question with its file and lines, because such questions begin alike", async () => {
		const t = setUp();
		const context = {
			...{ path: "src/cache/manager.ts", languageId: "typescript" },
			selected: { first: 12, last: 14, text: "a\nb\nc" },
			around: { first: 10, last: 16, text: "8\n9\na\nb\nc\nd\ne" },
		};
		const code = codeAttachments(context, explain.takes, { tokens: 10_000, count: (text) => text.length });
		await t.ask(actionPrompt(explain, context), undefined, code);
		await t.ask(actionPrompt(askAction, context, "Is it thread-safe?"), undefined, code);
		await t.ask("What is in src/cache/manager.ts?", undefined, code);
		const [typed, asked, explained = ""] = await t.titles();
		assert.match(explained, /^manager\.ts:12–14 · Explain this code from src\/cache\/manager\.ts/);
		assert.deepEqual([asked, typed], ["Is it thread-safe?", "What is in src/cache/manager.ts?"]);
	});

	it("limits the text of each conversation and of all together, and says which ones were cut", async () => {
		const t = setUp();
		const count = limits.historyText / limits.conversationText + 1;
		const long = "a".repeat(limits.conversationText);
		for (let i = 0; i < count; i++) await t.ask(`${long}b`, t.open());
		await t.ask("short");
		const all = await t.list();
		assert.deepEqual(
			all.map(({ cut }) => cut),
			[false, ...Array.from({ length: count }, () => true)],
		);
		assert.ok(all.every(({ text }) => text.length <= limits.conversationText));
		assert.equal(
			all.reduce((sum, { text }) => sum + text.length, 0),
			limits.historyText,
		);
	}).timeout(30_000);

	it("names a conversation after its first question, on one line, unless the user names it", async () => {
		const t = setUp();
		const id = await t.ask("\n  Why is \t this?\nIt seems odd.");
		assert.deepEqual(await t.titles(), ["Why is this?"]);
		await t.history.rename(id, "Oddities");
		assert.deepEqual(await t.titles(), ["Oddities"]);
		await t.history.rename(id, "");
		assert.deepEqual(await t.titles(), ["Why is this?"]);
		assert.equal([...oneLine("😀".repeat(200))].length, 80);
	});

	it("leaves out deleted conversations until they are restored, and those without a question", async () => {
		const t = setUp();
		const id = await t.ask("here and gone");
		t.files.files.set("alien", new Map([["x", "not ours\n"]]));
		await t.history.delete(id);
		assert.deepEqual(await t.titles(), []);
		await t.history.restore(id);
		assert.deepEqual(await t.titles(), ["here and gone"]);
	});

	it("reads the conversation that this workspace showed last before all others", async () => {
		const t = setUp();
		await t.ask("elsewhere", t.open());
		await t.ask("older");
		await t.ask("newer");
		const found: string[] = [];
		const signal = new AbortController().signal;
		await t.history.read(({ title }) => found.push(title), assert.fail, signal);
		assert.deepEqual(found, ["newer", "older", "elsewhere"]);
	});

	it("reads the others when one cannot be read, and stops when it is cancelled", async () => {
		const t = setUp();
		const bad = await t.ask("unreadable");
		await t.ask("fine");
		const read = t.files.read;
		t.files.read = (folder, ...rest) =>
			folder === bad ? Promise.reject(new Error("EACCES")) : read.call(t.files, folder, ...rest);
		const found: string[] = [];
		const lost: string[] = [];
		const signal = new AbortController().signal;
		await t.history.read(
			({ title }) => found.push(title),
			(id) => lost.push(id),
			signal,
		);
		assert.deepEqual([found, lost], [["fine"], [bad]]);
		const aborted = AbortSignal.abort();
		await t.history.read(() => assert.fail("read on"), assert.fail, aborted);
	});
});

describe("conversation: the history's search", () => {
	it("finds text in branches that are not shown, but not deleted text", async () => {
		const t = chatHarness();
		await t.session.ask("What is a rook?");
		await t.answerWith("A bird.");
		await t.session.ask("And a knight?");
		await t.answerWith("A horseman.");
		await t.session.edit(t.session.messages[0]?.id ?? "", "What is a bishop?");
		await t.answerWith("A cleric.");
		await t.session.ask("And a pawn?");
		await t.answerWith("A pledge.");
		await t.session.deleteQuestion(t.session.messages[2]?.id ?? "");
		const found: ConversationSummary[] = [];
		await new ConversationHistory(t.store).read((one) => found.push(one), assert.fail, new AbortController().signal);
		const finds = (query: string) => found.some((one) => matchesSearch(one, searchWords(query)));
		assert.deepEqual(["bishop cleric", "rook bird", "horseman", "pawn", "pledge"].map(finds), [
			true,
			true,
			true,
			false,
			false,
		]);
		assert.match(found[0]?.text ?? "", /^What is a bishop\?\nA cleric\.\n/, "what is shown comes first");
	});

	const summary = (title: string, text: string): ConversationSummary => ({
		id: title,
		title,
		text,
		cut: false,
		searched: { title: searchable(title), text: searchable(text) },
		pinned: false,
		here: true,
		latestAt: 0,
	});

	it("finds all words anywhere, regardless of case and accents", () => {
		const one = summary("Budget", "Why is the list empty?\nParce que le tableau est déjà vidé.");
		for (const query of ["", "  ", "budget", "DEJA vide", "empty budget", "tab"]) {
			assert.ok(matchesSearch(one, searchWords(query)), query);
		}
		for (const query of ["empty spoon", "xyz"]) assert.ok(!matchesSearch(one, searchWords(query)), query);
	});

	it("shows the text around a match", () => {
		const text = `${"before ".repeat(20)}the needle\nis here ${"after ".repeat(40)}`;
		const found = (query: string) => excerpt(text, searchable(text), searchWords(query));
		assert.match(found("NEEDLE") ?? "", /^….*the needle is here .*…$/);
		assert.equal(found("gone"), undefined);
		assert.equal(found(""), undefined);
		const marked = "See **the needle** in `src/a.ts`.";
		assert.equal(excerpt(marked, searchable(marked), ["needle"]), "See the needle in src/a.ts.");
	});
});

describe("history: relative times", () => {
	const ago = (seconds: number) => relativeTime(1e12 - seconds * 1000, 1e12, "en");

	it("are given as people say them", () => {
		assert.deepEqual(
			[ago(5), ago(119), ago(7200), ago(90_000), ago(8 * 86_400), ago(40 * 86_400), ago(800 * 86_400)],
			["5 seconds ago", "1 minute ago", "2 hours ago", "yesterday", "last week", "last month", "2 years ago"],
		);
		assert.equal(relativeTime(1e12 - 7_200_000, 1e12, "fr"), "il y a 2 heures");
	});

	it("may be negative or enormous", () => {
		assert.equal(ago(-500), "now");
		assert.equal(relativeTime(-1e300, 1e12, "en").endsWith("years ago"), true);
	});
});
