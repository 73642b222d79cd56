import * as vscode from "vscode";
import type { Disposable } from "../../../../shared/disposable";
import { inertLine } from "../../../../shared/untrusted/inertText";
import { createThreads } from "../../../adapters/messages";

/** The scheme of both sides of a preview, which key bindings and menus test for. */
export const previewScheme = "gatehouse-edit";

/** A preview's state: `ready` when its change can be accepted, `refused` when its answer cannot be used. */
export type PreviewState = "writing" | "ready" | "refused";

/** The context keys that list the documents of the previews in a state, for key bindings and menus. */
const stateKeys = { ready: "gatehouse.readyEdits", refused: "gatehouse.refusedEdits" } as const;

/** The id of the comment controller for the labels below changes, which menus test for. */
const changesId = "gatehouse-changes";

/** The read-only texts of previews, their states, and the source of the labels below their changes. */
export class PreviewDocuments implements Disposable {
	readonly threads = createThreads(changesId, inertLine(""));
	readonly #texts = new Map<string, string>();
	readonly #states = new Map<string, PreviewState>();
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

	/** Makes VS Code read the text again once a document is open, because it ignores changes while it opens one. */
	opened(uri: vscode.Uri): void {
		this.#changed.fire(uri);
	}

	/** Sets the state of the preview that the documents belong to, so that only buttons that can work are shown. */
	setState(uris: readonly vscode.Uri[], state: PreviewState): void {
		for (const uri of uris) this.#states.set(uri.toString(), state);
		this.#updateKeys();
	}

	delete(uri: vscode.Uri): void {
		this.#texts.delete(uri.toString());
		if (this.#states.delete(uri.toString())) this.#updateKeys();
	}

	dispose(): void {
		this.threads.dispose();
		this.#provider.dispose();
		this.#changed.dispose();
	}

	#updateKeys(): void {
		for (const [state, key] of Object.entries(stateKeys)) {
			const uris = [...this.#states].filter(([, current]) => current === state).map(([uri]) => uri);
			void vscode.commands.executeCommand("setContext", key, uris);
		}
	}
}

/** Returns the active tab if it is a preview. */
export function activePreviewTab(): vscode.Tab | undefined {
	const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
	return tab?.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === previewScheme ? tab : undefined;
}
