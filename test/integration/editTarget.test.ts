import assert from "node:assert/strict";
import { rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import { TextEdit } from "../../src/core/edits/textEdit";
import { EditPreview } from "../../src/vscode/edits/editPreview";
import { documentTarget } from "../../src/vscode/edits/editTarget";
import { PreviewDocuments } from "../../src/vscode/edits/previewDocuments";
import { assertWritable } from "../../src/vscode/edits/workspacePath";
import { seededRandom } from "../faults/seededRandom";
import { randomDocument, randomEdit } from "../unit/core/edits/randomEdit";
import { connectedGateway } from "./connectedGateway";
import { previewTabs } from "./shownEdit";

/** In the real extension host: where an edit is shown and written, with nobody asked for it. */
describe("the target of an edit in VS Code", () => {
	// The first document opened starts Gatehouse, which is connected to what it finds then: for all tests of this host.
	before(() => connectedGateway());
	afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

	it("takes the preview away that is still being opened when it ends", async () => {
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
		assert.deepEqual(previewTabs(), []);
		documents.dispose();
	});

	it("is refused before anybody is asked where nothing can be written", async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		const link = join(folder.fsPath, "out");
		await symlink(tmpdir(), link);
		const document = { uri: vscode.Uri.file(join(link, "a.txt")), isUntitled: false };
		await assert.rejects(assertWritable(document as vscode.TextDocument), UserError);
		await rm(link);
		await assertWritable(await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "budget.ts")));
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

	it("is one step to undo, byte for byte, for eight random documents", async () => {
		for (let seed = 1; seed <= 8; seed++) {
			const random = seededRandom(seed);
			const document = await vscode.workspace.openTextDocument({ content: randomDocument(random) });
			await vscode.window.showTextDocument(document);
			const base = document.getText();
			const edit = TextEdit.between(base, randomEdit(base, random)).accept();
			if (edit.hunks.length === 0) continue;
			assert.equal(await documentTarget(document, base).write(edit), true);
			assert.equal(document.getText(), edit.settled, `seed ${seed}`);
			await vscode.commands.executeCommand("undo");
			assert.equal(document.getText(), base, `seed ${seed}`);
			await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
		}
	});
});
