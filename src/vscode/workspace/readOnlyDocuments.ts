import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";
import type { InertText } from "../../shared/untrusted/inertText";
import { documentUri } from "../adapters/messages";

const scheme = "gatehouse-text";
/** The custom editor of VS Code's own Markdown extension. */
const markdownPreview = "vscode.markdown.preview.editor";

/** Shows texts in read-only editors. */
export class ReadOnlyDocuments implements Disposable {
	readonly #texts = new Map<string, string>();
	/** The number of rendered texts so far. */
	#rendered = 0;
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #registered: readonly vscode.Disposable[];

	constructor() {
		this.#registered = [
			vscode.workspace.registerTextDocumentContentProvider(scheme, {
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
	 * Opens a text in VS Code's Markdown preview, or in an editor where the preview is switched off. Each text has a URI
	 * of its own: the preview may keep showing an earlier text of the same name.
	 */
	async showRendered(name: InertText, markdown: string): Promise<void> {
		const uri = this.#put(`/${++this.#rendered}`, name, "md", markdown);
		const hasPreview = vscode.extensions.getExtension("vscode.markdown-language-features") !== undefined;
		if (!hasPreview) await vscode.window.showTextDocument(uri, { preview: false });
		else await vscode.commands.executeCommand("vscode.openWith", uri, markdownPreview, { preview: false });
	}

	/**
	 * Closes the tabs of texts that an earlier window showed: VS Code restores the tabs, but the texts are lost, and each
	 * tab would show an error.
	 */
	async closeLost(): Promise<void> {
		const lost = vscode.window.tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter(({ input }) => {
				if (!(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)) return false;
				return input.uri.scheme === scheme && !this.#texts.has(input.uri.toString());
			});
		if (lost.length > 0) await vscode.window.tabGroups.close(lost, true);
	}

	#put(folder: string, name: InertText, extension: string, text: string): vscode.Uri {
		const uri = documentUri(scheme, folder, name, `.${extension}`);
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}

	dispose(): void {
		for (const registered of this.#registered) registered.dispose();
		this.#changed.dispose();
	}
}
