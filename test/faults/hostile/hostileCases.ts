import assert from "node:assert/strict";
import { assertQuestionFits } from "../../../src/core/chat/conversation/conversationLimits";
import { editedText } from "../../../src/core/edits/apply/replyEdit";
import { limits } from "../../../src/shared/untrusted/limits";
import { drawableTail } from "../../../src/webview/markdown/blocks";
import { createMarkdown } from "../../../src/webview/markdown/engine";
import { linkTarget, placesIn } from "../../../src/webview/markdown/placeLinks";
import { sseChunk, sseEvent } from "../../gateway/endpoints/sseChunk";
import { type Fault, operationNames } from "../fault";
import { limitFaults } from "../limitFaults";
import { hostileDisk } from "./hostileDisk";
import { hostileFiles } from "./hostileFiles";
import type { HostileReading } from "./readHostile";

/** The source of a hostile text. */
type HostileKind = "server" | "model" | "file" | "repository" | "disk" | "import" | "page";

/** A text that tries to block, fill or break its reader. */
export interface HostileCase {
	readonly kind: HostileKind;
	/** The gateway's behaviour meanwhile, and the end of the question. */
	readonly fault: Fault;
	/** The feature that reads the text before the question is asked; absent if the gateway's client is that feature. */
	readonly reading?: HostileReading;
}

const kilobyte = 1024;
const stop = sseChunk({}, "stop");

const server = (fault: Fault): HostileCase => ({ kind: "server", fault });

function errorBody(name: string, status: number, body: string, reason: string): HostileCase {
	const expected = () => ({ end: "failed", reason }) as const;
	return server({ name, operations: operationNames, answer: () => ({ status, body }), expected });
}

/**
 * Returns a good answer that begins like the hostile text, which is stored even if a feature refuses it. It is short
 * because the next question includes it, and must fit the model.
 */
function answered(name: string, hostile: string): Fault {
	const text = hostile.slice(0, 4 * kilobyte);
	return {
		name,
		operations: ["stream"],
		answer: () => ({ chunks: [{ type: "bytes", data: sseChunk(text) + stop }] }),
		expected: () => ({ end: "complete", text }),
	};
}

/** A model's answer, read as a change to a file. */
function edit(name: string, text: string, refused?: RegExp): HostileCase {
	const place = (text: string) => ({
		text,
		start: 0,
		count: 1,
		languageId: "javascript",
		path: "a.js",
		indentation: "\t",
	});
	const code = (text: string) => `\`\`\`js\n${text}\n\`\`\``;
	return {
		kind: "model",
		fault: answered(name, code(text)),
		reading: {
			text: code(text),
			read: (answer) => editedText(answer, place("let a = 1;\n")),
			...(refused ? { refused } : {}),
			next: { text: code("let a = 2;"), value: "let a = 2;\n" },
		},
	};
}

/** Texts that a feature reads without the gateway: a question can still be asked. */
function read(kind: HostileKind, name: string, reading: HostileReading): HostileCase {
	return { kind, fault: answered(name, "Whole."), reading };
}

/** The page's reading of an answer's text. */
function page(
	name: string,
	text: string,
	render: (text: string) => unknown,
	next: HostileReading["next"],
): HostileCase {
	return { kind: "page", fault: answered(name, text), reading: { text, read: render, next } };
}

const places = (text: string) => placesIn(text).length;
const twoPlaces = { text: "src/a.ts:1 and src/b.ts:2", value: 2 };
const math = (text: string) => createMarkdown().parse(text, {}).length;
const oneFormula = { text: "$$\nx\n$$", value: 1 };
const tail = (text: string) => drawableTail(text).length;
const someTail = { text: "a\n- ", value: 2 };

const link = (address: string) => linkTarget(address);
const someLink = { text: "https://a.example/", value: "https://a.example/" };
/** Returns the number of links in an answer to addresses that may be opened. */
const links = (text: string) =>
	createMarkdown()
		.parse(text, {})
		.flatMap(({ children }) => children ?? [])
		.filter(({ type, attrs }) => type === "link_open" && linkTarget(String(attrs?.[0]?.[1])) !== undefined).length;
const oneLink = { text: "[a](https://a.example/) [b](command:c)", value: 1 };

const leavesOut = /leaves out lines.*try again/;

const table: readonly HostileCase[] = [
	errorBody("an error of 45 empty comments", 400, `${"<!---->".repeat(45)}x`, "refused"),
	errorBody("an error of comments that do not end", 400, "<!--".repeat(60 * kilobyte), "refused"),
	errorBody("an error of 256 KB of a.", 400, "a.".repeat(128 * kilobyte), "refused"),
	errorBody("an error of 256 KB of ://", 400, "a://".repeat(64 * kilobyte), "refused"),
	errorBody("an error of blanks and one letter", 400, `${" ".repeat(255 * kilobyte)}x`, "refused"),
	errorBody(
		"an error with a field of 200 KB",
		422,
		JSON.stringify({ error: { param: "a_".repeat(100 * kilobyte), message: "no" } }),
		"refused",
	),
	errorBody("an error of numbers", 422, JSON.stringify({ detail: "1 > ".repeat(50 * kilobyte) }), "refused"),
	errorBody("an error of opening tags", 400, JSON.stringify({ error: "<".repeat(200 * kilobyte) }), "refused"),
	server({
		name: "a page of 45 empty comments with status 200",
		operations: ["models", "completion", "embeddings"],
		answer: () => ({ body: `${"<!---->".repeat(45)}x` }),
		expected: () => ({ end: "failed", reason: "malformed" }),
	}),
	server({
		name: "768 KB of brackets, torn",
		operations: ["completion"],
		answer: () => ({ body: `{"choices":[${"[{},".repeat(192 * kilobyte)}` }),
		expected: () => ({ end: "failed", reason: "tooLarge" }),
	}),
	server({
		name: "an error event of 45 empty comments",
		operations: ["stream"],
		answer: () => ({
			chunks: [
				{ type: "bytes", data: sseChunk("Half") + sseEvent({ error: { message: `${"<!---->".repeat(45)}x` } }) },
			],
		}),
		expected: () => ({ end: "interrupted", reason: "unavailable", text: "Half" }),
	}),

	edit("a line of 1.6 KB of elisions", `// ${"... ".repeat(400)}x`, leavesOut),
	// A comment alone replaces no code.
	edit("a line of 64 KB that could name a file", `// ${"a/".repeat(32 * kilobyte)} x`, /only a part.*try again/),
	edit("64 KB of dots", `// ${".".repeat(64 * kilobyte)}`, leavesOut),

	...hostileFiles.map((file) => read(file.kind, file.name, file)),

	...hostileDisk.map((one) => read("disk", one.name, one)),

	read("page", "a question above the limit", {
		text: "a".repeat(limits.questionLength + 1),
		read: assertQuestionFits,
		refused: /at most 4,194,304 characters/,
		next: { text: "Why?", value: undefined },
	}),
	page("a link of 1 MB", `https://a/${"a".repeat(1024 * kilobyte)}`, link, someLink),
	page("a link of 1 MB of escapes", `https://a/${"%25".repeat(340 * kilobyte)}`, link, someLink),
	page("a link with a host of 1 MB", `https://${"a.".repeat(512 * kilobyte)}`, link, someLink),
	page("a link that runs a command", "command:workbench.action.terminal.new", link, someLink),
	page("a link that is a script", "javascript:alert(1)", link, someLink),
	page("a link to a device", "file:///dev/zero", link, someLink),
	page("20,000 links", "[a](command:b) ".repeat(20_000), links, oneLink),
	page("a link whose text is 256 KB of brackets", `${"[".repeat(256 * kilobyte)}a](b)`, links, oneLink),
	page("a link whose address is 256 KB of brackets", `[a](${"(".repeat(256 * kilobyte)}`, links, oneLink),
	page("64 KB of link definitions", "[a]: b\n".repeat(9 * kilobyte), links, oneLink),

	page("256 KB that could be places", "a:1".repeat(85 * kilobyte), places, twoPlaces),
	page("256 KB of slashes", "a/".repeat(128 * kilobyte), places, twoPlaces),
	page("256 KB of dollars", "$".repeat(256 * kilobyte), math, oneFormula),
	page("256 KB of opened formulas", "\\(a ".repeat(64 * kilobyte), math, oneFormula),
	page("a tail of 256 KB of marks", `${"> ".repeat(128 * kilobyte)}x`, tail, someTail),
	page("a tail of 256 KB of digits", `${"1".repeat(256 * kilobyte)}x`, tail, someTail),
];

/** All hostile cases: the limits, and every text that once blocked, filled or broke Gatehouse. */
export const hostileCases: readonly HostileCase[] = [...limitFaults.map(server), ...table];

/** Number of runs in this process of the case that fails from the second time on. */
let timesRun = 0;

/** Cases that must fail, to show that they do. */
export const selfTests: Readonly<Record<string, () => readonly string[]>> = {
	"a loop that never ends": () => {
		for (;;);
	},
	"a check that fails": () => ["it ends as it must: it does not"],
	"an error that is not caught": () => assert.fail("This is not caught."),
	"a check that fails from the second time on": () => {
		timesRun += 1;
		return timesRun > 1 ? ["it ends as it must: it does not"] : [];
	},
	"a loop after the result": () => {
		setImmediate(() => {
			for (;;);
		});
		return [];
	},
	"nothing to find fault with": () => [],
};
