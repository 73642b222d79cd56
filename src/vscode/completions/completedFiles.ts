import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { type CursorText, endsInWord } from "../../core/completions/answer/cursorText";
import type { RecentEdit } from "../../core/completions/completionPrompt";
import { RecentEdits } from "../../core/completions/recentEdits";
import type { RelatedFile } from "../../core/completions/similarPlaces";
import { hasSecretName } from "../../core/context/secrets/secretFiles";
import type { Disposable } from "../../shared/disposable";
import { completionLimits } from "../../shared/untrusted/limits";
import { realPaths } from "../adapters/realPaths";
import { notebookOf } from "../workspace/displayPath";
import { ExcludedFiles } from "../workspace/excludedFiles";
import { GitIgnore } from "../workspace/gitIgnore";
import { realPath } from "../workspace/realPath";
import { RecentFiles } from "../workspace/recentFiles";
import { ClosedFiles } from "./closedFiles";
import { cellScheme, isCompletedScheme } from "./completedDocuments";

/** Time for which the permission to send a file is cached, in milliseconds. */
const believedFor = 60_000;
/** Maximum number of files in that cache. */
const mostKnown = 300;
/** Number of lines that are read before and after the cursor. */
const linesBefore = 600;
const linesAfter = 200;
/** Number of lines before and after an edit that are kept with it. */
const linesOfEdit = 1;
/** Number of lines in a file's head. */
const headLines = 40;

/** Whether a file may be sent, as far as is known. */
interface Permission {
	readonly at: number;
	/** Whether it may be sent; `undefined` while that is being determined. */
	isSendable: boolean | undefined;
	readonly found: Promise<boolean>;
}

/**
 * Determines which files may be sent for completions: none that have the name of a secret file, are ignored by Git or
 * are excluded, and none at all before the workspace's rules have been read.
 */
export class CompletedFiles implements Disposable {
	readonly #recent = new RecentFiles();
	readonly #edits = new RecentEdits();
	readonly #closed = new ClosedFiles();
	readonly #disposables = new Disposables();
	readonly #known = new Map<string, Permission>();

	/** @param globs returns the globs of excluded files in a workspace folder. */
	constructor(
		private readonly clock: Pick<Clock, "now">,
		private readonly globs: (folder: vscode.Uri) => readonly string[],
		private readonly onError: (error: unknown) => void,
	) {
		this.#disposables.add(this.#recent);
		this.#disposables.add(vscode.workspace.onDidChangeTextDocument((event) => this.#edited(event)));
		this.#disposables.add(vscode.workspace.onDidCloseTextDocument((document) => this.#didClose(document)));
		this.#disposables.add(vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#closed.opened(uri)));
		const rulesChanged = () => this.#known.clear();
		this.#disposables.add(vscode.workspace.onDidChangeConfiguration(rulesChanged));
		this.#disposables.add(
			vscode.workspace.onDidSaveTextDocument(({ uri }) => uri.path.endsWith("/.gitignore") && rulesChanged()),
		);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	/** Returns the recent edits, except those near the cursor. */
	recentEdits({ uri }: vscode.TextDocument, line: number): readonly RecentEdit[] {
		return this.#edits.before(pathOf(uri), line);
	}

	/** Returns whether a file may be sent, without waiting; `undefined` while that is being determined. */
	isSendable(uri: vscode.Uri): boolean | undefined {
		return mayBeCompleted(uri) ? this.#permission(uri).isSendable : false;
	}

	/** Returns whether a file may be sent, as soon as that is known. */
	async mayBeSent(uri: vscode.Uri): Promise<boolean> {
		return mayBeCompleted(uri) && this.#permission(uri).found;
	}

	/**
	 * Returns the files whose text may be sent along: the open ones, most recently used first, then those closed last.
	 */
	related(document: vscode.TextDocument): readonly RelatedFile[] {
		const recent = this.#recent.uris.map(String);
		const rank = (uri: vscode.Uri) => {
			const at = recent.indexOf(uri.toString());
			return at < 0 ? recent.length : at;
		};
		const { languageId } = document;
		const open = vscode.workspace.textDocuments
			.filter((other) => other !== document && other.languageId === languageId && this.isSendable(other.uri))
			.sort((one, other) => rank(one.uri) - rank(other.uri))
			.slice(0, completionLimits.relatedFiles)
			.map((other) => ({ path: pathOf(other.uri), text: headOf(other) }));
		// Permission to send them is checked again: a file may be gone, or ignored by now.
		const closed = this.#closed.all
			.filter((other) => other.languageId === languageId && this.isSendable(other.uri))
			.map(({ uri, text }) => ({ path: pathOf(uri), text }));
		return [...open, ...closed].slice(0, completionLimits.relatedFiles);
	}

	#didClose(document: vscode.TextDocument): void {
		const { uri } = document;
		if (uri.scheme !== "untitled" && uri.scheme !== cellScheme && this.isSendable(uri))
			this.#closed.closed(document, headOf(document));
		this.#known.delete(uri.toString());
	}

	#edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const [change] = contentChanges;
		if (!change || !this.isSendable(document.uri)) return;
		const first = Math.max(0, change.range.start.line - linesOfEdit);
		const lines = new vscode.Range(first, 0, change.range.start.line + linesOfEdit + 1, 0);
		this.#edits.edited(pathOf(document.uri), first, withLineFeeds(document.getText(lines)).trimEnd());
	}

	#permission(uri: vscode.Uri): Permission {
		const key = uri.toString();
		const now = this.clock.now();
		const known = this.#known.get(key);
		if (known && now - known.at < believedFor) return known;
		const found = this.#findOut(uri).catch((error: unknown) => {
			this.onError(error);
			return false;
		});
		if (this.#known.size >= mostKnown) this.#known.clear();
		const permission: Permission = { at: now, isSendable: known?.isSendable, found };
		this.#known.set(key, permission);
		void found.then((isSendable) => {
			permission.isSendable = isSendable;
		});
		return permission;
	}

	async #findOut(uri: vscode.Uri): Promise<boolean> {
		const file = uri.scheme === cellScheme ? notebookOf(uri) : uri;
		if (!file) return false;
		if (file.scheme === "untitled") return true;
		const opened = vscode.workspace.getWorkspaceFolder(file)?.uri;
		const folder = opened ?? vscode.Uri.joinPath(file, "..");
		// Outside the workspace, the rules of the file's own repository apply.
		const ignore = opened ? new GitIgnore() : new GitIgnore([topOf(file)]);
		// A link may lead to a file elsewhere, or to a secret one.
		const real = opened ? await realPath(file) : await realPathElsewhere(file);
		if (real === undefined || hasSecretName(real)) return false;
		const [isIgnored, isExcluded] = await Promise.all([
			ignore.ignores(file),
			new ExcludedFiles(this.globs).has(file, folder),
		]);
		return !isIgnored && !isExcluded;
	}
}

/** Returns the uppermost folder that a file is in, such as `/home`, a drive or a network share. */
function topOf(file: vscode.Uri): vscode.Uri {
	return file.with({ path: /^\/[^/]*/.exec(file.path)?.[0] ?? "/" });
}

/** Returns the real path of a file that is in no workspace folder; `undefined` where there is none. */
async function realPathElsewhere({ scheme, fsPath, path }: vscode.Uri): Promise<string | undefined> {
	return scheme === "file" ? realPaths.realPath(fsPath) : path;
}

function mayBeCompleted(uri: vscode.Uri): boolean {
	return isCompletedScheme(uri.scheme) && !hasSecretName(uri.path);
}

/** Returns the path that the model is shown: relative to the workspace, and elsewhere the name alone. */
function pathOf(uri: vscode.Uri): string {
	const file = uri.scheme === cellScheme ? uri.with({ scheme: "file", fragment: "" }) : uri;
	if (vscode.workspace.getWorkspaceFolder(file)) return vscode.workspace.asRelativePath(file, false);
	return file.path.slice(file.path.lastIndexOf("/") + 1);
}

/** Returns as much of a document as is searched for similar places. */
function headOf(document: vscode.TextDocument): string {
	const end = document.positionAt(completionLimits.relatedFileLength);
	return withLineFeeds(document.getText(new vscode.Range(new vscode.Position(0, 0), end)));
}

/**
 * Returns the text around the cursor.
 *
 * @param item the item selected in IntelliSense's list: the text is as if it were inserted, with the cursor after it.
 */
export function cursorTextIn(
	document: vscode.TextDocument,
	position: vscode.Position,
	item?: vscode.SelectedCompletionInfo,
): CursorText {
	const [start, end] = [item?.range.start ?? position, item?.range.end ?? position];
	const first = new vscode.Position(Math.max(0, start.line - linesBefore), 0);
	const last = new vscode.Position(end.line + linesAfter, 0);
	const text = (range: vscode.Range) => withLineFeeds(document.getText(range));
	const before = text(new vscode.Range(first, start)) + (item?.text ?? "");
	const isWhole = first.line === 0 && before.length <= completionLimits.contextLength;
	const breaks = document.eol === vscode.EndOfLine.CRLF ? start.line : 0;
	return {
		before: before.slice(-completionLimits.contextLength),
		after: text(new vscode.Range(end, last)).slice(0, completionLimits.contextLength),
		offset: document.offsetAt(start) - breaks + (item?.text.length ?? 0),
		isWhole,
		isAfterWord: endsInWord(before) || (!item && isWordBefore(document, position)),
		head: isWhole ? "" : text(new vscode.Range(0, 0, Math.min(headLines, start.line), 0)),
		languageId: document.languageId,
		path: pathOf(document.uri),
	};
}

/** Returns whether a word ends at a position by the rules of the document's language, such as `--` in CSS. */
function isWordBefore(document: vscode.TextDocument, position: vscode.Position): boolean {
	return document.getWordRangeAtPosition(position)?.end.isEqual(position) ?? false;
}

function withLineFeeds(text: string): string {
	return text.replaceAll("\r\n", "\n");
}
