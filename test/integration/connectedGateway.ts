import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type DemoGateway, startGateway } from "../gateway/demoGateway";

/** The key that the gateway takes. */
export const gatewayKey = "sk-integration-0123456789";

let connected: Promise<DemoGateway> | undefined;
after(async () => (await connected)?.close());

/** The gateway that Gatehouse is connected to, by the environment, as an Extension Development Host may be. */
export function connectedGateway(): Promise<DemoGateway> {
	connected ??= connect();
	return connected;
}

async function connect(): Promise<DemoGateway> {
	const gateway = await startGateway({ keys: [gatewayKey], streamDelayMs: 0 });
	Object.assign(process.env, { GATEHOUSE_DEMO_URL: gateway.url, GATEHOUSE_DEMO_KEY: gatewayKey });
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
	return gateway;
}
