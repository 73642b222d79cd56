import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";
import type { InertText } from "../../shared/untrusted/inertText";
import { documentUri } from "../adapters/messages";
import { readOnlyScheme, tabsOf } from "./lostTabs";

/** The custom editor of VS Code's own Markdown extension. */
const markdownPreview = "vscode.markdown.preview.editor";

/** Shows texts in read-only editors. */
export class ReadOnlyDocuments implements Disposable {
	readonly #texts = new Map<string, string>();
	/** The URI of the last rendered text of each name. */
	readonly #rendered = new Map<InertText, string>();
	/** The number of rendered texts so far. */
	#count = 0;
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #registered: readonly vscode.Disposable[];

	constructor() {
		this.#registered = [
			vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
				onDidChange: this.#changed.event,
				provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
			}),
			vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
		];
	}

	/** Opens a text under a name, or updates the open one of that name. @param extension determines its language. */
	async show(name: InertText, extension: "diff" | "json" | "md" | "txt", text: string): Promise<void> {
		await vscode.window.showTextDocument(this.#put("", name, extension, text), { preview: true });
	}

	/**
	 * Opens a text in VS Code's Markdown preview, or in an editor where the preview is switched off. It takes the place of
	 * the earlier text of that name. Each text has a URI of its own: the preview may keep showing the earlier one.
	 */
	async showRendered(name: InertText, markdown: string): Promise<void> {
		const before = this.#rendered.get(name);
		const earlier = () => tabsOf((uri) => uri.toString() === before);
		const uri = this.#put(`/${++this.#count}`, name, "md", markdown);
		this.#rendered.set(name, uri.toString());
		const options = { preview: false, viewColumn: earlier()[0]?.group.viewColumn ?? vscode.ViewColumn.Active };
		const hasPreview = vscode.extensions.getExtension("vscode.markdown-language-features") !== undefined;
		if (!hasPreview) await vscode.window.showTextDocument(uri, options);
		else await vscode.commands.executeCommand("vscode.openWith", uri, markdownPreview, options);
		// Looked for again: VS Code 1.106 refuses to close a tab that was read before another one opened.
		const replaced = earlier();
		if (replaced.length > 0) await vscode.window.tabGroups.close(replaced, true);
	}

	#put(folder: string, name: InertText, extension: string, text: string): vscode.Uri {
		const uri = documentUri(readOnlyScheme, folder, name, `.${extension}`);
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}

	dispose(): void {
		for (const registered of this.#registered) registered.dispose();
		this.#changed.dispose();
	}
}
