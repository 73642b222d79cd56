import * as vscode from "vscode";
import type { ChangedFile } from "../../core/agent/changes/changeSet";
import { exactText } from "../../core/context/fileText";
import { inertLine } from "../../shared/untrusted/inertText";
import { openChanges, openDiff } from "../adapters/messages";
import { ReviewThreads, type ShownChange } from "./reviewThreads";

/** The scheme of the documents with the files' texts before a task. */
const originalScheme = "gatehouse-original";

/** The changes that are shown to the user. */
interface Review {
	/** The beginning of its tab's label: VS Code appends the number of files. */
	readonly title: string;
	readonly task: string;
	/** The URIs of its files. */
	readonly files: ReadonlySet<string>;
	/** Whether its tab is active; otherwise the labels are hidden, because the files' own editors would show them too. */
	inFront: boolean;
	/** Whether a file was changed while the tab was not active. */
	stale: boolean;
	/** Whether none of its files has changes any more. */
	done: boolean;
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
				if (closed.length > 0 && !tabs(review.title).length) return this.#end();
				const inFront = tabs(review.title).some(({ isActive }) => isActive);
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
		this.#review.done = shown.length === 0;
		this.#show(this.#review, folder, shown);
	}

	/** Closes the review if all of its changes were kept or undone; VS Code would go on showing its files. */
	async closeIfDone(): Promise<void> {
		if (!this.#review?.done) return;
		// Reviews of several tasks have the same title.
		const [only, ...others] = tabs(this.#review.title);
		if (only && others.length === 0 && !only.isDirty) await vscode.window.tabGroups.close(only, true);
	}

	/** Opens the changes of all these files, in the multi-file diff editor. */
	async showAll(task: string, folder: vscode.Uri, files: readonly ChangedFile[]): Promise<void> {
		const title = inertLine(vscode.l10n.t("The Agent's Changes"));
		const rows = files.map((file) => {
			const uri = vscode.Uri.joinPath(folder, file.path);
			return [uri, file.before && this.#original(task, uri, file.before), file.now && uri] as const;
		});
		await openChanges(title, rows);
		this.#begin(title, task, folder, files);
	}

	/** Opens the changes of one file; a new or deleted one is compared with nothing. */
	async showOne(task: string, folder: vscode.Uri, file: ChangedFile): Promise<void> {
		const { path, before, now } = file;
		const uri = vscode.Uri.joinPath(folder, path);
		const title = inertLine(vscode.l10n.t("{0} (the agent's changes)", path.split("/").at(-1) ?? path));
		const right = now ? uri : this.#put(uri, `${task} deleted`, "");
		await openDiff(this.#original(task, uri, before), right, title, { preview: true });
		this.#begin(title, task, folder, [file]);
	}

	dispose(): void {
		for (const listening of this.#listening) listening.dispose();
		this.#threads.dispose();
		this.#provider.dispose();
		this.#changed.dispose();
	}

	#begin(title: string, task: string, folder: vscode.Uri, files: readonly ChangedFile[]): void {
		const uris = files.map(({ path }) => vscode.Uri.joinPath(folder, path).toString());
		this.#review = { title, task, files: new Set(uris), inFront: true, stale: false, done: false, showWords: () => {} };
		this.#show(this.#review, folder, files);
	}

	#show(review: Review, folder: vscode.Uri, files: readonly ChangedFile[]): void {
		review.showWords = () => this.#threads.show(review.task, folder, files);
		if (review.inFront) review.showWords();
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

/** Returns the tabs whose labels begin with this. */
function tabs(title: string): readonly vscode.Tab[] {
	return vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(({ label }) => label.startsWith(title)));
}
