import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";

/** The scheme of the cells of notebooks. */
export const cellScheme = "vscode-notebook-cell";
/** The documents in which code is completed: files, new files and the cells of notebooks, also on remote hosts. */
const completedSchemes = ["file", "untitled", cellScheme, "vscode-remote", "vscode-vfs"];

/** Matches the schemes of VS Code's own file systems, and of its Git extension's. */
const ownSchemes = /^(?:vscode|chat|comment|output|git)/;

/**
 * Returns whether code is completed in documents of a scheme. This includes writable file systems of other extensions,
 * but not VS Code's own, such as that of its settings.
 */
export function isCompletedScheme(scheme: string): boolean {
	if (completedSchemes.includes(scheme)) return true;
	return !ownSchemes.test(scheme) && vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

/** The documents in which code is completed, as a selector for VS Code: those with a scheme seen in this window. */
export class CompletedDocuments implements Disposable {
	readonly #schemes = new Set(completedSchemes);
	readonly #listening: vscode.Disposable;

	/** @param changed is called with the selector, now and whenever it changes. */
	constructor(private readonly changed: (selector: vscode.DocumentSelector) => void) {
		for (const { uri } of vscode.workspace.textDocuments) this.#see(uri);
		this.#listening = vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#see(uri) && this.#select());
		this.#select();
	}

	dispose(): void {
		this.#listening.dispose();
	}

	/** Adds a scheme in which code is completed; returns whether it is new. */
	#see({ scheme }: vscode.Uri): boolean {
		if (this.#schemes.has(scheme) || !isCompletedScheme(scheme)) return false;
		this.#schemes.add(scheme);
		return true;
	}

	#select(): void {
		this.changed([...this.#schemes].map((scheme) => ({ scheme })));
	}
}
