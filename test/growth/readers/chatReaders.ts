import { conversationTitle, oneLine } from "../../../src/core/chat/conversation/conversationTitle";
import { Conversation } from "../../../src/core/chat/conversation/loadedConversation";
import { parseEvent } from "../../../src/core/chat/conversation/parseEvent";
import { excerpt, searchable, searchWords } from "../../../src/core/chat/conversation/textSearch";
import { requestMessages } from "../../../src/core/chat/request/requestMessages";
import { readConversationJson } from "../../../src/core/chat/storage/conversationFile";
import { type ConversationSummary, matchesSearch } from "../../../src/core/chat/storage/conversationHistory";
import { conversationMarkdown } from "../../../src/core/chat/storage/conversationMarkdown";
import { QueuedQuestionStore } from "../../../src/core/chat/storage/queuedQuestionStore";
import type { Reader } from "../reader";

const asked = (id: string, parent: string | null, text = "a") =>
	JSON.stringify({ type: "asked", at: 1, id, parent, text, attachments: [] });
const json = [
	"{",
	"}",
	"[",
	"]",
	'"',
	"\\",
	":",
	",",
	"1",
	"null",
	'"type":"asked",',
	'"at":1,',
	'"id":"a",',
	'"parent":null,',
	'"text":"a",',
	" ",
	"\n",
];
const lines = [
	`${asked("a", null)}\n`,
	`${asked("b", "a")}\n`,
	'{"type":"answering","at":1,"id":"c","parent":"a","model":"m"}\n',
	'{"type":"received","at":1,"id":"c","text":"x","reasoning":""}\n',
	'{"type":"chose","at":1,"id":"b"}\n',
	"{",
	"}\n",
	"\n",
	'"',
	"[",
];
const markdown = ["`", "```", "~", "#", "\n", "\n\n", "a", " ", ">", "- ", "|", "*", "<", "&"];

function conversationOf(text: string) {
	const { conversation } = Conversation.load("c", new Map([["w", text]]));
	const shown = conversation.branch();
	for (const { id } of shown) conversation.versions(id);
	return { conversation, shown, beside: conversation.besideBranch(), title: conversationTitle(conversation) };
}

const many = (size: number, parentOf: (at: number) => string | null) => {
	const count = Math.max(1, Math.floor(size / 80));
	return Array.from({ length: count }, (_, at) => asked(`m${at}`, parentOf(at)));
};

/** Returns the queued questions in a window's file. */
async function queuedIn(text: string): Promise<readonly unknown[]> {
	const queue = new QueuedQuestionStore(
		{
			folders: async () => ["queue"],
			read: async () => new Map([["w", { text, end: text.length }]]),
			append: async () => {},
			remove: async () => {},
			watch: () => ({ dispose: () => {} }),
		},
		{ debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
	);
	const isQueued = await queue.stillQueued();
	return [await queue.load(), isQueued("q0")];
}

/** Returns lines of a queue's file, each with a question and what follows it. */
const queued = (size: number, after: (at: number) => string) => {
	const line = (at: number) => `{"id":"q${at}","conversation":"c","at":${size - at},"text":"a","attachments":[]}`;
	const count = Math.max(1, Math.floor(size / 90));
	return Array.from({ length: count }, (_, at) => `${line(at)}\n${after(at)}`).join("");
};

/** Returns an agent's answer with as many steps as fit. */
const steps = (size: number, step: (at: number) => string) => {
	const answer =
		'{"type":"answering","at":1,"id":"e","message":"a","parent":"q","model":"m","gateway":"g","agent":true}';
	const line = (at: number) => `{"type":"agent","at":1,"id":"e${at}","message":"a","event":${step(at)}}`;
	return [answer, ...Array.from({ length: Math.max(1, Math.floor(size / 130)) }, (_, at) => line(at))].join("\n");
};

/** Length of a text with 20,000 messages, more than a conversation may have, in characters. */
const siblings = 20_000 * 80;

export const chatReaders: readonly Reader[] = [
	{
		name: "parseEvent",
		module: "core/chat/conversation/parseEvent",
		tokens: json,
		read: (text) => parseEvent(parsed(text) ?? { type: "asked", at: 1, id: text, parent: text, text, attachments: [] }),
	},
	{
		name: "readConversationJson",
		module: "core/chat/storage/conversationFile",
		tokens: json,
		read: readConversationJson,
		cases: {
			siblings: (size) => `{"format":"gatehouse-conversation","version":1,"events":[${many(size, () => null).join()}]}`,
			deep: (size) =>
				`{"format":"gatehouse-conversation","version":1,"events":${"[".repeat(size / 2)}${"]".repeat(size / 2)}}`,
		},
	},
	{
		name: "QueuedQuestionStore.load",
		module: "core/chat/storage/queuedQuestionStore",
		tokens: [...json, '{"id":"a","conversation":"c","text":"a"}\n', '{"removed":"a"}\n', '"attachments":[', "]}"],
		read: queuedIn,
		cases: {
			questions: (size) => queued(size, () => ""),
			"questions that were asked": (size) => queued(size, (at) => `{"removed":"q${at}"}\n`),
		},
	},
	{
		name: "Conversation.load",
		module: "core/chat/conversation/loadedConversation",
		tokens: lines,
		most: siblings,
		read: conversationOf,
		cases: {
			siblings: (size) => many(size, () => null).join("\n"),
			"siblings under one": (size) => many(size, (at) => (at === 0 ? null : "m0")).join("\n"),
			chain: (size) => many(size, (at) => (at === 0 ? null : `m${at - 1}`)).join("\n"),
			"parents that are missing": (size) => many(size, (at) => `x${at}`).join("\n"),
			"parents that come later": (size) => many(size, (at) => `m${at + 1}`).join("\n"),
			"text that was reasoning": (size) => {
				const line = (at: number, type: string) =>
					`{"type":"${type}","at":1,"id":"e${at}","message":"a","model":"m","gateway":"g","text":"x","reasoning":""}`;
				const types = ["received", "wasReasoning", "received", "continuing"];
				const count = Math.max(1, Math.floor(size / 100));
				const answer = '{"type":"answering","at":1,"id":"e","message":"a","parent":"q","model":"m","gateway":"g"}';
				return [answer, ...Array.from({ length: count }, (_, at) => line(at, types[at % 4] as string))].join("\n");
			},
			"calls of an agent": (size) =>
				steps(size, (at) =>
					at % 2 === 0
						? `{"type":"turn","text":"","calls":[{"id":"c","name":"n","arguments":{}}],"tokens":1}`
						: `{"type":"result","call":${Math.floor(at / 2)},"failed":false,"text":"x","target":"t"}`,
				),
			"answers of an agent": (size) => steps(size, () => `{"type":"turn","text":"answer","calls":[],"tokens":1}`),
			"a long answer of an agent that ends and goes on": (size) => {
				const stop = `{"type":"ended","stop":{"type":"cutOff"},"text":"x"}`;
				const [answer, ...rest] = steps(size / 2, (at) => [stop, `{"type":"resumed"}`][at % 2] as string).split("\n");
				const turn = `{"type":"turn","text":"${"x".repeat(size / 2)}","calls":[],"tokens":1}`;
				return [answer, `{"type":"agent","at":1,"id":"t","message":"a","event":${turn}}`, ...rest].join("\n");
			},
			circle: (size) => many(size, (at) => `m${at % 7}`).join("\n"),
		},
	},
	{
		name: "conversationMarkdown",
		module: "core/chat/storage/conversationMarkdown",
		tokens: markdown,
		read: (text) => conversationMarkdown(Conversation.load("c", new Map([["w", asked("a", null, text)]])).conversation),
	},
	{
		name: "oneLine",
		module: "core/chat/conversation/conversationTitle",
		tokens: [...markdown, "\t", "\u200b", "\u2028", "\0"],
		read: oneLine,
	},
	{
		name: "searchable",
		module: "core/chat/conversation/textSearch",
		tokens: ["a", "\u0301", "é", " ", "\n", "ﬁ", "\u1100", "\uac00", "Ａ", "ß", "İ"],
		read: searchable,
	},
	{
		name: "excerpt",
		module: "core/chat/conversation/textSearch",
		tokens: ["a", "b", " ", "\n", "\t", "é", "ab"],
		read: (text) => excerpt(text, searchable(text), searchWords(text.slice(0, 200))),
	},
	{
		name: "searchWords",
		module: "core/chat/conversation/textSearch",
		tokens: ["a", "b", " ", "\n", "\u0301", '"', "a ", "ab"],
		read: searchWords,
	},
	{
		name: "matchesSearch",
		module: "core/chat/storage/conversationHistory",
		tokens: ["a", "b", " ", "ab", "aa", "é"],
		read: (text) => matchesSearch(summary(text), searchWords(text.slice(0, 200))),
	},
	{
		name: "requestMessages",
		module: "core/chat/request/requestMessages",
		tokens: ["`", "```", "\n", "a", " ", "~", "#"],
		read: (text) => requestMessages(conversationOf(asked("a", null, text)).shown, text),
	},
];

function summary(text: string): ConversationSummary {
	const searched = { title: "a", text: searchable(text) };
	return { id: "c", title: "a", text, cut: false, pinned: false, here: true, latestAt: 1, searched };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
