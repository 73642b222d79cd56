import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Log } from "../../core/base/ports";
import { findLines } from "../../core/context/linesInText";
import type { PendingAttachment, PendingAttachments } from "../../core/context/pendingAttachments";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { Disposable } from "../../shared/disposable";
import { escapeGlob } from "../../shared/untrusted/editorGlob";
import { nameOf } from "./displayPath";

/** Marks pending attachments whose source has changed. Files are watched while they are attached. */
export function watchChanges(attached: PendingAttachments, log: Log): vscode.Disposable {
	const disposables = new Disposables();
	const check = (concerned: (pending: PendingAttachment) => boolean) => {
		for (const pending of attached.pending.filter(concerned))
			compare(attached, pending).catch((error: unknown) =>
				log.warn(`An attachment was not compared: ${loggedError(error)}`),
			);
	};
	const ofPlace = (uri: string) =>
		check(({ source }) => "uri" in source && source.uri === uri && source.type !== "problems");
	const ofFile = (uri: vscode.Uri) => ofPlace(uri.toString());
	const files = disposables.add(new WatchedPlaces(ofPlace));
	disposables.add(attached.onDidChange(() => files.watch(attached.pending)));
	disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)));
	disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => ofFile(uri)));
	disposables.add(vscode.languages.onDidChangeDiagnostics(() => check(({ source }) => source.type === "problems")));
	disposables.add(vscode.workspace.onDidSaveTextDocument(() => check(({ source }) => source.type === "changes")));
	return disposables;
}

/** The watchers of the attached files and folders; nothing else is watched. */
class WatchedPlaces implements Disposable {
	readonly #watchers = new Map<string, Disposable>();

	/** @param changed called with the URI of a place where something may have changed. */
	constructor(private readonly changed: (uri: string) => void) {}

	watch(pending: readonly PendingAttachment[]): void {
		const wanted = new Map(
			pending.flatMap(({ source }) =>
				"uri" in source && source.uri !== null && source.type !== "problems"
					? [[source.uri, source.type] as const]
					: [],
			),
		);
		for (const [uri, watcher] of this.#watchers) {
			if (wanted.has(uri)) continue;
			watcher.dispose();
			this.#watchers.delete(uri);
		}
		for (const [uri, type] of wanted) {
			// A document outside any file system, such as an untitled one, changes only in its editor.
			const inFiles = vscode.workspace.fs.isWritableFileSystem(vscode.Uri.parse(uri, true).scheme) !== undefined;
			if (inFiles && !this.#watchers.has(uri)) this.#watchers.set(uri, this.#watcher(uri, type === "folder"));
		}
	}

	dispose(): void {
		this.watch([]);
	}

	#watcher(address: string, isFolder: boolean): Disposable {
		const uri = vscode.Uri.parse(address, true);
		// Escaping may widen the pattern: at worst, a neighbouring file is watched too.
		const name = escapeGlob(nameOf(uri));
		const pattern = isFolder
			? new vscode.RelativePattern(uri, "**/*")
			: new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name);
		const disposables = new Disposables();
		const watcher = disposables.add(vscode.workspace.createFileSystemWatcher(pattern));
		for (const happened of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
			disposables.add(happened(() => this.changed(address)));
		}
		return disposables;
	}
}

async function compare(attached: PendingAttachments, { source, attachment }: PendingAttachment): Promise<void> {
	const { id, text, image } = attachment;
	try {
		if (source.type === "lines") {
			const { readChosenText } = await import("./readText");
			const { text: whole } = await readChosenText(vscode.Uri.parse(source.uri, true));
			const lines = findLines(whole, text, source.lines);
			await attached.mark(id, lines === undefined, lines);
		} else {
			const now = await attached.read(source);
			await attached.mark(id, now.text !== text || now.image !== image);
		}
	} catch {
		// The source cannot be read any more, so the attachment is out of date.
		await attached.mark(id, true);
	}
}
