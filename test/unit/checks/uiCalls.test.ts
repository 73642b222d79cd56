import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

/** `npm run check` on planted examples. `npm test` runs in the project's folder. */
describe("checks: calls that bypass the module for messages", () => {
	let folder: string;
	beforeEach(() => {
		folder = withModule();
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** Creates a folder with the module for messages. */
	function withModule(): string {
		const created = mkdtempSync(join(tmpdir(), "gatehouse-ui-calls-"));
		const source = "import * as vscode from 'vscode';\nvscode.window.showErrorMessage('x');";
		plant("vscode/adapters/messages.ts", source, created);
		return created;
	}
	function plant(file: string, source: string, where = folder): void {
		mkdirSync(dirname(join(where, file)), { recursive: true });
		writeFileSync(join(where, file), source);
	}
	const check = (where = folder) =>
		spawnSync(process.execPath, ["test/checks/uiCalls.js", where], { encoding: "utf8" });

	const planted: Readonly<Record<string, string>> = {
		"a call": 'import * as vscode from "vscode";\nvoid vscode.window.showErrorMessage(text);',
		"a call on an imported window": 'import { window } from "vscode";\nvoid window.showInformationMessage(text);',
		"a function taken out of the window": "const { showWarningMessage: warn } = vscode.window;\nwarn(text);",
		"a function under its name in quotes": 'void vscode.window["showQuickPick"](rows);',
		"a function under a name in backquotes": "void vscode.window[`createQuickPick`]();",
		"a function under a name that is put together": 'void vscode.window["show" + kind](text);',
		progress: "export const run = (work: Work) => vscode.window.withProgress<void>(options, work);",
		"an input box": "const box = vscode.window.createInputBox();",
		"a status-bar item": 'const { window } = vscode;\nconst item = window.createStatusBarItem("id");',
		"a Markdown string": "const text: Foo = new vscode.MarkdownString(answer, true);",
		"an imported Markdown string": 'import { MarkdownString as M } from "vscode";\nconst text = new M(answer);',
		"a decoration's text": "editor.setDecorations(type, [{ range, renderOptions: { after: { contentText: text } } }]);",
		"a CodeLens": "lenses.push(new vscode.CodeLens(range, { title, command }));",
		"a tree item": "class Row extends vscode.TreeItem {}",
		"what is said of a tool": "const tool = { prepareInvocation: () => ({ invocationMessage: text }) };",
		"a CodeLens provider": "vscode.languages.registerCodeLensProvider(selector, { provideCodeLenses });",
		"a hover provider": "vscode.languages.registerHoverProvider(selector, { provideHover });",
		"an inlay hint provider": "vscode.languages.registerInlayHintsProvider(selector, { provideInlayHints });",
		"a completion provider": "vscode.languages.registerCompletionItemProvider(selector, provider);",
		"a completion": "const item = new vscode.CompletionItem(label);",
		"a file's decoration": "const badge = new vscode.FileDecoration('A', tooltip);",
		"a file decoration provider": "vscode.window.registerFileDecorationProvider({ provideFileDecoration });",
		"trusted Markdown": "text.isTrusted = true;",
		"trusted Markdown by a property": "show({ value: text, isTrusted: { enabledCommands } });",
		"Markdown with HTML": "text.supportHtml = true;",
		"a view's title": "view.title = text;",
		"a view's description": "class A {\n#treeView = made();\nrun() { this.#treeView.description = text; }\n}",
		"a view's badge": "webviewView.badge = { value: 1, tooltip: text };",
		"the name of a document that is not saved": "await vscode.workspace.openTextDocument({ content: text });",
		"a window's other name": "const { window: w } = vscode;\nw[name](text);",
		"a window that was kept": "const w = vscode.window;\nw[name](text);",
		"a window that was imported under another name": 'import { window as w } from "vscode";\nw[name](text);',
		"a window that is assigned": "let w;\nw = vscode.window;\nw[name](text);",
		"a window under its name in quotes": 'const w = vscode["window"];\nw[name](text);',
		"a text that is only called inert": 'void notify("info", text as InertText);',
		"a text that is only called inert, in a value's type": "const row: PickRow = <InertText>text;",
		"a text that is called inert through another name": "const row = { label: text as Foo as InertText };",
		"a text that is cast to fit any type": 'void notify("info", text as never);',
		"a view's message": "treeView.message = text;",
		"a task": "await vscode.tasks.executeTask(task);",
		"a chat participant": 'vscode.chat.createChatParticipant("a", handler);',
		"a signature": "const help = new vscode.SignatureInformation(text);",
		"a paste": "const paste = new vscode.DocumentPasteEdit(text, title, kind);",
		"a task's provider": 'vscode.tasks.registerTaskProvider("a", provider);',
		"what is said of a tool that ran": "const tool = { pastTenseMessage: text };",
		"the title of a diff editor": 'await vscode.commands.executeCommand("vscode.diff", left, right, title);',
	};
	describe("are found", () => {
		/** The lines that report the examples: one run checks all of them, because starting takes longer than checking. */
		let problems: readonly string[] = [];
		const fileOf = (what: string) => `planted${Object.keys(planted).indexOf(what)}.ts`;
		before(() => {
			const all = withModule();
			for (const [what, source] of Object.entries(planted)) plant(fileOf(what), `\n${source}\n`, all);
			const { status, stderr } = check(all);
			rmSync(all, { recursive: true, force: true });
			assert.equal(status, 1, stderr);
			problems = stderr.split("\n");
		});
		for (const what of Object.keys(planted)) {
			it(what, () => {
				const found = problems.filter((problem) => problem.includes(`${sep}${fileOf(what)}:`));
				assert.notEqual(found.length, 0, problems.join("\n"));
				for (const problem of found)
					assert.match(problem, /^gatehouse: .*\.ts:\d+ uses [^:]+: call .*messages\.ts instead$/);
			});
		}
	});

	it("report the place of a call", () => {
		plant("core/other.ts", 'import { window } from "vscode";\n\ntype Text = string;\nvoid window.showInputBox();\n');
		assert.match(check().stderr, /other\.ts:4 uses showInputBox: /);
	});

	it("are not found in comments, types and private names", () => {
		plant(
			"core/other.ts",
			"// showInputBox\ntype Box = ReturnType<typeof vscode.window.createInputBox>;\nexport class A {\n#showInputBox(): void {}\nrun() { this.#showInputBox(); }\n}",
		);
		assert.equal(check().status, 0);
	});

	it("are not found in a document that is opened by its address, nor in the question whether the workspace is trusted", () => {
		plant(
			"core/other.ts",
			"await vscode.workspace.openTextDocument(uri);\nif (vscode.workspace.isTrusted) link.title = text;\nwindows[name](text);",
		);
		const { status, stderr } = check();
		assert.equal(status, 0, stderr);
	});

	it("include trusted Markdown in the module itself", () => {
		plant(
			"vscode/adapters/messages.ts",
			"const text = new vscode.MarkdownString(inert);\ntext.isTrusted = true;\ntext.supportHtml = true;",
		);
		assert.match(check().stderr, /sets isTrusted[\s\S]*sets supportHtml/);
	});

	it("fail the check if the module is not found", () => {
		assert.equal(check(join(folder, "vscode", "adapters")).status, 1);
	});

	it("are not found in the product", () => {
		const { status, stdout } = check("src");
		assert.equal(status, 0);
		assert.match(stdout, /, 0 calls that bypass/);
	}).timeout(60_000);
});
