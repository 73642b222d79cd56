import assert from "node:assert/strict";
import * as vscode from "vscode";

/** Activates Gatehouse, connected to a gateway by the environment, as an Extension Development Host may be; settles when it has chosen a model. */
export async function activateFor(url: string, key: string): Promise<void> {
	Object.assign(process.env, { GATEHOUSE_DEMO_URL: url, GATEHOUSE_DEMO_KEY: key });
	const chosen = new Promise<void>((resolve) => {
		const listening = vscode.workspace.onDidChangeConfiguration((event) => {
			if (!event.affectsConfiguration("gatehouse.model")) return;
			listening.dispose();
			resolve();
		});
	});
	const gatehouse = vscode.extensions.getExtension("gatehouse.gatehouse");
	assert.equal(gatehouse?.isActive, false, "Gatehouse was active before it could know what to connect to.");
	await gatehouse?.activate();
	await chosen;
}
