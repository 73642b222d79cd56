import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf, UserError } from "../../../src/core/base/errors";
import { readFailure } from "../../../src/core/base/fileErrors";
import { ConversationStore } from "../../../src/core/chat/storage/conversationStore";
import { attachmentWarnings } from "../../../src/core/context/attachmentWarnings";
import { bestNamed } from "../../../src/core/context/fileNames";
import { fileText } from "../../../src/core/context/fileText";
import { fileTree } from "../../../src/core/context/fileTree";
import { IgnoredFiles } from "../../../src/core/context/ignoredFiles";
import { assertRulesFit, parseIgnoreRules } from "../../../src/core/context/ignoreRules";
import { realPathIn } from "../../../src/core/edits/apply/realPathIn";
import { limits } from "../../../src/shared/untrusted/limits";
import { appendLogOnDisk } from "../../../src/vscode/adapters/appendLogOnDisk";
import { readRegularFile } from "../../../src/vscode/adapters/readRegularFile";
import { realPaths } from "../../../src/vscode/adapters/realPaths";
import { readAndCut } from "../../../src/worker/chunking/fileReader";
import { canaryKey } from "../../unit/core/gateway/gatewayHarness";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../../unit/core/memoryPorts";
import type { HostileReading } from "./readHostile";

/** Something on a disk, and the feature that reads it. */
type HostileDisk = HostileReading & { readonly name: string };

const megabyte = 1024 * 1024;
let made: string | undefined;

/** Creates a folder with all kinds of files that a file system may have; it is removed with the process. */
function folder(): string {
	if (made !== undefined) return made;
	const root = mkdtempSync(join(tmpdir(), "gatehouse-disk-"));
	process.once("exit", () => rmSync(root, { recursive: true, force: true }));
	made = join(root, "workspace");
	mkdirSync(made);
	writeFileSync(join(made, "plain.ts"), "let plain = 1;\n");
	writeFileSync(join(root, "outside.ts"), `// ${canaryKey}\n`);
	writeFileSync(join(made, "sparse.ts"), "");
	// The file takes no space on disk.
	truncateSync(join(made, "sparse.ts"), 200 * megabyte);
	writeFileSync(join(made, "rules"), "*.log\n");
	writeFileSync(join(made, "many-rules"), "*.log\n".repeat(limits.ignoreRules + 1));
	symlinkSync("../outside.ts", join(made, "link.ts"));
	symlinkSync("/dev/zero", join(made, "device.ts"));
	symlinkSync("/proc/kallsyms", join(made, "empty.ts"));
	execFileSync("mkfifo", [join(made, "pipe.ts")]);
	return made;
}

/** Reads a file of the folder like an attachment. What the user would be asked about is an error here. */
async function attached(name: string, most: number = limits.attachedFileBytes): Promise<number> {
	try {
		const bytes = await readRegularFile(join(folder(), name), most);
		const text = fileText(bytes) ?? "";
		const real = await realPathIn(folder(), name, realPaths);
		const attachment = { id: name, name, path: name, languageId: "ts", text };
		const known = { tokens: 1, room: null, ignored: false, strange: false, leadsOut: real === undefined };
		const reasons = attachmentWarnings({ attachment, ...known });
		if (reasons.length > 0) throw new UserError(reasons.join("; "));
		return text.length;
	} catch (error) {
		throw error instanceof UserError ? error : new UserError(readFailure(error), [], { cause: error });
	}
}
const attachment = { read: (name: string) => attached(name), next: { text: "plain.ts", value: 15 } };

/** Reads a file of the folder like a `.gitignore`; returns whether it ignores a log. */
async function ruled(name: string): Promise<boolean | undefined> {
	try {
		const text = fileText(await readRegularFile(join(folder(), name), limits.configFileBytes)) ?? "";
		assertRulesFit(text);
		return parseIgnoreRules(text).leavesOut("a.log");
	} catch (error) {
		throw new UserError(`${readFailure(error)} ${messageOf(error)}`, [], { cause: error });
	}
}
const rules = { read: ruled, next: { text: "rules", value: true } };

/** Reads a file of the folder like the index; returns the number of its chunks, or why it has none. */
function indexed(name: string): number | string {
	const location = { folder: folder(), file: join(folder(), name) };
	const { chunks } = readAndCut({ entry: { path: name, location } }, { load: async () => {}, cut: () => undefined });
	if (typeof chunks === "string") throw new UserError(`left out: ${chunks}`);
	return chunks.length;
}
const index = { read: indexed, next: { text: "plain.ts", value: 1 } };

/** Makes a folder of this many files, then lists, completes and ignores its names. */
async function listed(count: string): Promise<number> {
	const many = join(folder(), `many-${count}`);
	mkdirSync(many, { recursive: true });
	// In another process, with few programs: their creation is not tested.
	const script = `seq ${Number(count)} | sed 's/.*/file-&.ts/' | xargs touch`;
	await promisify(execFile)("sh", ["-c", script], { cwd: many });
	const paths = readdirSync(many);
	const rules = new IgnoredFiles(async (one) => (one === "" ? parseIgnoreRules(`${"*a*".repeat(20)}\n`) : undefined));
	for (const path of paths) await rules.ignores(path);
	bestNamed(
		"fl9",
		paths.map((path) => ({ path })),
		paths.length,
	);
	fileTree(paths);
	return paths.length;
}

/** Stores a conversation of this many megabytes, and opens it; returns the shown messages, and whether it was cut. */
async function opened(size: string): Promise<string> {
	const root = join(folder(), "conversations");
	const log = appendLogOnDisk(root);
	const clock = manualClock();
	const store = new ConversationStore(log, memoryAppendLog(), clock, memoryLogChannel());
	const conversation = store.create();
	for (let i = 0; i < Number(size); i++) {
		clock.advance(1);
		const text = "a".repeat(megabyte - 200);
		const asked = { type: "asked", message: `${size}-${i}`, parent: null, text, attachments: [] } as const;
		await store.write(conversation, store.event(conversation, asked), true);
	}
	const again = new ConversationStore(log, memoryAppendLog(), clock, memoryLogChannel());
	const loaded = await again.load(conversation.id);
	return `${loaded.conversation.branch().length} ${loaded.cut}`;
}

export const hostileDisk: readonly HostileDisk[] = [
	{ name: "an attachment of 200 MB", text: "sparse.ts", refused: /larger than 20 MB/, ...attachment },
	{ name: "an attachment that is a pipe", text: "pipe.ts", refused: /not a regular file/, ...attachment },
	{ name: "an attachment that is a device", text: "device.ts", refused: /not a regular file/, ...attachment },
	{
		name: "an attachment that says it is empty",
		text: "empty.ts",
		refused: /larger than 1 MB/,
		read: (name) => attached(name, megabyte),
		next: attachment.next,
	},
	{
		name: "an attachment behind a link out of the workspace",
		text: "link.ts",
		refused: /link .*out of the workspace/,
		...attachment,
	},
	{ name: "ignore rules in a pipe", text: "pipe.ts", refused: /not a regular file/, ...rules },
	{ name: "ignore rules in a device", text: "device.ts", refused: /not a regular file/, ...rules },
	{ name: "ignore rules of 200 MB", text: "sparse.ts", refused: /larger than 1 MB/, ...rules },
	{ name: "more ignore rules than the limit", text: "many-rules", refused: /more than 10000 rules/, ...rules },
	{ name: "a file of 200 MB to index", text: "sparse.ts", refused: /^left out: tooLarge$/, ...index },
	{ name: "a pipe to index", text: "pipe.ts", refused: /^left out: unreadable$/, ...index },
	{ name: "a device to index", text: "device.ts", refused: /^left out: (?:link|unreadable)$/, ...index },
	{ name: "a link to index", text: "link.ts", refused: /^left out: link$/, ...index },
	{ name: "a folder of 50,000 files", text: "50000", read: listed, next: { text: "10", value: 10 } },
	{ name: "a stored conversation of 70 MB", text: "70", read: opened, next: { text: "1", value: "1 false" } },
];
