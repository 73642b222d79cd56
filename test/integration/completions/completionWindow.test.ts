import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import type { ChatEvent, CompletionRequest } from "../../../src/core/gateway/gateway";
import { CompletionWindow, type CompletionWindowDeps } from "../../../src/vscode/completions/completionWindow";
import { manualClock } from "../../unit/core/memoryPorts";

/** A file that no other test opens: VS Code keeps closed documents for a while. */
const closedFile = "neverOpened.ts";

describe("completions: in a window, in VS Code", () => {
	const asked: CompletionRequest[] = [];
	let isTrusted = true;
	let window: CompletionWindow;
	let provider: vscode.InlineCompletionItemProvider;
	const clock = manualClock();
	const { languages, workspace } = vscode;
	const { registerInlineCompletionItemProvider } = languages;

	const closedUri = () => {
		const [folder] = workspace.workspaceFolders ?? [];
		assert.ok(folder);
		return vscode.Uri.joinPath(folder.uri, closedFile);
	};

	before(async () => {
		await workspace.fs.writeFile(closedUri(), new Uint8Array());
		Object.defineProperty(workspace, "isTrusted", { configurable: true, get: () => isTrusted });
		const register: typeof registerInlineCompletionItemProvider = (_, registered) => {
			provider = registered;
			return new vscode.Disposable(() => {});
		};
		Object.assign(languages, { registerInlineCompletionItemProvider: register });
		async function* complete(request: CompletionRequest): AsyncIterable<ChatEvent> {
			asked.push(request);
			yield { type: "text", text: "a + b;\n" };
		}
		const base = { href: "https://llm.example.org/v1", origin: "https://llm.example.org" };
		const connection = { name: "Demo", base };
		const never = new Emitter<never>().event;
		const deps = {
			connections: { current: connection, all: () => [connection], open: () => ({ complete }), onDidChange: never },
			keys: { onDidChange: never, version: () => 0 },
			catalog: { contextLimit: () => null },
			capabilities: { get: () => ({ fillInRung: "suffix" }) },
			limits: { onDidChange: never, current: () => [] },
			setting: { read: () => ({ Demo: { model: "demo-chat", mode: "typing" } }), onDidChange: never },
			excludes: () => [],
			ledger: { completions: { count: () => {}, of: () => ({ requests: 0, served: 0, fromCache: 0, accepted: 0 }) } },
			requests: { add: async () => true },
			findIndexed: async () => [{ path: closedFile, text: "const sum = first + second; // indexed" }],
			clock,
			log: { info: assert.fail, warn: assert.fail },
		};
		window = new CompletionWindow(deps as unknown as CompletionWindowDeps);
	});
	after(async () => {
		await workspace.fs.delete(closedUri());
		window?.dispose();
		Object.assign(languages, { registerInlineCompletionItemProvider });
		Reflect.deleteProperty(workspace, "isTrusted");
	});
	beforeEach(() => {
		asked.length = 0;
	});
	afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

	/** Requests a completion with a key. */
	async function textsAtEnd(content: string) {
		const document = await workspace.openTextDocument({ language: "typescript", content });
		await vscode.window.showTextDocument(document);
		const { token } = new vscode.CancellationTokenSource();
		const context = { triggerKind: vscode.InlineCompletionTriggerKind.Invoke, selectedCompletionInfo: undefined };
		const items = provider.provideInlineCompletionItems(document, document.positionAt(content.length), context, token);
		// The request is sent when the clock advances, after the check whether the file may be sent.
		const ticking = setInterval(() => clock.advance(0), 5);
		try {
			return ((await items) as vscode.InlineCompletionItem[]).map(({ insertText }) => insertText);
		} finally {
			clearInterval(ticking);
		}
	}

	it("are none in a workspace that is not trusted, and nothing is asked", async () => {
		isTrusted = false;
		assert.deepEqual(await textsAtEnd("const sum = "), []);
		assert.equal(asked.length, 0);
		isTrusted = true;
		assert.deepEqual(await textsAtEnd("const sum = "), ["a + b;"]);
		assert.equal(asked.length, 1);
	});

	it("ask with what the index finds by keywords in a file that is not open", async () => {
		assert.deepEqual(await textsAtEnd("const sum = first + second;\nconst sum = "), ["a + b;"]);
		assert.match(asked[0]?.before ?? "", /^\/\/ neverOpened\.ts\n\/\/ const sum = first \+ second; \/\/ indexed$/m);
		assert.ok(asked[0]?.sources?.includes(closedFile));
	});
});
