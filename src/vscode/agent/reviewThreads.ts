import * as vscode from "vscode";
import { changeHunks } from "../../core/agent/changeHunks";
import type { ChangedFile } from "../../core/agent/changes/changeSet";
import { inertLine } from "../../shared/untrusted/inertText";
import { agentLimits } from "../../shared/untrusted/limits";
import { createThreads } from "../adapters/messages";

/** A change of a file, as it was shown. */
export interface ShownChange {
	readonly task: string;
	readonly file: ChangedFile;
	/** Its number among the file's changes, counted from 0. */
	readonly at: number;
}

/**
 * The labels below the changes under review, such as "Change 1 of 3", with the buttons Keep and Undo, whose commands
 * are declared in the manifest.
 */
export class ReviewThreads implements vscode.Disposable {
	readonly #source = createThreads("gatehouse-agent", inertLine(""));
	readonly #shown = new Map<vscode.CommentThread, ShownChange>();

	/** Shows the labels in these files, and removes all others. */
	show(task: string, folder: vscode.Uri, files: readonly ChangedFile[]): void {
		this.clear();
		for (const file of files) {
			const uri = vscode.Uri.joinPath(folder, file.path);
			const hunks = changeHunks(file);
			for (const [at, { hunk, line }] of hunks.entries()) {
				if (this.#shown.size >= agentLimits.reviewedChanges) return;
				const first = hunk.added.length > 0 ? line : Math.max(0, line - 1);
				const range = new vscode.Range(first, 0, first + Math.max(1, hunk.added.length) - 1, 0);
				const label = inertLine(vscode.l10n.t("Change {0} of {1}", at + 1, hunks.length));
				const thread = this.#source.create(uri, range, { label, contextValue: "change", canReply: false });
				this.#shown.set(thread, { task, file, at });
			}
		}
	}

	/** Returns the change that a thread belongs to; `undefined` for anything else. */
	changeOf(thread: unknown): ShownChange | undefined {
		return this.#shown.get(thread as vscode.CommentThread);
	}

	clear(): void {
		for (const thread of this.#shown.keys()) thread.dispose();
		this.#shown.clear();
	}

	dispose(): void {
		this.clear();
		this.#source.dispose();
	}
}
