import * as vscode from "vscode";
import { changedPlace } from "../../core/agent/changes/changedPlace";
import { ChangedMeanwhileError, sameContent } from "../../core/agent/changes/changePorts";
import type { AgentWorkspace } from "../../core/agent/tools/agentWorkspace";
import { UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import { appendAll } from "../../shared/untrusted/appendAll";
import { agentLimits } from "../../shared/untrusted/limits";
import { agentFilesOnDisk, writeSaved } from "../adapters/agentFilesOnDisk";
import { readRegularFile } from "../adapters/readRegularFile";
import { realPaths } from "../adapters/realPaths";
import { findRipgrep, searchWithRipgrep } from "../adapters/ripgrep";
import { problemFiles, problemOf } from "../context/problems";
import { filesInParts } from "../workspace/filesIn";
import { GitIgnore } from "../workspace/gitIgnore";
import { isReadOnlyFile } from "../workspace/readOnlyFile";
import { problemsSettled } from "./settledProblems";

/**
 * Returns the workspace as the agent's tools see it: one folder on this computer's disks, with the unsaved text of open
 * editors.
 */
export async function taskWorkspace(folder: vscode.Uri, clock: Pick<Clock, "after">): Promise<AgentWorkspace> {
	const disk = agentFilesOnDisk(folder.fsPath);
	const root = folder.fsPath.replaceAll("\\", "/");
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	const pathOf = (uri: vscode.Uri): string | undefined => {
		const prefix = `${folder.path.replace(/\/$/, "")}/`;
		return uri.scheme === folder.scheme && uri.path.startsWith(prefix) ? uri.path.slice(prefix.length) : undefined;
	};
	const unsaved = (path: string) => {
		const key = uriOf(path).toString();
		return vscode.workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.toString() === key);
	};
	/** Returns a file's document if it has unsaved changes. @throws UserError when a link leads elsewhere. */
	const editorOf = async (path: string) => {
		await changedPlace(root, path, realPaths);
		return unsaved(path);
	};
	/** Returns whether a notebook or a custom editor has unsaved changes to a file, which are not available as text. */
	const isUnsavedElsewhere = (path: string) => {
		const key = uriOf(path).toString();
		const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
		return tabs.some(({ isDirty, input }) => isDirty && hasNoText(input) && input.uri.toString() === key);
	};
	/** @throws UserError where there are such changes. */
	const assertSavedElsewhere = (path: string) => {
		if (isUnsavedElsewhere(path)) throw new UserError(unsavedMessage(path));
	};
	const program = await findRipgrep(vscode.env.appRoot);
	return {
		...realPaths,
		folder: root,
		async read(path) {
			const document = await editorOf(path);
			return document ? contentOf(document) : disk.read(path);
		},
		async write(path, content, before, mode) {
			const document = await editorOf(path);
			if (!document) assertSavedElsewhere(path);
			if (document && !(await saveWith(document, content, before))) throw new ChangedMeanwhileError(path);
			// VS Code updates editors without unsaved changes from the file, and keeps their undo history.
			if (document) await writeSaved(disk, path, content, mode);
			else await disk.write(path, content, before, mode);
		},
		async remove(path, before) {
			// Otherwise, the editor's text would remain, and the change set would not notice that the file is gone.
			if (await editorOf(path)) throw new UserError(unsavedMessage(path));
			assertSavedElsewhere(path);
			await disk.remove(path, before);
		},
		tidy: disk.tidy,
		...(disk.mode ? { mode: disk.mode } : {}),
		...(disk.missingFolder ? { missingFolder: disk.missingFolder } : {}),
		...(disk.removeEmptyFolders ? { removeEmptyFolders: disk.removeEmptyFolders } : {}),
		async list(signal) {
			const paths: string[] = [];
			let looked = 0;
			const count = (files: number) => {
				looked = files;
			};
			const most = agentLimits.listedFiles + 1;
			for await (const some of filesInParts(folder, "**/*", most, signal, undefined, count))
				appendAll(
					paths,
					some.flatMap((uri) => pathOf(uri) ?? []),
				);
			return { paths: paths.sort(), cut: looked === most };
		},
		ignores: (path) => new GitIgnore().ignores(uriOf(path)),
		hasUnsaved: (path) => unsaved(path) !== undefined || isUnsavedElsewhere(path),
		isReadOnly: (path) => isReadOnlyFile(uriOf(path)),
		readOutside: (path) => readRegularFile(path, agentLimits.fileBytes),
		...(program === undefined
			? {}
			: { grep: (search, signal) => searchWithRipgrep(program, folder.fsPath, search, signal) }),
		async problems(path, signal) {
			await problemsSettled(path === undefined ? undefined : uriOf(path), clock, signal);
			return problemFiles().flatMap(([uri, problems]) => {
				const own = pathOf(uri);
				if (own === undefined) return [];
				const isWanted = path === undefined || own === path || own.startsWith(`${path}/`);
				return isWanted ? [{ path: own, problems: problems.map(problemOf) }] : [];
			});
		},
	};
}

function hasNoText(input: unknown): input is vscode.TabInputNotebook | vscode.TabInputCustom {
	return input instanceof vscode.TabInputNotebook || input instanceof vscode.TabInputCustom;
}

function unsavedMessage(path: string): string {
	return vscode.l10n.t("{0} has unsaved changes: save or discard them first.", path);
}

/** Returns a document's text as it would be saved. */
async function contentOf(document: vscode.TextDocument): Promise<Uint8Array> {
	return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
}

/**
 * Replaces a document's text, so that its editor can undo it, and saves it.
 *
 * @returns false when its content is not `before`.
 * @throws UserError when it is not saved.
 */
async function saveWith(
	document: vscode.TextDocument,
	content: Uint8Array,
	before: Uint8Array | undefined,
): Promise<boolean> {
	const text = await vscode.workspace.decode(content, { encoding: document.encoding });
	const { version } = document;
	if (!sameContent(await contentOf(document), before) || document.version !== version) return false;
	const edit = new vscode.WorkspaceEdit();
	const whole = new vscode.Range(0, 0, document.lineCount, 0);
	edit.replace(document.uri, whole, text);
	if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save()))
		throw new UserError(vscode.l10n.t("The editor did not save the file."));
	return true;
}
