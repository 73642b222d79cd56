import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Message } from "../../../src/shared/conversation";
import { applyCode } from "../../../src/vscode/actions/edits/applyCode";
import { displayPath } from "../../../src/vscode/workspace/displayPath";
import { closeEditors, untitledDocument } from "../editors";

/** In the real extension host: the file to which a code block of the chat is applied. */
describe("edits: a code block is applied to the file that the line above it names", () => {
	const code = "function second() {\n\treturn 22;\n}\n";
	const base = "function first() {\n\treturn 1;\n}\n\nfunction second() {\n\treturn 2;\n}\n";
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
	const named = () => vscode.Uri.joinPath(folder(), "above", "named.js");
	before(() => vscode.workspace.fs.writeFile(named(), new TextEncoder().encode(base)));
	after(() => vscode.workspace.fs.delete(vscode.Uri.joinPath(folder(), "above"), { recursive: true }));
	afterEach(closeEditors);

	async function applied(above: string) {
		const last = await vscode.window.showTextDocument(await untitledDocument(base));
		const answer: Message = {
			role: "assistant",
			id: "a",
			parent: "q",
			model: "m",
			gateway: "G",
			text: `Two files:\n\n${above}\n\n\`\`\`js\n${code}\`\`\`\n`,
			reasoning: "",
			state: { type: "complete", finishReason: "stop" },
			at: 0,
		};
		const found = await applyCode({ code, path: "", messages: [answer] }, last);
		if (!found) return undefined;
		assert.equal(found.proposed, base.replace("2;", "22;"));
		return found.document.uri.toString() === last.document.uri.toString() ? "the last one" : found.document.uri.path;
	}

	it("if the workspace has it", async () => {
		assert.equal(await applied("**`above/named.js`**:"), named().path);
		assert.equal(await applied("`named.js`:"), named().path);
	});

	it("and otherwise to the last active one", async () => {
		assert.equal(await applied("`other.js`:"), "the last one");
		assert.equal(await applied("`../named.js`:"), "the last one");
	});

	it("and to none if a path with a folder is that of a new file", async () => {
		assert.equal(await applied("`above/other.js`:"), undefined);
	});

	it("and, of a diff of several files, its own part to each of them", async () => {
		const head = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ @@\n`;
		const last = await vscode.window.showTextDocument(named());
		const path = displayPath(last.document.uri);
		const line = base.split("\n").find((one) => one.includes("2;")) ?? "";
		const code = `${head(path)}-${line}\n+${line.replace("2;", "22;")}\n${head("other.js")}-a\n+b\n`;
		const found = await applyCode({ code, path: "", messages: [] }, last);
		assert.equal(found?.proposed, base.replace("2;", "22;"));
		assert.deepEqual(found.others, ["other.js"]);
	});
});
