import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as vscode from "vscode";
import type { Attachment } from "../../src/shared/conversation";
import { openReference, openSent } from "../../src/vscode/workspace/openPlace";
import { eventually } from "../ui/eventually";
import { connectedGateway } from "./connectedGateway";
import { closeEditors } from "./editors";
import { until } from "./shownEdit";

/** Closes every editor, and waits until none is active: VS Code may report that later than the tabs. */
async function noEditor(): Promise<void> {
	await closeEditors();
	await until(() => (vscode.window.activeTextEditor ? undefined : true));
}

describe("references: a place in an answer, in VS Code", () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
	const link = () => join(folder(), "elsewhere");
	const shown = () => vscode.window.activeTextEditor;
	let outside: string;
	before(async () => {
		// The first document activates Gatehouse, which only then determines its gateway.
		await connectedGateway();
		outside = await mkdtemp(join(tmpdir(), "gatehouse-outside-"));
		await writeFile(join(outside, "notes.md"), "# Elsewhere\n");
		await symlink(outside, link(), "junction");
	});
	beforeEach(noEditor);
	after(async () => {
		await closeEditors();
		await rm(link(), { force: true });
		await rm(outside, { recursive: true });
	});

	it("is opened with its lines selected, or with its previous selection", async () => {
		await openReference("budget.ts:2-3");
		assert.ok(shown()?.document.uri.path.endsWith("/budget.ts"));
		// VS Code may report a selection later than its editor.
		await eventually(async () =>
			assert.deepEqual([shown()?.selection.start.line, shown()?.selection.end.line], [1, 2]),
		);
		await openReference("greet.py");
		assert.ok(shown()?.document.uri.path.endsWith("/greet.py"));
	});

	it("is not opened if it does not exist, is outside the workspace, or is behind a link that leads out of it", async () => {
		for (const text of ["nowhere.ts:1", "../notes.md", "elsewhere/notes.md:1", "elsewhere/notes.md", "/etc/hosts.md"])
			await assert.rejects(openReference(text), /There is no|Links of this kind/, text);
		assert.equal(shown(), undefined);
	});
});

describe("attachments: a sent one, opened in VS Code", () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
	const link = () => join(folder(), "elsewhere");
	const editor = () => vscode.window.activeTextEditor?.document.uri.path;
	let outside: string;
	before(async () => {
		outside = await mkdtemp(join(tmpdir(), "gatehouse-outside-"));
		await writeFile(join(outside, "notes.md"), "# Elsewhere\n");
		await symlink(outside, link(), "junction");
	});
	beforeEach(noEditor);
	after(async () => {
		await closeEditors();
		await rm(link(), { force: true });
		await rm(outside, { recursive: true });
	});

	/** Opens an attachment with a path from an imported conversation; returns the texts that were shown instead. */
	async function open(path: string, other: Partial<Attachment> = {}): Promise<string[]> {
		const shown: string[] = [];
		const sent = { id: "1", name: "notes.md", languageId: "markdown", text: "as it was sent", path, ...other };
		await openSent(sent, { show: async (_name, _extension, text) => void shown.push(text) });
		return shown;
	}

	it("is the file, while the file is in the workspace", async () => {
		assert.deepEqual(await open("budget.ts"), []);
		assert.ok(editor()?.endsWith("/budget.ts"));
	});

	it("is the sent text if the path leads out of the workspace, directly or by a link", async () => {
		const upwards = relative(folder(), join(outside, "notes.md")).replaceAll("\\", "/");
		for (const path of [upwards, "elsewhere/notes.md", "nowhere.md"]) {
			assert.deepEqual(await open(path), ["as it was sent"], path);
			assert.equal(editor(), undefined, path);
		}
	});

	it("is an error for an image that is not in the workspace", () =>
		assert.rejects(open("elsewhere/logo.png", { kind: "image", text: "" }), { name: "UserError" }));
});
