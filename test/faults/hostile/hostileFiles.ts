import { splitDiff } from "../../../src/core/actions/fileDiffs";
import { parsePromptFile } from "../../../src/core/actions/promptFile";
import { readConversationJson } from "../../../src/core/chat/storage/conversationFile";
import { ConversationStore } from "../../../src/core/chat/storage/conversationStore";
import { IgnoredFiles } from "../../../src/core/context/ignoredFiles";
import { parseIgnoreRules } from "../../../src/core/context/ignoreRules";
import { assertAttachmentsFit } from "../../../src/core/context/pendingAttachments";
import { problemsText } from "../../../src/core/context/problemsText";
import { hasSecretName } from "../../../src/core/context/secrets/secretFiles";
import { combinedGlob } from "../../../src/core/search/building/combinedGlob";
import { assertGlobsFit } from "../../../src/core/search/building/globLimits";
import { limits } from "../../../src/shared/untrusted/limits";
import { canaryKey } from "../../unit/core/gateway/gatewayHarness";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../../unit/core/memoryPorts";
import type { HostileReading } from "./readHostile";

/** A hostile text from a file, a repository or an import, and the feature that reads it. */
type HostileFile = HostileReading & { readonly kind: "file" | "repository" | "import"; readonly name: string };

const kilobyte = 1024;
const longPath = `${"a/".repeat(2_000)}b`;

const secretName = { read: hasSecretName, next: { text: "secrets.json", value: true } };
const ignored = {
	read: (rules: string) =>
		new IgnoredFiles(async (folder) => (folder === "" ? parseIgnoreRules(rules) : undefined)).ignores(longPath),
	next: { text: "a/\n", value: true },
};
const glob = {
	read: (text: string) => typeof combinedGlob([text]).glob,
	next: { text: "**/*.{js,ts}", value: "string" },
};
const globs = {
	read: (text: string) => assertGlobsFit(text.split("\n")).length,
	next: { text: "**/*.js\n**/*.ts", value: 2 },
};
const attachments = {
	read: (text: string) => assertAttachmentsFit(text.split("\n").length),
	next: { text: "a.ts\nb.ts", value: undefined },
};
const diff = {
	read: (text: string) => splitDiff(text).length,
	next: { text: "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n", value: 1 },
};
const prompt = {
	read: (text: string) => parsePromptFile("a.prompt.md", text)?.name,
	next: { text: "---\nname: b\n---\nDo it.", value: "b" },
};
const problems = {
	read: (message: string) =>
		problemsText([{ path: "a.ts", problems: [{ line: 1, severity: "error", message }] }]).includes("a.ts"),
	next: { text: "No such name.", value: true },
};

/** Returns a conversation of this many questions, each with the parent that `parent` returns. */
function conversation(count: number, parent: (index: number) => string | null): string {
	const events = Array.from({ length: count }, (_, i) => {
		const [id, message] = [`w-${i + 1}`, `m${i}`];
		return { id, at: i + 1, type: "asked", message, parent: parent(i), text: `${i} ${canaryKey}`, attachments: [] };
	});
	return JSON.stringify({ format: "gatehouse-conversation", version: 1, id: "c", events });
}

/** Returns a conversation with a long answer of an agent, which ended and continued this many times. */
function longTask(length: number, count: number): string {
	const step = (event: object, at: number) => ({ id: `w-${at}`, at, type: "agent", message: "a", event });
	const stop = { type: "ended", stop: { type: "cutOff" }, text: "x" };
	const events = [
		{ id: "w-1", at: 1, type: "asked", message: "q", parent: null, text: canaryKey, attachments: [] },
		{ id: "w-2", at: 2, type: "answering", message: "a", parent: "q", model: "m", gateway: "g", agent: true },
		step({ type: "turn", text: "x".repeat(length), calls: [], tokens: 1 }, 3),
		...Array.from({ length: 2 * count }, (_, i) => step(i % 2 === 0 ? stop : { type: "resumed" }, i + 4)),
	];
	return JSON.stringify({ format: "gatehouse-conversation", version: 1, id: "c", events });
}

/** Imports a conversation as a window does, and shows it. */
async function imported(json: string): Promise<number> {
	const store = new ConversationStore(memoryAppendLog(), memoryAppendLog(), manualClock(), memoryLogChannel());
	const id = await store.add(readConversationJson(json).events);
	return (await store.load(id)).conversation.branch().length;
}
const imports = { read: imported, next: { text: conversation(3, (i) => (i === 0 ? null : `m${i - 1}`)), value: 3 } };

/** The large ones are created only where they are read, because every hostile case loads this table in a process of its own. */
export const hostileFiles: readonly HostileFile[] = [
	{
		kind: "file",
		name: "a name of 84 characters with many hyphens",
		text: `secrets${"-".repeat(74)}.md`,
		...secretName,
	},
	{ kind: "file", name: "a name of 64 KB", text: `${"secrets-".repeat(8 * kilobyte)}.md`, ...secretName },
	{ kind: "file", name: "a path of 64 KB", text: `${".env/".repeat(13 * kilobyte)}`, ...secretName },
	{ kind: "file", name: "a problem of 1 MB", text: "a\n ".repeat(350 * kilobyte), ...problems },
	{
		kind: "file",
		name: "more attachments than the limit",
		text: "a.ts\n".repeat(limits.attachments + 1),
		refused: /At most 200 attachments/,
		...attachments,
	},
	{ kind: "file", name: "a problem of blanks", text: `${" ".repeat(256 * kilobyte)}x`, ...problems },

	{ kind: "repository", name: ".gitignore of six **/[a]*/", text: `${"**/[a]*/".repeat(6)}\n`, ...ignored },
	{ kind: "repository", name: ".gitignore of a hundred stars", text: `${"*a".repeat(100)}\n`, ...ignored },
	{ kind: "repository", name: ".gitignore of 1 MB of brackets", text: "[".repeat(kilobyte * kilobyte), ...ignored },
	{ kind: "repository", name: "21 sets of braces", text: "{a,b}".repeat(21), ...glob },
	{ kind: "repository", name: "26 sets of braces", text: "{a,b}".repeat(26), ...glob },
	{
		kind: "repository",
		name: "more globs than the limit",
		text: "**/a\n".repeat(limits.globs + 1),
		refused: /more than 1.?000 patterns/,
		...globs,
	},
	{
		kind: "repository",
		name: "globs with too many wildcards",
		text: `${"*a".repeat(400)}\n`.repeat(200),
		refused: /too many wildcards/,
		...globs,
	},
	{
		kind: "repository",
		name: "a thousand sets of braces in each other",
		text: "{a,".repeat(1_000) + "}".repeat(1_000),
		...glob,
	},
	{
		kind: "repository",
		name: "a diff of 1 MB of prefixes",
		text: `diff --git ${"a/".repeat(512 * kilobyte)}`,
		...diff,
	},
	{ kind: "repository", name: "a diff of quotes", text: `diff --git "${'" "'.repeat(85 * kilobyte)}`, ...diff },
	{
		kind: "repository",
		name: "a prompt file of 1 MB of blanks",
		text: `---\nname:${" ".repeat(kilobyte * kilobyte)}x\n---\nDo it.`,
		...prompt,
	},
	{
		kind: "repository",
		name: "a prompt file of list marks",
		text: `---\nmodel:\n${"- ".repeat(256 * kilobyte)}\n---\nDo it.`,
		...prompt,
	},

	{
		kind: "import",
		name: "20,000 siblings",
		get text() {
			return conversation(20_000, () => null);
		},
		refused: /10.?000/,
		...imports,
	},
	{
		kind: "import",
		name: "9,000 siblings",
		get text() {
			return conversation(9_000, () => null);
		},
		...imports,
	},
	{
		kind: "import",
		name: "9,000 questions below each other",
		get text() {
			return conversation(9_000, (i) => (i === 0 ? null : `m${i - 1}`));
		},
		...imports,
	},
	{ kind: "import", name: "messages that are below themselves", text: conversation(100, (i) => `m${i}`), ...imports },
	{
		kind: "import",
		name: "ids that every object has as a field",
		text: conversation(3, (i) => ["__proto__", "constructor", null][i] ?? null),
		...imports,
	},
	{
		kind: "import",
		name: "2 MB of an agent's answer that ended and went on 8,000 times",
		get text() {
			return longTask(2 * kilobyte * kilobyte, 8_000);
		},
		...imports,
	},
	{
		kind: "import",
		name: "JSON that is nested too deeply",
		text: "[".repeat(kilobyte * kilobyte),
		refused: /too deeply nested/,
		...imports,
	},
];
