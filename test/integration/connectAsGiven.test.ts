import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startGateway } from "../gateway/demoGateway";
import { connectedGateway, gatewayKey } from "./connectedGateway";
import { connectTo } from "./connectTo";

describe("gateway: the setting of one that is not at /v1", () => {
	const read = () =>
		vscode.workspace.getConfiguration("gatehouse").inspect<readonly object[]>("gateways")?.globalValue ?? [];

	it("has the address as given, is used unchanged, and is replaced when the gateway is connected again", async () => {
		const usual = await connectedGateway();
		const before = read();
		const given = await startGateway({ keys: [gatewayKey], path: "/serving-endpoints" });
		const url = `${given.url}/serving-endpoints`;
		try {
			for (const typed of [url, `${url}/chat/completions`]) {
				await connectTo(typed, gatewayKey);
				assert.deepEqual(read(), [...before, { name: new URL(url).host, url, appendV1: false }]);
			}
			const asked = given.nextRequest();
			await vscode.commands.executeCommand("gatehouse.refreshModels");
			assert.equal((await asked).path, "/serving-endpoints/models");
		} finally {
			await vscode.workspace
				.getConfiguration("gatehouse")
				.update("gateways", before, vscode.ConfigurationTarget.Global);
			await connectTo(usual.url, gatewayKey);
			await given.close();
		}
		assert.deepEqual(read(), before);
	});
});
