import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import { PlacePreview } from "../../../src/vscode/search/pick/placePreview";
import { eventually } from "../../ui/eventually";
import { foundChunk } from "../../unit/core/search/foundChunk";
import { connectedGateway } from "../connectedGateway";
import { until } from "../shownEdit";

describe("search: the preview of a result, in VS Code", () => {
	const uriOf = (name: string) => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		return vscode.Uri.joinPath(folder, name);
	};
	const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
	/** Waits for these tabs, in any order: VS Code reports tabs a moment after it has changed them. */
	const tabsAre = (...expected: readonly string[]) =>
		eventually(async () => assert.deepEqual(tabs().sort(), expected), 10_000);
	const close = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");
	// The first document activates Gatehouse, which only then determines its gateway.
	before(connectedGateway);
	beforeEach(close);
	after(close);

	/** Shows a file, and waits until it is the active one. */
	async function look(preview: PlacePreview, path: string): Promise<void> {
		const shown = new Promise<void>((done) => {
			const listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
				if (!editor?.document.uri.path.endsWith(`/${path}`)) return;
				listening.dispose();
				done();
			});
		});
		preview.show({ chunk: foundChunk({ path }), uri: uriOf(path) });
		await shown;
	}

	/** Previews budget.ts, and cancels. @param meanwhile runs while it is shown. */
	async function lookAndLeave(meanwhile: () => unknown = () => {}): Promise<void> {
		const preview = new PlacePreview();
		await look(preview, "budget.ts");
		await meanwhile();
		await preview.restore();
		preview.dispose();
	}

	for (const preview of [true, false]) {
		it(`restores ${preview ? "a preview editor that it has replaced" : "the editor"}, with its selection`, async () => {
			const first = new vscode.Selection(2, 0, 3, 1);
			const cursors = [first, new vscode.Selection(5, 1, 5, 1)];
			const editor = await vscode.window.showTextDocument(uriOf("chores.js"), { preview, selection: first });
			// VS Code's report about a new editor would undo an earlier selection.
			await until(() => editor.selection.isEqual(first) || undefined);
			editor.selections = cursors;
			await lookAndLeave();
			await tabsAre("chores.js");
			await eventually(async () => {
				assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, preview);
				assert.deepEqual(vscode.window.activeTextEditor?.selections, cursors);
			});
		});
	}

	it("leaves the cursor where the user has put it if the same place is found again", async () => {
		const preview = new PlacePreview();
		const place = () => ({
			chunk: foundChunk({ path: "budget.ts", firstLine: 18, lastLine: 21 }),
			uri: uriOf("budget.ts"),
		});
		preview.show(place());
		await preview.settle();
		const editor = vscode.window.activeTextEditor ?? assert.fail("nothing is shown");
		await until(() => editor.selection.active.line === 17 || undefined);
		const moved = new vscode.Selection(18, 0, 18, 0);
		editor.selection = moved;
		preview.show(place());
		await preview.settle();
		assert.deepEqual(editor.selection, moved);
		await preview.restore();
		preview.dispose();
	});

	it("shows the first line in the middle, below the list, where it is visible", async () => {
		const text = Array.from({ length: 300 }, (_, i) => `const value${i} = ${i};`).join("\n");
		const { uri } = await vscode.workspace.openTextDocument({ content: text });
		const preview = new PlacePreview();
		for (const [firstLine, lastLine] of [
			[150, 155],
			[80, 140],
		] as const) {
			const lines = text.split("\n").slice(firstLine - 1, lastLine);
			const chunk = foundChunk({ path: "made.ts", firstLine, lastLine, text: lines.join("\n") });
			// VS Code scrolls again when the selection is set.
			const isInMiddle = new Promise<void>((done) => {
				const listening = vscode.window.onDidChangeTextEditorVisibleRanges(({ visibleRanges: [range] }) => {
					if (!range) return;
					const above = (firstLine - 1 - range.start.line) / (range.end.line - range.start.line);
					if (above < 0.4 || above > 0.6) return;
					listening.dispose();
					done();
				});
			});
			preview.show({ chunk, uri });
			await isInMiddle;
		}
		await preview.restore();
		preview.dispose();
	});

	it("closes what it has shown even if the previous editor cannot be shown again", async () => {
		await vscode.window.showTextDocument(uriOf("chores.js"), { preview: false });
		const { showTextDocument } = vscode.window;
		try {
			await lookAndLeave(() =>
				Object.assign(vscode.window, { showTextDocument: () => Promise.reject(new Error("It is gone.")) }),
			);
		} finally {
			Object.assign(vscode.window, { showTextDocument });
		}
		await tabsAre("chores.js");
	});

	it("leaves no tab of a previewed file if VS Code's preview editors are disabled", async () => {
		const settings = vscode.workspace.getConfiguration("workbench.editor");
		await settings.update("enablePreview", false, vscode.ConfigurationTarget.Global);
		try {
			for (const name of ["chores.js", "README.md"]) await vscode.window.showTextDocument(uriOf(name));
			const preview = new PlacePreview();
			for (const path of ["budget.ts", "chores.js", "greet.py"]) await look(preview, path);
			await preview.settle();
			// Only the last previewed file has a tab.
			await tabsAre("README.md", "chores.js", "greet.py");
			await preview.restore();
			preview.dispose();
			await eventually(async () => {
				assert.deepEqual(tabs(), ["chores.js", "README.md"]);
				assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uriOf("README.md").toString());
			}, 10_000);
		} finally {
			await settings.update("enablePreview", undefined, vscode.ConfigurationTarget.Global);
		}
	});

	for (const enablePreview of [true, false]) {
		const command = enablePreview ? "keepEditor" : "pinEditor";
		it(`keeps an editor that the user keeps by ${command}`, async () => {
			const settings = vscode.workspace.getConfiguration("workbench.editor");
			await settings.update("enablePreview", enablePreview, vscode.ConfigurationTarget.Global);
			try {
				await vscode.window.showTextDocument(uriOf("chores.js"), { preview: false });
				await lookAndLeave(() => vscode.commands.executeCommand(`workbench.action.${command}`));
				await tabsAre("budget.ts", "chores.js");
			} finally {
				// A pinned editor is not closed with the others.
				await vscode.window.showTextDocument(uriOf("budget.ts"));
				await vscode.commands.executeCommand("workbench.action.unpinEditor");
				await settings.update("enablePreview", undefined, vscode.ConfigurationTarget.Global);
			}
		});
	}

	it("restores the editor once: a second end waits for the first, and shows nothing more", async () => {
		await vscode.window.showTextDocument(uriOf("chores.js"), { preview: false });
		const preview = new PlacePreview();
		await look(preview, "budget.ts");
		const { showTextDocument } = vscode.window;
		const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
		const slow = async (uri: vscode.Uri, options: vscode.TextDocumentShowOptions) => {
			await goesOn;
			return showTextDocument(uri, options);
		};
		try {
			Object.assign(vscode.window, { showTextDocument: slow });
			const first = preview.restore();
			await setImmediate();
			let isLeft = false;
			const again = preview.restore().then(() => {
				isLeft = true;
			});
			preview.show({ chunk: foundChunk({ path: "greet.py" }), uri: uriOf("greet.py") });
			await setImmediate();
			assert.equal(isLeft, false);
			goOn();
			await Promise.all([first, again]);
			await preview.settle();
		} finally {
			Object.assign(vscode.window, { showTextDocument });
			preview.dispose();
		}
		await tabsAre("chores.js");
	});

	it("shows only the last of several quickly passed results, and only once", async () => {
		const preview = new PlacePreview();
		const shown: string[] = [];
		const { showTextDocument } = vscode.window;
		const noted = (uri: vscode.Uri, options: vscode.TextDocumentShowOptions) => {
			shown.push(uri.path.split("/").at(-1) ?? "");
			return showTextDocument(uri, options);
		};
		try {
			Object.assign(vscode.window, { showTextDocument: noted });
			const [first, last] = ["budget.ts", "greet.py"].map((path) => ({
				chunk: foundChunk({ path }),
				uri: uriOf(path),
			}));
			for (const place of [first, last, last]) {
				preview.show(place ?? assert.fail());
				await Promise.resolve();
			}
			await preview.settle();
		} finally {
			Object.assign(vscode.window, { showTextDocument });
		}
		assert.deepEqual(shown, ["greet.py"]);
		await preview.restore();
		preview.dispose();
	});

	it("restores a preview editor even if the Output view was used last", async () => {
		await vscode.window.showTextDocument(uriOf("chores.js"), { preview: true });
		const channel = vscode.window.createOutputChannel("Used last");
		try {
			const active = new Promise<void>((done) => {
				const listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
					if (editor?.document.uri.scheme !== "output") return;
					listening.dispose();
					done();
				});
			});
			channel.append("Something.");
			channel.show();
			await active;
			const preview = new PlacePreview();
			preview.show({ chunk: foundChunk({ path: "budget.ts" }), uri: uriOf("budget.ts") });
			await preview.settle();
			await tabsAre("budget.ts");
			await preview.restore();
			preview.dispose();
			await tabsAre("chores.js");
		} finally {
			channel.dispose();
			await vscode.commands.executeCommand("workbench.action.closePanel");
		}
	});

	it("leaves a diff editor where it is", async () => {
		await vscode.commands.executeCommand("vscode.diff", uriOf("chores.js"), uriOf("greet.py"), "Two files");
		await lookAndLeave();
		await tabsAre("Two files");
	});
});
