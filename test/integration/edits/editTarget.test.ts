import assert from "node:assert/strict";
import { rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { splitLines } from "../../../src/core/base/splitLines";
import { TextEdit } from "../../../src/core/edits/apply/textEdit";
import { RefusedAnswer } from "../../../src/core/edits/parse/refusedAnswer";
import { RefusedCode } from "../../../src/core/edits/refusedCode";
import { assertEditable } from "../../../src/vscode/actions/assertEditable";
import { applyCode } from "../../../src/vscode/actions/edits/applyCode";
import { EditSession } from "../../../src/vscode/actions/edits/editSession";
import { documentTarget } from "../../../src/vscode/actions/edits/editTarget";
import { EditPreview } from "../../../src/vscode/actions/edits/preview/editPreview";
import { PreviewDocuments } from "../../../src/vscode/actions/edits/preview/previewDocuments";
import { assertWritable } from "../../../src/vscode/workspace/workspacePath";
import { seededRandom } from "../../faults/seededRandom";
import { randomDocument, randomEdit } from "../../unit/core/edits/randomEdit";
import { answeredWindow } from "../answeredWindow";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, untitledDocument } from "../editors";
import { previewTabs, until } from "../shownEdit";

/** In the real extension host: the place where an edit is shown and written, without a question to the user. */
describe("edit: its target, in VS Code", () => {
	// The first opened document activates Gatehouse, which then connects to the gateway that it finds, for all tests of
	// this host.
	before(() => connectedGateway());
	afterEach(closeEditors);

	/** Gives a document another text, and keeps its line breaks. */
	async function fill(document: vscode.TextDocument, text: string): Promise<void> {
		const change = new vscode.WorkspaceEdit();
		change.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
		assert.equal(await vscode.workspace.applyEdit(change), true);
	}

	it("closes the preview that is still being opened when it ends", async () => {
		const documents = new PreviewDocuments();
		const preview = new EditPreview(documents, {
			name: "a.ts",
			path: "src/a.ts",
			title: "Fix",
			base: "",
			asked: false,
		});
		const shown = preview.show("new");
		await preview.close();
		await shown;
		await until(() => previewTabs().length === 0 || undefined);
		documents.dispose();
	});

	it("shows the proposal while VS Code is still opening its preview", async () => {
		const { registerTextDocumentContentProvider } = vscode.workspace;
		const read = new Promise<void>((resolve) => {
			const register: typeof registerTextDocumentContentProvider = (scheme, provider) =>
				registerTextDocumentContentProvider(scheme, {
					onDidChange: provider.onDidChange,
					provideTextDocumentContent: (uri, cancelled) => {
						const text = provider.provideTextDocumentContent(uri, cancelled);
						if (uri.path.includes("/after/")) resolve();
						return text;
					},
				} as vscode.TextDocumentContentProvider);
			Object.assign(vscode.workspace, { registerTextDocumentContentProvider: register });
		});
		const documents = new PreviewDocuments();
		Object.assign(vscode.workspace, { registerTextDocumentContentProvider });
		const subject = { name: "slow.ts", path: "src/slow.ts", title: "Fix", base: "old\n", asked: false };
		const preview = new EditPreview(documents, subject);
		const opened = preview.open();
		await read;
		await preview.show("new\n");
		await opened;
		await until(() => {
			const after = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith("/after/slow.ts"));
			return after?.getText() === "new\n" || undefined;
		});
		await preview.close();
		documents.dispose();
	});

	it("is refused before any question if the file is read-only", async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		const link = join(folder.fsPath, "out");
		await symlink(tmpdir(), link);
		const document = { uri: vscode.Uri.file(join(link, "a.txt")), isUntitled: false };
		await assert.rejects(assertWritable(document as vscode.TextDocument), UserError);
		await rm(link);
		await assertWritable(await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "budget.ts")));
	});

	it("is refused if the key binding says that the editor is read-only", async () => {
		await vscode.window.showTextDocument(await untitledDocument("one\n"));
		assert.throws(() => assertEditable({ readOnly: true }), UserError);
		for (const options of [undefined, {}, { instruction: "Shout." }]) assertEditable(options);
	});

	it("opens no file that was not open when it is rejected", async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "budget.ts"));
		await documentTarget(document, document.getText()).show();
		assert.deepEqual(
			vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
			[],
		);
	});

	/** Number of random documents; a hundred in the long run. */
	const documents = process.env.GATEHOUSE_LONG === "1" ? 100 : 25;
	for (const [name, lineBreak, first] of [
		["LF", vscode.EndOfLine.LF, 1],
		["CRLF", vscode.EndOfLine.CRLF, 251],
	] as const) {
		it(`is one step to undo, byte for byte, for ${documents} random documents with ${name}`, async () => {
			// One editor for all: opening one takes longer than everything else.
			const document = await untitledDocument("\n");
			const editor = await vscode.window.showTextDocument(document);
			assert.ok(await editor.edit((change) => change.setEndOfLine(lineBreak)));
			for (let seed = first; seed < first + documents; seed++) {
				const random = seededRandom(seed);
				await fill(document, randomDocument(random));
				const base = document.getText();
				const edit = TextEdit.between(base, randomEdit(base, random)).accept();
				if (edit.hunks.length === 0) continue;
				assert.ok(await documentTarget(document, base).write(edit));
				// If the text has no line break, VS Code uses those of the new document.
				assert.deepEqual(splitLines(document.getText()), splitLines(edit.settled), `seed ${seed}`);
				await vscode.commands.executeCommand("undo");
				assert.equal(document.getText(), base, `seed ${seed}`);
			}
			await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
		});
	}

	it("accepts no instruction if it comes from the chat", async () => {
		const documents = new PreviewDocuments();
		const target = documentTarget(await untitledDocument("alpha\n"), "alpha\n");
		const never = async () => assert.fail();
		const session = new EditSession({
			documents,
			target,
			title: "Apply to file",
			proposer: { first: async () => "beta\n" },
			log: { info: never },
			showAnswer: never,
			isAlone: () => true,
			chosenLate: never,
			onError: never,
		});
		assert.throws(() => session.assertAsks(), UserError);
		documents.dispose();
	});

	it("shows the reason for a refusal even if its preview cannot be opened", async () => {
		const documents = new PreviewDocuments();
		const logged: string[] = [];
		const { executeCommand } = vscode.commands;
		const without = async (command: string, ...args: unknown[]) => {
			if (command === "vscode.diff") throw new Error("There is no room.");
			return executeCommand(command, ...args);
		};
		const shown = answeredWindow();
		Object.assign(vscode.commands, { executeCommand: without });
		try {
			const session = new EditSession({
				documents,
				target: documentTarget(await untitledDocument("alpha\n"), "alpha\n"),
				title: "Fix",
				proposer: { first: async () => Promise.reject(new RefusedAnswer("It is unclear.", "beta")) },
				log: { info: (line) => logged.push(line) },
				showAnswer: async () => {},
				isAlone: () => true,
				chosenLate: async () => {},
				onError: () => {},
			});
			await session.run();
			assert.equal(session.left.answer, "beta");
		} finally {
			Object.assign(vscode.commands, { executeCommand });
			shown.dispose();
			documents.dispose();
		}
		assert.deepEqual(
			shown.errors.map(([message]) => message),
			["It is unclear."],
		);
		assert.match(logged.join(), /was not opened/);
	});

	it("is the only file whose path ends as the code block says, whatever glob characters the name contains", async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		const routes = vscode.Uri.joinPath(folder, "routes");
		const at = (...path: string[]) => vscode.Uri.joinPath(routes, ...path);
		const text = new TextEncoder().encode("const size = 1;\n");
		for (const uri of [at("{a,b}", "[id]!.ts"), at("{a,b}", "xidyz.ts")])
			await vscode.workspace.fs.writeFile(uri, text);
		const applied = (path: string) => applyCode({ code: "const size = 2;", path, messages: [] }, undefined);
		try {
			for (const path of ["[id]!.ts", "{a,b}/[id]!.ts"])
				assert.equal((await applied(path))?.document.uri.path, at("{a,b}", "[id]!.ts").path, path);
			await vscode.workspace.fs.writeFile(at("c", "[id]!.ts"), text);
			await assert.rejects(applied("[id]!.ts"), UserError);
		} finally {
			await vscode.workspace.fs.delete(routes, { recursive: true });
		}
	});

	it("is the file that the first comment of a code block seems to name only if that file exists", async () => {
		const last = await vscode.window.showTextDocument(await untitledDocument("def size():\n    return 1\n"));
		const code = "def size():\n    return 2";
		const applied = (comment: string) => applyCode({ code: `${comment}\n${code}`, path: "", messages: [] }, last);
		assert.equal((await applied("# Node.js"))?.document, last.document);
		assert.match((await applied("# v1.2"))?.proposed ?? "", /return 2/);
		assert.equal(await applied("# src/size.py"), undefined);
		assert.equal(await applied("# file: size.py"), undefined);
		await assert.rejects(applied("# budget.ts"), RefusedAnswer, "the file is there, but has no such function");
	});

	it("is the selection for a code block that names no place, unless only a word is selected", async () => {
		const last = await vscode.window.showTextDocument(await untitledDocument("def size():\n    return 1\n"));
		const applied = (end: number) => {
			last.selection = new vscode.Selection(1, 4, 1, end);
			return applyCode({ code: "    pass", path: "", messages: [] }, last);
		};
		await assert.rejects(applied("    return".length), RefusedAnswer);
		assert.equal((await applied("    return 1".length))?.proposed, "def size():\n    pass\n");
	});

	it("is where a code block belongs, without the selection of other lines, once the user wants that", async () => {
		const text = "def size():\n    return 1\n\n\ndef weight():\n    return 2\n";
		const last = await vscode.window.showTextDocument(await untitledDocument(text));
		last.selection = new vscode.Selection(0, 0, 1, 12);
		const code = { code: "def weight():\n    return 3\n", path: "", messages: [] };
		await assert.rejects(applyCode(code, last), (error) => error instanceof RefusedCode && error.fitsElsewhere);
		assert.equal((await applyCode(code, last, false))?.proposed, text.replace("return 2", "return 3"));
		// A place that is not clear without the selection either.
		const unclear = applyCode({ ...code, code: "def other():\n    return 3\n" }, last, false);
		await assert.rejects(unclear, (error) => error instanceof RefusedCode && !error.fitsElsewhere);
	});
});
