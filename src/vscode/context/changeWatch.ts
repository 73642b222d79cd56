import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { messageOf } from "../../core/base/errors";
import type { Log } from "../../core/base/ports";
import type { DraftContext, PendingAttachment } from "../../core/context/draftContext";
import { findLines } from "../../core/context/linesInText";
import { readText } from "./readText";

/** Marks pending attachments whose source has something else now. */
export function watchChanges(attached: DraftContext, log: Log): vscode.Disposable {
	const disposables = new Disposables();
	const check = (concerned: (pending: PendingAttachment) => boolean) => {
		for (const pending of attached.pending.filter(concerned))
			compare(attached, pending).catch((error: unknown) =>
				log.warn(`An attachment was not compared: ${messageOf(error)}`),
			);
	};
	const ofFile = (uri: vscode.Uri) =>
		check(({ source }) => "uri" in source && source.uri === uri.toString() && source.type !== "problems");
	const files = disposables.add(vscode.workspace.createFileSystemWatcher("**/*"));
	disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)));
	disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => ofFile(uri)));
	for (const happened of [files.onDidChange, files.onDidCreate, files.onDidDelete]) disposables.add(happened(ofFile));
	disposables.add(vscode.languages.onDidChangeDiagnostics(() => check(({ source }) => source.type === "problems")));
	disposables.add(vscode.workspace.onDidSaveTextDocument(() => check(({ source }) => source.type === "changes")));
	return disposables;
}

async function compare(attached: DraftContext, { source, attachment }: PendingAttachment): Promise<void> {
	const { id, text, image } = attachment;
	try {
		if (source.type === "lines") {
			const { text: whole } = await readText(vscode.Uri.parse(source.uri, true));
			const lines = findLines(whole, text, source.lines);
			await attached.mark(id, lines === undefined, lines);
		} else {
			const now = await attached.read(source);
			await attached.mark(id, now.text !== text || now.image !== image);
		}
	} catch {
		// It cannot be read any more: what was attached is not what is there.
		await attached.mark(id, true);
	}
}
