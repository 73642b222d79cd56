import * as vscode from "vscode";
import type { ChangedFile } from "../../core/agent/changes/changeSet";
import { exactText } from "../../core/context/fileText";
import { type InertText, inertLine } from "../../shared/untrusted/inertText";
import { openChanges, openDiff } from "../adapters/messages";
import { ReviewThreads, type ShownChange } from "./reviewThreads";

/** The scheme of the documents with the files' texts before a task. */
const originalScheme = "gatehouse-original";

/** The changes that are shown to the user. */
interface Review {
	readonly task: string;
	/** Returns whether a tab shows it. */
	readonly isIn: (tab: vscode.Tab) => boolean;
	/** The URIs of its files. */
	readonly files: ReadonlySet<string>;
	/** Whether its tab is active; otherwise the labels are hidden, because the files' own editors would show them too. */
	inFront: boolean;
	/** Whether a file was changed while the tab was not active. */
	stale: boolean;
	/** Shows the labels for the changes last read. */
	showWords(): void;
}

/** Shows the changes of a task in VS Code's diff editors: the text before on the left, the file itself on the right. */
export class ChangeReview implements vscode.Disposable {
	readonly #texts = new Map<string, string>();
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #provider = vscode.workspace.registerTextDocumentContentProvider(originalScheme, {
		onDidChange: this.#changed.event,
		provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
	});

	readonly #threads = new ReviewThreads();
	/** The current review; `undefined` for none. */
	#review: Review | undefined;
	/** The tasks whose changes this window has shown in multi-file diff editors, by title; no two titles are the same. */
	readonly #titles = new Map<string, string>();
	readonly #listening: readonly vscode.Disposable[];

	/**
	 * @param changed called at each change of a file under review; for changes while it is hidden, once when it is shown
	 * again.
	 */
	constructor(changed: () => void) {
		this.#listening = [
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				const review = this.#review;
				if (contentChanges.length === 0 || !review?.files.has(document.uri.toString())) return;
				if (review.inFront) changed();
				else review.stale = true;
			}),
			vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
				const review = this.#review;
				if (!review) return;
				const shown = tabs().filter(review.isIn);
				if (closed.length > 0 && shown.length === 0) return this.#end();
				const inFront = shown.some(({ isActive }) => isActive);
				if (inFront === review.inFront) return;
				review.inFront = inFront;
				if (!inFront) return this.#threads.clear();
				review.showWords();
				if (review.stale) changed();
				review.stale = false;
			}),
		];
	}

	/** The task under review; `undefined` for none. */
	get task(): string | undefined {
		return this.#review?.task;
	}

	/** Returns the change that a comment thread belongs to; `undefined` for anything else. */
	changeOf(thread: unknown): ShownChange | undefined {
		return this.#threads.changeOf(thread);
	}

	/** Shows the current state of the files under review. */
	update(folder: vscode.Uri, files: readonly ChangedFile[]): void {
		if (!this.#review) return;
		const { task, files: reviewed } = this.#review;
		const shown = files.filter(({ path }) => reviewed.has(vscode.Uri.joinPath(folder, path).toString()));
		for (const { path, before } of shown) this.#original(task, vscode.Uri.joinPath(folder, path), before);
		// A file whose changes are all kept or undone has nothing left to show.
		const changed = new Set(shown.map(({ path }) => vscode.Uri.joinPath(folder, path).toString()));
		for (const document of vscode.workspace.textDocuments) {
			const uri = document.uri.toString();
			if (reviewed.has(uri) && !changed.has(uri)) this.#put(document.uri, task, document.getText());
		}
		this.#show(this.#review, folder, shown);
	}

	/**
	 * Closes the reviews of a task whose changes were all kept or undone; VS Code would go on showing its files. Also closes
	 * the reviews of all files that VS Code has restored: their texts before the task are gone, and so is what task they
	 * belong to.
	 */
	async close(task: string): Promise<void> {
		const isOver = (tab: vscode.Tab) => {
			const original = originalIn(tab);
			if (original) return original.query === task;
			return isOfAll(tab) && [task, undefined].includes(this.#taskIn(tab));
		};
		const over = tabs().filter((tab) => !tab.isDirty && isOver(tab));
		if (over.length > 0) await vscode.window.tabGroups.close(over, true);
	}

	/** Opens the changes of all these files, in the multi-file diff editor. */
	async showAll(task: string, folder: vscode.Uri, files: readonly ChangedFile[]): Promise<void> {
		const before = tabs().filter((tab) => isOfAll(tab) && this.#taskIn(tab) === task);
		if (before.length > 0) await vscode.window.tabGroups.close(before, true);
		const title = freeTitle();
		const rows = files.map((file) => {
			const uri = vscode.Uri.joinPath(folder, file.path);
			return [uri, file.before && this.#original(task, uri, file.before), file.now && uri] as const;
		});
		this.#titles.set(title, task);
		await openChanges(title, rows);
		this.#begin(task, (tab) => isOfAll(tab) && tab.label.startsWith(title), folder, files);
	}

	/** Opens the changes of one file; a new or deleted one is compared with nothing. */
	async showOne(task: string, folder: vscode.Uri, file: ChangedFile): Promise<void> {
		const { path, before, now } = file;
		const uri = vscode.Uri.joinPath(folder, path);
		const title = inertLine(vscode.l10n.t("{0} (the agent's changes)", path.split("/").at(-1) ?? path));
		const right = now ? uri : this.#put(uri, `${task} deleted`, "");
		const left = this.#original(task, uri, before);
		await openDiff(left, right, title, { preview: true });
		this.#begin(task, (tab) => originalIn(tab)?.toString() === left.toString(), folder, [file]);
	}

	dispose(): void {
		for (const listening of this.#listening) listening.dispose();
		this.#threads.dispose();
		this.#provider.dispose();
		this.#changed.dispose();
	}

	#begin(task: string, isIn: Review["isIn"], folder: vscode.Uri, files: readonly ChangedFile[]): void {
		const uris = files.map(({ path }) => vscode.Uri.joinPath(folder, path).toString());
		this.#review = { task, isIn, files: new Set(uris), inFront: true, stale: false, showWords: () => {} };
		this.#show(this.#review, folder, files);
	}

	#show(review: Review, folder: vscode.Uri, files: readonly ChangedFile[]): void {
		review.showWords = () => this.#threads.show(review.task, folder, files);
		if (review.inFront) review.showWords();
	}

	/** Returns the task whose review of all files a tab is; `undefined` if another window has opened it. */
	#taskIn({ label }: vscode.Tab): string | undefined {
		return [...this.#titles].find(([title]) => label.startsWith(title))?.[1];
	}

	#end(): void {
		this.#review = undefined;
		this.#threads.clear();
	}

	/** Returns the document with a file's text before the task. */
	#original(task: string, uri: vscode.Uri, before: Uint8Array | undefined): vscode.Uri {
		return this.#put(uri, task, (before && exactText(before)) ?? "");
	}

	/** Returns a document under the file's own path: VS Code shows another path as a renamed file. */
	#put(file: vscode.Uri, query: string, text: string): vscode.Uri {
		const uri = file.with({ scheme: originalScheme, query });
		if (this.#texts.get(uri.toString()) === text) return uri;
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}
}

function tabs(): readonly vscode.Tab[] {
	return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** Returns the document with a file's text before a task, if the tab compares one file with it. */
function originalIn({ input }: vscode.Tab): vscode.Uri | undefined {
	return input instanceof vscode.TabInputTextDiff && input.original.scheme === originalScheme
		? input.original
		: undefined;
}

/** Returns the title of the reviews of all files, the first of those that are open. */
function titleOfAll(): string {
	return vscode.l10n.t("The Agent's Changes");
}

/** Returns whether a tab is a review of all files: extensions see only its label, to which VS Code appends their number. */
function isOfAll({ input, label }: vscode.Tab): boolean {
	const isOther = input instanceof vscode.TabInputText || input instanceof vscode.TabInputTextDiff;
	return !isOther && label.replace(/^\(\d{1,9}\) /, "").startsWith(titleOfAll());
}

/** Returns a title that no other tab's label begins with. */
function freeTitle(): InertText {
	const labels = tabs().map(({ label }) => label);
	let title = inertLine(titleOfAll());
	const isTaken = (label: string) => label.startsWith(title);
	for (let number = 2; labels.some(isTaken); number++) title = inertLine(`(${number}) ${titleOfAll()}`);
	return title;
}
