import * as vscode from "vscode";
import type { OpenHunk, TextEdit } from "../../../../core/edits/apply/textEdit";
import { inertLine } from "../../../../shared/untrusted/inertText";
import type { Threads } from "../../../adapters/messages";

/**
 * The labels below the changes of a preview, such as "Change 1 of 3", with the buttons Accept and Reject, whose
 * commands are declared in the manifest. They are comment threads, because VS Code hides CodeLens in diff editors by
 * default.
 */
export class ChangeThreads implements vscode.Disposable {
	/** By the ids of the hunks. */
	readonly #shown = new Map<number, vscode.CommentThread>();

	/**
	 * @param source creates the threads; shared by all previews.
	 * @param uri the document with the proposed text.
	 * @param asked whether a model wrote the change, so that it can be asked for another one.
	 */
	constructor(
		private readonly source: Threads,
		private readonly uri: vscode.Uri,
		private readonly asked: boolean,
	) {}

	/** Shows the labels below the open hunks of an edit. */
	show({ hunks, open }: TextEdit): void {
		const ids = new Set(open.map(({ id }) => id));
		for (const [id, thread] of this.#shown) {
			if (ids.has(id)) continue;
			thread.dispose();
			this.#shown.delete(id);
		}
		// With a single open hunk, there is no other one to go to.
		const contextValue = `${this.asked ? "asked" : "chosen"}${open.length > 1 ? "OfMany" : ""}`;
		for (const hunk of open) {
			const range = linesOfHunk(hunk);
			const thread = this.#shown.get(hunk.id);
			if (thread) {
				if (!thread.range?.isEqual(range)) thread.range = range;
				if (thread.contextValue !== contextValue) thread.contextValue = contextValue;
				continue;
			}
			const label = inertLine(vscode.l10n.t("Change {0} of {1}", hunk.id + 1, hunks.length));
			this.#shown.set(hunk.id, this.source.create(this.uri, range, { label, contextValue, canReply: false }));
		}
	}

	/** Removes all labels. */
	clear(): void {
		for (const thread of this.#shown.values()) thread.dispose();
		this.#shown.clear();
	}

	/** Returns the id of the hunk that a thread belongs to; `undefined` for anything else. */
	hunkOf(thread: unknown): number | undefined {
		return [...this.#shown].find(([, shown]) => shown === thread)?.[0];
	}

	dispose(): void {
		this.clear();
	}
}

/** Returns the lines of a hunk in the proposed text; for a removal, the line before it. */
function linesOfHunk({ line, hunk }: OpenHunk): vscode.Range {
	const first = hunk.added.length > 0 ? line : Math.max(0, line - 1);
	return new vscode.Range(first, 0, first + Math.max(1, hunk.added.length) - 1, 0);
}
