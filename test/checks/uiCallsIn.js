// Finds the calls in a TypeScript source that show text in VS Code's UI without going through the module for messages.
import { syntaxOf } from "./syntaxOf.js";

/** The names of all VS Code APIs that show text. Add a new one here, and a function for it to the module. */
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
	// Texts that stay visible: the status bar, views, terminals, tabs.
	"createStatusBarItem",
	"setStatusBarMessage",
	"createLanguageStatusItem",
	"createTreeView",
	"registerTreeDataProvider",
	"createTerminal",
	"TerminalProfile",
	"registerTaskProvider",
	"executeTask",
	"createNotebookController",
	"createTestController",
	"createWebviewPanel",
	"createSourceControl",
	"createCommentController",
	"vscode.diff",
	"vscode.changes",
	// Texts of a tool in VS Code's chat.
	"invocationMessage",
	"confirmationMessages",
	"pastTenseMessage",
	"createChatParticipant",
	// Texts in an editor.
	"MarkdownString",
	"MarkedString",
	"contentText",
	"hoverMessage",
	"Hover",
	"CodeLens",
	"registerCodeLensProvider",
	"registerHoverProvider",
	"registerInlayHintsProvider",
	"CompletionItem",
	"registerCompletionItemProvider",
	"FileDecoration",
	"registerFileDecorationProvider",
	"supportHtml",
	"CodeAction",
	"InlayHint",
	"SignatureInformation",
	"DocumentPasteEdit",
	"DocumentDropEdit",
	"DocumentLink",
	"createDiagnosticCollection",
	"TreeItem",
	"TreeItem2",
]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{ what: string, line: number }[]>} in the source's order.
 */
export async function uiCallsIn(source) {
	const { nodes: all, lineOf } = await syntaxOf(source);
	const nodes = [...all];
	const windows = new Set(["window", ...nodes.flatMap(windowAlias)]);
	// Casts are found by line, because types are not part of the tree. Only the module may cast to inert text.
	const found = source.split("\n").flatMap((text, at) => castsIn(text).map((what) => ({ what, line: at + 1 })));
	for (const node of nodes) {
		const name = nameOf(node);
		if (names.has(name)) found.push({ what: name, line: lineOf(name) });
		// A property name that is computed at run time can be any of these names.
		if (isWindowByName(node, windows))
			found.push({ what: "window[…]", line: lineOf(`${nameOf(node.object.property ?? node.object)}[`) });
		if (setsTrust(node)) found.push({ what: "isTrusted", line: lineOf("isTrusted") });
		// An untitled document is named after its first line. The rest of its text, like that of Gatehouse's own documents,
		// is shown in an editor, which renders neither icons nor Markdown, and asks before it opens a link.
		if (isUntitled(node)) found.push({ what: "openTextDocument({…})", line: lineOf("openTextDocument") });
		const set = textOfView(node);
		if (set) found.push({ what: set, line: lineOf(set) });
	}
	return found;
}

/** Returns the names that a node gives to `vscode.window`, if any. */
function windowAlias({ type, properties, id, init, imported, local, left, right }) {
	if (type === "ObjectPattern")
		return properties.flatMap(({ key, value }) => (key && nameOf(key) === "window" && value.name) || []);
	if (type === "ImportSpecifier") return nameOf(imported) === "window" ? [local.name] : [];
	const [name, value] = type === "VariableDeclarator" ? [id.name, init] : [left?.name, right];
	return name && value?.type === "MemberExpression" && nameOf(value.property) === "window" ? [name] : [];
}

/** Returns the casts in a line of TypeScript that declare text inert without making it so; `never` fits every type. */
function castsIn(line) {
	const toAny = /^(?!\s*(?:\/\/|\/?\*)).*\bas never\b/.test(line) ? ["as never"] : [];
	return /\bas InertText\b|<InertText>[\w"'`]/.test(line) ? ["as InertText", ...toAny] : toAny;
}

/** Whether a node makes Markdown trusted. Reading whether the workspace is trusted is allowed. */
function setsTrust({ type, left, properties }) {
	if (type === "AssignmentExpression") return left.type === "MemberExpression" && nameOf(left.property) === "isTrusted";
	return type === "ObjectExpression" && properties.some(({ key }) => key && nameOf(key) === "isTrusted");
}

function isUntitled({ type, callee, arguments: args }) {
	if (type !== "CallExpression" || args[0]?.type !== "ObjectExpression") return false;
	return nameOf(callee.type === "MemberExpression" ? callee.property : callee) === "openTextDocument";
}

/** Returns the property that a node assigns, such as `view.title`, if it is a text of a view: a variable named `…view`. */
function textOfView({ type, left }) {
	if (type !== "AssignmentExpression" || left.type !== "MemberExpression") return undefined;
	const [text, object] = [nameOf(left.property), left.object.property ?? left.object];
	if (!["title", "description", "badge", "message"].includes(text)) return undefined;
	return /view$/i.test(object.name ?? "") ? `${object.name}.${text}` : undefined;
}

function nameOf(node) {
	if (node.type === "Identifier") return node.name;
	if (node.type === "Literal") return node.value;
	return node.type === "TemplateElement" ? node.value.cooked : undefined;
}

function isWindowByName({ type, computed, object, property }, windows) {
	if (type !== "MemberExpression" || !computed || property.type === "Literal") return false;
	return windows.has(nameOf(object)) || (object.type === "MemberExpression" && nameOf(object.property) === "window");
}
