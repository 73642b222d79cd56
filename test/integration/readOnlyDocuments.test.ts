import assert from "node:assert/strict";
import * as vscode from "vscode";
import { inertName } from "../../src/shared/untrusted/inertText";
import { LastEditor } from "../../src/vscode/workspace/lastEditor";
import { closeLostTabs } from "../../src/vscode/workspace/lostTabs";
import { ReadOnlyDocuments } from "../../src/vscode/workspace/readOnlyDocuments";
import { closeEditors, untitledDocument } from "./editors";
import { until } from "./shownEdit";

describe("read-only documents", () => {
	beforeEach(closeEditors);
	afterEach(closeEditors);

	const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).sort();
	const shows = (...expected: readonly string[]) =>
		until(() => (JSON.stringify(labels()) === JSON.stringify(expected) ? true : undefined));

	it("of an earlier window are closed at the start, because their texts are lost", async () => {
		const earlier = new ReadOnlyDocuments();
		await earlier.showRendered(inertName("Lost report"), "# Lost");
		await earlier.show(inertName("Lost"), "txt", "lost");
		await shows("Lost report.md", "Lost.txt");
		earlier.dispose();
		await closeLostTabs();
		await shows();
		assert.deepEqual(labels(), []);
	});

	it("are not offered as context: the file that was open before is the last editor", async () => {
		const documents = new ReadOnlyDocuments();
		const last = new LastEditor();
		try {
			const text = await untitledDocument("one\n");
			await vscode.window.showTextDocument(text);
			await until(() => (last.editor?.document === text ? true : undefined));
			await documents.show(inertName("Answer"), "txt", "Prose.");
			// The extension host may hear of the new editor later.
			await until(() => (vscode.window.activeTextEditor?.document.getText() === "Prose." ? true : undefined));
			assert.equal(last.editor?.document, text);
		} finally {
			last.dispose();
			documents.dispose();
		}
	});

	it("that are rendered take the place of the earlier text of their name, in its column", async () => {
		const documents = new ReadOnlyDocuments();
		try {
			await documents.showRendered(inertName("Report"), "# One");
			await documents.showRendered(inertName("Other"), "# Other");
			await shows("Other.md", "Report.md");
			const text = await vscode.workspace.openTextDocument();
			await vscode.window.showTextDocument(text, vscode.ViewColumn.Beside);
			await documents.showRendered(inertName("Report"), "# Two");
			await shows(...["Other.md", "Report.md", text.uri.path].sort());
			const tab = vscode.window.tabGroups.all[0]?.activeTab;
			assert.equal(tab?.label, "Report.md");
			const uri = tab?.input instanceof vscode.TabInputCustom ? tab.input.uri : assert.fail("it is not rendered");
			assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), "# Two");
		} finally {
			documents.dispose();
		}
	});
});
