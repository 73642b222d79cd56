import * as vscode from "vscode";
import type { Disposable } from "../../../shared/disposable";

/** The scheme of both sides of a preview, which key bindings and menus test for. */
export const previewScheme = "gatehouse-edit";

/** The read-only texts of previews. */
export class PreviewDocuments implements Disposable {
	readonly #texts = new Map<string, string>();
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #provider = vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
		onDidChange: this.#changed.event,
		provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
	});

	/** Sets a document's text; VS Code shows it after a short delay. */
	set(uri: vscode.Uri, text: string): void {
		if (this.#texts.get(uri.toString()) === text) return;
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
	}

	delete(uri: vscode.Uri): void {
		this.#texts.delete(uri.toString());
	}

	dispose(): void {
		this.#provider.dispose();
		this.#changed.dispose();
	}
}

/** Returns the active tab if it is a preview. */
export function activePreviewTab(): vscode.Tab | undefined {
	const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
	return tab?.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === previewScheme ? tab : undefined;
}
