import assert from "node:assert/strict";
import * as vscode from "vscode";
import { connectedGateway } from "./connectedGateway";

const { executeCommand } = vscode.commands;
const run = (command: string) => executeCommand(`gatehouse.${command}`);

describe("connection check: its list, in VS Code", () => {
	it("takes Escape only while it is open; Escape then closes another list that has just opened", async () => {
		const gateway = await connectedGateway();
		const isEmbedding = ({ path }: { path: string }) => path === "/v1/embeddings";
		const stalled = gateway.script({ match: isEmbedding, chunks: [{ type: "stall" }] });
		const asked = gateway.nextRequest(isEmbedding);
		const { showInformationMessage } = vscode.window;
		const told = new Promise<string>((resolve) => {
			Object.assign(vscode.window, { showInformationMessage: async (text: string) => resolve(text) });
		});
		const other = vscode.window.createQuickPick();
		const closed = new Promise<void>((resolve) => other.onDidHide(resolve));
		try {
			const over = run("reportProblem");
			const request = await asked;
			let isBroken = false;
			void request.ended.then(() => {
				isBroken = true;
			});
			other.show();
			// The list is closed when this command of VS Code has run.
			await executeCommand("workbench.action.quickOpenSelectNext");
			await run("cancelCheck");
			await closed;
			assert.equal(isBroken, false);
			const again = run("reportProblem");
			await executeCommand("workbench.action.quickOpenSelectNext");
			await run("cancelCheck");
			assert.equal(await request.ended, "broken");
			assert.match(await told, /cancelled/);
			await Promise.all([over, again]);
		} finally {
			Object.assign(vscode.window, { showInformationMessage });
			stalled.dispose();
			other.dispose();
		}
	});
});
