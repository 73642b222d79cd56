import * as vscode from "vscode";

/** Which files of the workspace some globs leave out, as VS Code has it. All is looked up once: make one for each use. */
export class ExcludedFiles {
	readonly #known = new Map<string, boolean>();
	readonly #selectors = new Map<string, vscode.DocumentSelector>();

	/** @param globs those for a workspace's folder. */
	constructor(private readonly globs: (folder: vscode.Uri) => readonly string[]) {}

	/** @param folder the one that it is in. */
	has(uri: vscode.Uri, folder: vscode.Uri): boolean {
		if (uri.path.length <= folder.path.length) return false;
		const key = uri.toString();
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const found = this.has(vscode.Uri.joinPath(uri, ".."), folder) || this.#matches(uri, folder);
		this.#known.set(key, found);
		return found;
	}

	#matches(uri: vscode.Uri, folder: vscode.Uri): boolean {
		// Its place is all that VS Code looks at where a selector says no more.
		const document = { uri, languageId: "" } as vscode.TextDocument;
		return vscode.languages.match(this.#selectorOf(folder), document) > 0;
	}

	#selectorOf(folder: vscode.Uri): vscode.DocumentSelector {
		const key = folder.toString();
		const known = this.#selectors.get(key);
		if (known) return known;
		const selector = this.globs(folder).map((glob) => ({ pattern: new vscode.RelativePattern(folder, glob) }));
		this.#selectors.set(key, selector);
		return selector;
	}
}
