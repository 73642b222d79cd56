// Finds in a TypeScript source whatever would show a text in VS Code's UI without passing through the module for messages.
import { syntaxOf } from "./syntaxOf.js";

/** What VS Code shows texts with. A new place where it can show one belongs here, and gets a function in the module. */
const names = new Set([
	// Messages, progress, input boxes, quick picks.
	"showInformationMessage",
	"showWarningMessage",
	"showErrorMessage",
	"withProgress",
	"showInputBox",
	"createInputBox",
	"showQuickPick",
	"createQuickPick",
	"showWorkspaceFolderPick",
	// What stays in sight: the status bar, views, terminals, tabs.
	"createStatusBarItem",
	"setStatusBarMessage",
	"createLanguageStatusItem",
	"createTreeView",
	"registerTreeDataProvider",
	"createTerminal",
	"createWebviewPanel",
	"createSourceControl",
	"createCommentController",
	"vscode.diff",
	"vscode.changes",
	// What is shown of a tool in VS Code's chat.
	"invocationMessage",
	"confirmationMessages",
	// What stands in an editor.
	"MarkdownString",
	"MarkedString",
	"contentText",
	"hoverMessage",
	"Hover",
	"CodeLens",
	"CodeAction",
	"InlayHint",
	"TreeItem",
	"TreeItem2",
]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{ what: string, line: number }[]>} in the source's order.
 */
export async function uiCallsIn(source) {
	const { nodes, lineOf } = await syntaxOf(source);
	const found = [];
	for (const node of nodes) {
		const name = nameOf(node);
		if (names.has(name)) found.push({ what: name, line: lineOf(name) });
		// A name that is put together at run time can be any.
		if (isWindowByName(node)) found.push({ what: "window[…]", line: lineOf("window[") });
	}
	return found;
}

function nameOf(node) {
	if (node.type === "Identifier") return node.name;
	if (node.type === "Literal") return node.value;
	return node.type === "TemplateElement" ? node.value.cooked : undefined;
}

function isWindowByName({ type, computed, object, property }) {
	if (type !== "MemberExpression" || !computed || property.type === "Literal") return false;
	return nameOf(object) === "window" || (object.type === "MemberExpression" && nameOf(object.property) === "window");
}
