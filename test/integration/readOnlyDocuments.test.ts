import assert from "node:assert/strict";
import * as vscode from "vscode";
import { inertName } from "../../src/shared/untrusted/inertText";
import { ReadOnlyDocuments } from "../../src/vscode/workspace/readOnlyDocuments";
import { closeEditors } from "./editors";
import { until } from "./shownEdit";

describe("read-only documents", () => {
	beforeEach(closeEditors);
	afterEach(closeEditors);

	const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).sort();
	const shows = (...expected: readonly string[]) =>
		until(() => (JSON.stringify(labels()) === JSON.stringify(expected) ? true : undefined));

	it("of an earlier window are closed, because their texts are lost; those of this one stay", async () => {
		const earlier = new ReadOnlyDocuments();
		await earlier.showRendered(inertName("Lost report"), "# Lost");
		await earlier.show(inertName("Lost"), "txt", "lost");
		await shows("Lost report.md", "Lost.txt");
		earlier.dispose();
		const documents = new ReadOnlyDocuments();
		try {
			await documents.showRendered(inertName("New report"), "# New");
			await documents.closeLost();
			await shows("New report.md");
			assert.deepEqual(labels(), ["New report.md"]);
		} finally {
			documents.dispose();
		}
	});
});
