import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import type { ConversationStore } from "../../src/core/chat/storage/conversationStore";
import { PendingAttachments } from "../../src/core/context/pendingAttachments";
import { limits } from "../../src/shared/untrusted/limits";
import { documentTarget } from "../../src/vscode/actions/edits/editTarget";
import { importConversation } from "../../src/vscode/chat/conversationFiles";
import { Attacher } from "../../src/vscode/context/attacher";
import { readSource } from "../../src/vscode/context/readSource";
import { flatSymbols } from "../../src/vscode/context/symbolPick";
import { GitIgnore } from "../../src/vscode/workspace/gitIgnore";
import { realUri } from "../../src/vscode/workspace/realPath";

const says = (words: RegExp) => (error: unknown) => error instanceof UserError && words.test(error.message);

describe("limits: files of a workspace, in VS Code", () => {
	let outside: string;
	let inside: string;
	before(async function () {
		if (process.platform === "win32") this.skip();
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert.ok(folder);
		inside = join(folder.uri.fsPath, "limits");
		await mkdir(inside);
		outside = await mkdtemp(join(tmpdir(), "gatehouse-limits-"));
		execFileSync("mkfifo", [join(inside, "pipe"), join(outside, "pipe")]);
		await writeFile(join(outside, "secret.txt"), "not yours");
		await symlink("/dev/zero", join(inside, "zero.png"));
		await symlink(join(outside, "secret.txt"), join(inside, "readme.md"));
		await symlink(outside, join(inside, "folder"));
		await writeFile(join(inside, "plain.md"), "mine");
		await symlink("plain.md", join(inside, "within.md"));
	});
	after(async () => {
		for (const folder of [inside, outside]) if (folder) await rm(folder, { recursive: true, force: true });
	});

	const uri = (...path: string[]) => vscode.Uri.file(join(...path));
	const read = (type: "file" | "image", file: vscode.Uri) => readSource({ type, uri: file.toString() });

	it("a pipe and a device are not attached, and cause no wait", async () => {
		await assert.rejects(read("file", uri(inside, "pipe")), says(/pipe is not a regular file/));
		await assert.rejects(read("image", uri(inside, "zero.png")), says(/zero.png is not a regular file/));
		await assert.rejects(read("file", uri("/dev", "zero")), says(/not a regular file/));
	});

	it("a pipe is not imported as a conversation, nor a file above the maximum size", async () => {
		const nowhere = { add: () => assert.fail("something was imported") } as unknown as ConversationStore;
		const large = uri(inside, "large.json");
		await writeFile(large.fsPath, "");
		await truncate(large.fsPath, limits.importBytes + 1);
		const { showOpenDialog } = vscode.window;
		try {
			for (const [file, words] of [
				[uri(inside, "pipe"), /pipe is not a regular file/],
				[large, /large\.json is too large.* 128 MB/],
			] as const) {
				vscode.window.showOpenDialog = async () => [file];
				await assert.rejects(importConversation(nowhere), says(words));
			}
		} finally {
			vscode.window.showOpenDialog = showOpenDialog;
			await rm(large.fsPath);
		}
	});

	it("a file of the maximum size is attached, and one of a byte more is refused", async () => {
		const file = uri(inside, "large.txt");
		await writeFile(file.fsPath, "a".repeat(limits.attachedFileBytes));
		assert.equal((await read("file", file)).text.length, limits.attachedFileBytes);
		await writeFile(file.fsPath, "a".repeat(limits.attachedFileBytes + 1));
		await assert.rejects(read("file", file), says(/large\.txt is too large.* 20 MB/));
		await rm(file.fsPath);
	});

	it("a file that claims to be empty is read only up to the limit", async function () {
		if (process.platform !== "linux") this.skip();
		assert.match((await read("file", uri("/proc", "self", "status"))).text, /^Name:/);
	});

	it("a link that leads out of the workspace is distinguished from one within it", async () => {
		assert.equal(await realUri(uri(inside, "readme.md")), undefined);
		assert.equal(await realUri(uri(inside, "folder", "secret.txt")), undefined);
		assert.equal((await realUri(uri(inside, "within.md")))?.fsPath, join(inside, "plain.md"));
		assert.equal((await realUri(uri(inside, "plain.md")))?.fsPath, join(inside, "plain.md"));
	});

	it("a folder with the maximum number of files is listed completely; with more, name and text say that the list is cut", async () => {
		const many = join(inside, "many");
		await mkdir(many);
		const add = (name: string | number) => writeFile(join(many, `${name}.txt`), "");
		await Promise.all(Array.from({ length: limits.listedFiles }, (_, at) => add(at)));
		const list = () => readSource({ type: "folder", uri: vscode.Uri.file(many).toString() });
		const whole = await list();
		assert.equal(whole.name, "many/");
		assert.equal(whole.text.split("\n").length, limits.listedFiles);
		await add("more");
		const cut = await list();
		assert.match(cut.name, /first 2,?000 files/);
		assert.match(cut.text, /\n\(further files are not listed\)$/);
		await rm(many, { recursive: true });
	});

	it("more attachments than the maximum of a question are refused before any is read", async () => {
		let count = 0;
		const kept = new Map<string, unknown>();
		const state = {
			get: (key: string) => kept.get(key),
			set: async (key: string, value: unknown) => void kept.set(key, value),
		};
		const reader = async () => {
			count++;
			return { id: `${count}`, name: "a", path: "a", languageId: "", text: "a" };
		};
		const attached = new PendingAttachments(reader, state, () => "c");
		const attacher = new Attacher(attached, () => undefined);
		const sources = (most: number) =>
			Array.from({ length: most }, (_, at) => ({ type: "file", uri: uri(outside, `${at}`).toString() }) as const);
		await assert.rejects(attacher.attach(sources(limits.attachments + 1)), says(/At most 200/));
		assert.equal(count, 0);
		await attacher.attach(sources(limits.attachments));
		assert.equal(attached.pending.length, limits.attachments);
	});

	it("rules in a pipe, a device or a file that is too large count as unreadable", async () => {
		const folders: Readonly<Record<string, (file: string) => Promise<unknown> | unknown>> = {
			pipe: (file) => execFileSync("mkfifo", [file]),
			device: (file) => symlink("/dev/zero", file),
			large: (file) => writeFile(file, "#".repeat(limits.configFileBytes + 1)),
			rules: (file) => writeFile(file, "a\n".repeat(limits.ignoreRules + 1)),
		};
		for (const [name, make] of Object.entries(folders)) {
			const folder = join(outside, `rules-${name}`);
			await mkdir(folder, { recursive: true });
			await make(join(folder, ".gitignore"));
			const rules = new GitIgnore([vscode.Uri.file(folder)], async () => undefined);
			await assert.rejects(rules.ignores(uri(folder, "a.ts")), says(/\.gitignore cannot be read/), name);
			const doubt = await rules.doubt([uri(folder, "a.ts")]);
			assert.deepEqual(doubt, { ignored: false, unreadableRules: ".gitignore" }, "the question names the file");
		}
	});

	it("rules in a file of the maximum size apply", async () => {
		const folder = join(outside, "largest");
		await mkdir(folder);
		const remarks = "#\n".repeat((limits.configFileBytes - 4) / 2);
		await writeFile(join(folder, ".gitignore"), `${remarks}a.*\n`);
		const rules = new GitIgnore([vscode.Uri.file(folder)], async () => undefined);
		assert.equal(await rules.ignores(uri(folder, "a.ts")), true);
		assert.equal(await rules.ignores(uri(folder, "b.ts")), false);
	});
});

describe("limits: a file that is edited", () => {
	it("is accepted at the maximum length, and refused at one character more", async () => {
		const document = await vscode.workspace.openTextDocument({ content: "" });
		const most = "a".repeat(limits.editedFileLength);
		assert.equal(documentTarget(document, most).base, most);
		assert.throws(
			() => documentTarget(document, `${most}a`),
			says(/too large to be edited here: the maximum is 10 MB/),
		);
	});
});

describe("limits: symbols that another extension found", () => {
	const file = vscode.Uri.file("/a.ts");
	const range = new vscode.Range(0, 0, 1, 0);
	const symbol = (name: string) => new vscode.DocumentSymbol(name, "", vscode.SymbolKind.Class, range, range);

	it("are listed at any depth, each after its parent, and cut after the maximum number", () => {
		const root = symbol("0");
		let last = root;
		for (let depth = 1; depth < limits.symbols * 3; depth++) {
			const next = symbol(`${depth}`);
			last.children = [next];
			last = next;
		}
		const found = flatSymbols(file, [root]);
		assert.equal(found.length, limits.symbols + 1, "one more shows that there are more");
		assert.deepEqual(
			found.slice(0, 3).map(({ name, container }) => [name, container]),
			[
				["0", ""],
				["1", "0"],
				["2", "1"],
			],
		);
	});

	it("have their names cut", () => {
		assert.equal(flatSymbols(file, [symbol("n".repeat(100_000))])[0]?.name.length, limits.nameLength);
	});
});
