import type * as vscode from "vscode";

/** Maximum number of closed files that are kept. */
const mostClosed = 8;

/** A file as it was when it was closed. */
interface ClosedFile {
	readonly uri: vscode.Uri;
	readonly languageId: string;
	readonly text: string;
}

/** The files that were closed last in this window. */
export class ClosedFiles {
	readonly #files = new Map<string, ClosedFile>();

	/** The file that was closed last comes first. */
	get all(): readonly ClosedFile[] {
		return [...this.#files.values()].reverse();
	}

	/** Keeps a file that was closed. @param text the part of its text to keep. */
	closed({ uri, languageId }: vscode.TextDocument, text: string): void {
		this.opened(uri);
		this.#files.set(uri.toString(), { uri, languageId, text });
		const [oldest] = this.#files.keys();
		if (oldest !== undefined && this.#files.size > mostClosed) this.#files.delete(oldest);
	}

	/** Forgets a file that is open again. */
	opened(uri: vscode.Uri): void {
		this.#files.delete(uri.toString());
	}
}
