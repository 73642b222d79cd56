import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoGateway } from "../gateway/demoGateway";
import type { RecordedRequest } from "../gateway/recordedRequest";
import { connectedGateway, gatewayKey } from "./connectedGateway";
import { showSelected } from "./editors";

/** In the real extension host, connected to a gateway. */
describe("extension: connected to a gateway, in VS Code", () => {
	let gateway: DemoGateway;

	before(async () => {
		gateway = await connectedGateway();
	});
	after(async () => {
		await settings().update("temperature", undefined, vscode.ConfigurationTarget.Global);
		await settings().update("maxTokens", undefined, vscode.ConfigurationTarget.Global);
		await settings().update("systemPrompt", undefined, vscode.ConfigurationTarget.Global);
	});

	const settings = () => vscode.workspace.getConfiguration("gatehouse");
	/** Runs Explain Selection and returns the request, once it is answered. */
	async function explained(): Promise<{ model: string; content: string; json: Record<string, unknown> }> {
		const asked = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		await vscode.commands.executeCommand("gatehouse.newConversation");
		await vscode.commands.executeCommand("gatehouse.explain");
		const request = await asked;
		assert.equal(await request.ended, "answered");
		const json = request.json as { model: string; messages: { content: string }[] };
		return { model: json.model, content: json.messages.at(-1)?.content ?? "", json: { ...json } };
	}

	async function open(content: string, language: string, ...selection: [number, number, number, number]) {
		const document = await vscode.workspace.openTextDocument({ content, language });
		const selected = new vscode.Selection(...selection);
		await showSelected(document, selected);
		// An editor always shows a selection with the cursor at its end.
		if (selected.isReversed && vscode.window.activeTextEditor) vscode.window.activeTextEditor.selection = selected;
	}

	it("registers every command that it declares", async () => {
		const { commands } = vscode.extensions.getExtension("gatehouse.gatehouse")?.packageJSON.contributes ?? {};
		const registered = new Set(await vscode.commands.getCommands(true));
		const missing = commands
			.map(({ command }: { command: string }) => command)
			.filter((id: string) => !registered.has(id));
		assert.deepEqual(missing, []);
		assert.ok(commands.length > 5);
	});

	it("keeps the gateway in the user's settings, but not its key", () => {
		const { globalValue } = settings().inspect("gateways") ?? {};
		assert.deepEqual(globalValue, [{ name: new URL(gateway.url).host, url: `${gateway.url}/v1` }]);
		assert.ok(!JSON.stringify(settings()).includes(gatewayKey));
		// The chosen model is remembered for its gateway, not in the settings.
		assert.equal(settings().inspect("model")?.globalValue, undefined);
	});

	it("explains a selection of a document without a file", async () => {
		await open("one = 1\ntwo = 2\nthree = 3\n", "python", 1, 0, 2, 0);
		const { content } = await explained();
		assert.match(content, /lines 2 to 2:\n```python\ntwo = 2\n```/);
		assert.match(content, /three = 3/);
		assert.match(content, /\(python\)/);
	});

	it("explains the paragraph at the cursor if there are no symbols for the language", async () => {
		await open("alpha\n\nbeta\ngamma\n\ndelta\n", "plaintext", 3, 2, 3, 2);
		const { content } = await explained();
		assert.match(content, /lines 3 to 4:\n```plaintext\nbeta\ngamma\n```/);
	});

	it("handles a reversed selection, CRLF and code with fences", async () => {
		await open("a\r\n```\r\nb\r\n", "markdown", 2, 1, 0, 0);
		const { content } = await explained();
		assert.match(content, /lines 1 to 3:\n````markdown\na\r\n```\r\nb\n````/);
	});

	it("sends temperature, max_tokens and the system prompt only when they are set", async () => {
		await open("let a;", "javascript", 0, 0, 0, 6);
		const plain = await explained();
		assert.deepEqual(Object.keys(plain.json).sort(), ["messages", "model", "stream"]);
		await settings().update("temperature", 0, vscode.ConfigurationTarget.Global);
		await settings().update("maxTokens", 5, vscode.ConfigurationTarget.Global);
		await settings().update("systemPrompt", "Be brief.", vscode.ConfigurationTarget.Global);
		const { json } = await explained();
		assert.equal(json.temperature, 0);
		assert.equal(json.max_tokens, 5);
		assert.deepEqual((json.messages as unknown[])[0], { role: "system", content: "Be brief." });
	});

	it("asks the model in the setting", async () => {
		await open("let a;", "javascript", 0, 0, 0, 6);
		await settings().update("model", "demo-echo", vscode.ConfigurationTarget.Global);
		assert.equal((await explained()).model, "demo-echo");
		await settings().update("model", "demo-chat", vscode.ConfigurationTarget.Global);
		assert.equal((await explained()).model, "demo-chat");
	});

	it("sends only the fields in the spec, and only to the gateway's origin", () => {
		const bearer = (request: RecordedRequest) => request.headers.authorization;
		assert.ok(gateway.requests.length > 5);
		// Each connection began with a check of the address, before the key was requested.
		const [checks, others] = [
			gateway.requests.filter((request) => bearer(request) === undefined),
			gateway.requests.filter((request) => bearer(request) !== undefined),
		];
		assert.deepEqual([...new Set(checks.map(({ method, target }) => `${method} ${target}`))].sort(), [
			// The gateway's description of itself.
			"GET /.well-known/gatehouse.json",
			"GET /v1/models",
		]);
		for (const request of others) {
			assert.equal(bearer(request), `Bearer ${gatewayKey}`);
			// The embedding is a step of the connection check.
			const named = ["/v1/models", "/v1/chat/completions", "/v1/embeddings"];
			assert.ok(named.includes(request.target), request.target);
		}
	});
});
