import assert from "node:assert/strict";
import * as vscode from "vscode";

/** VS Code gives every extension its own object, with functions that are not in the types; each of them checks the permission. */
type ProposedWorkspace = typeof vscode.workspace & {
	findTextInFiles(query: { pattern: string }, callback: () => void): Promise<unknown>;
};

describe("proposed API", () => {
	it("is refused to Gatehouse, as in VS Code for users", () => {
		const workspace = vscode.workspace as ProposedWorkspace;
		assert.throws(
			() => workspace.findTextInFiles({ pattern: "greet" }, () => {}),
			/'gatehouse\.gatehouse' CANNOT use API proposal: findTextInFiles/,
		);
	});

	it("is available to the built-in extensions that declare it", async () => {
		// npm registers a provider of terminal quick fixes, a proposal, as it starts.
		const npm = vscode.extensions.getExtension("vscode.npm");
		assert.deepEqual(npm?.packageJSON.enabledApiProposals, ["terminalQuickFixProvider"]);
		await npm.activate();
		assert.ok(npm.isActive);
	});
});
