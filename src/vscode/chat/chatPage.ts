import * as vscode from "vscode";

/**
 * Returns the HTML of the panel's page. Its content security policy allows only Gatehouse's own script, styles and
 * fonts; there is no `connect-src`, so the page cannot send anything anywhere.
 */
export function chatPage(webview: vscode.Webview, extensionUri: vscode.Uri): string {
	const uri = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
	const nonce = crypto.randomUUID();
	const policy = [
		"default-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src ${webview.cspSource}`,
		`font-src ${webview.cspSource}`,
	].join("; ");
	return `<!DOCTYPE html>
<html>
<head>
	<meta charset="utf-8">
	<meta http-equiv="Content-Security-Policy" content="${policy}">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri("dist", "webview", "codicon.css")}">
	<link rel="stylesheet" href="${uri("dist", "webview", "panel.css")}">
	<title>Gatehouse</title>
</head>
<body>
	<gatehouse-panel></gatehouse-panel>
	<script type="module" nonce="${nonce}" src="${uri("dist", "webview", "main.js")}"></script>
</body>
</html>`;
}

/** Returns the only folder from which the page may load files. */
export function chatPageRoot(extensionUri: vscode.Uri): vscode.Uri {
	return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}
