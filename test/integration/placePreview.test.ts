import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PlacePreview } from "../../src/vscode/search/placePreview";
import { foundChunk } from "../unit/core/search/foundChunk";
import { connectedGateway } from "./connectedGateway";

describe("what a search shows while one chooses, in VS Code", () => {
	const uriOf = (name: string) => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		return vscode.Uri.joinPath(folder, name);
	};
	const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
	const close = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");
	// The first text activates Gatehouse, which looks only then where to connect.
	before(connectedGateway);
	beforeEach(close);
	after(close);

	/** Shows budget.ts, and nothing after all. @param meanwhile happens while it is shown. */
	async function lookAndLeave(meanwhile = () => {}): Promise<void> {
		const preview = new PlacePreview();
		const shown = new Promise<void>((done) => {
			const listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
				if (!editor?.document.uri.path.endsWith("/budget.ts")) return;
				listening.dispose();
				done();
			});
		});
		preview.show({ chunk: foundChunk({ path: "budget.ts" }), uri: uriOf("budget.ts") });
		await shown;
		meanwhile();
		await preview.restore();
		preview.dispose();
	}

	for (const preview of [true, false]) {
		it(`gives back ${preview ? "a preview editor that it has replaced" : "the editor"}, with its selection`, async () => {
			const editor = await vscode.window.showTextDocument(uriOf("chores.js"), { preview });
			editor.selection = new vscode.Selection(2, 0, 3, 1);
			await lookAndLeave();
			assert.deepEqual(tabs(), ["chores.js"]);
			assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, preview);
			assert.deepEqual(vscode.window.activeTextEditor?.selection, new vscode.Selection(2, 0, 3, 1));
		});
	}

	it("closes what it has shown also where the editor before cannot be shown again", async () => {
		await vscode.window.showTextDocument(uriOf("chores.js"), { preview: false });
		const { showTextDocument } = vscode.window;
		try {
			await lookAndLeave(() =>
				Object.assign(vscode.window, { showTextDocument: () => Promise.reject(new Error("It is gone.")) }),
			);
		} finally {
			Object.assign(vscode.window, { showTextDocument });
		}
		assert.deepEqual(tabs(), ["chores.js"]);
	});

	it("leaves a comparison where it is", async () => {
		await vscode.commands.executeCommand("vscode.diff", uriOf("chores.js"), uriOf("greet.py"), "Two files");
		await lookAndLeave();
		assert.deepEqual(tabs(), ["Two files"]);
	});
});
