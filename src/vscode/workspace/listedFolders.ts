import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import type { Clock } from "../../core/base/ports";

/** Time limit for a folder to respond, and for a virtual one to return a first file, in milliseconds. */
const patience = 5_000;
/** Delay before a folder that could not be listed is checked again, in milliseconds. */
const pause = 60_000;

/** A folder that cannot be listed now: it is not there, or it is a virtual one that VS Code does not list. */
export interface UnlistedFolder {
	readonly folder: vscode.WorkspaceFolder;
	readonly reason: "away" | "virtual";
}

/** The checks of a folder. */
interface FolderProbes {
	/** Rejects when the folder is not there. */
	stat(folder: vscode.Uri): PromiseLike<unknown>;
	/** Looks for a first file. */
	first(folder: vscode.Uri, cancel: vscode.CancellationToken): PromiseLike<unknown>;
}

const probes: FolderProbes = {
	stat: (folder) => vscode.workspace.fs.stat(folder),
	first: (folder, cancel) =>
		vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**/*"), undefined, 1, cancel),
};

/**
 * Determines which workspace folders VS Code's search can list now. VS Code lists a folder that is unavailable, such as
 * on an unmounted drive, as empty; in a virtual one that it cannot search, it waits forever.
 */
export class ListedFolders {
	/** Whether a virtual folder has returned a file in time. */
	readonly #known = new Map<string, Promise<boolean>>();
	/** Folders that did not respond at all in time; they are not waited for until they are checked again. */
	readonly #silent = new Set<string>();
	/** Timers of the folders that will be checked again. */
	readonly #later = new Map<string, { dispose(): void }>();
	#unlisted: readonly UnlistedFolder[] = [];
	readonly #onDidRecover = new Emitter<void>();
	/** Fires when a folder that could not be listed can be listed again. */
	readonly onDidRecover: Event<void> = this.#onDidRecover.event;

	constructor(
		private readonly clock: Clock,
		private readonly ask = probes,
	) {}

	/** The folders that cannot be listed, as of the last check. */
	get unlisted(): readonly UnlistedFolder[] {
		return this.#unlisted;
	}

	/** Returns the folders that can be listed. @throws UserError when there are folders, but none of them can. */
	of(folders: readonly vscode.WorkspaceFolder[]): Promise<readonly vscode.WorkspaceFolder[]> {
		return this.#listable(folders, () => []);
	}

	/**
	 * Returns the folders that can still be listed after their listing; in the others, files that were not found may
	 * exist.
	 *
	 * @throws as `of`.
	 */
	still(listed: readonly vscode.WorkspaceFolder[]): Promise<readonly vscode.WorkspaceFolder[]> {
		return this.#listable(listed, () => this.#unlisted);
	}

	async #listable(folders: readonly vscode.WorkspaceFolder[], known: () => readonly UnlistedFolder[]) {
		const reasons = await Promise.all(folders.map((folder) => this.#reason(folder)));
		const unlisted = folders.flatMap((folder, i) => {
			const reason = reasons[i];
			return reason ? [{ folder, reason }] : [];
		});
		this.#unlisted = [...known(), ...unlisted];
		const [first] = unlisted;
		if (first && unlisted.length === folders.length) throw unlistedError(first);
		return folders.filter((_, i) => !reasons[i]);
	}

	/** Returns why a folder cannot be listed now; `undefined` when it can. */
	async #reason(folder: vscode.WorkspaceFolder): Promise<UnlistedFolder["reason"] | undefined> {
		const key = folder.uri.toString();
		const isThere = !this.#silent.has(key) && (await this.#isThere(folder.uri));
		const isListed = isThere && (folder.uri.scheme === "file" || (await this.#isListed(folder.uri)));
		if (isListed) {
			// An ordinary listing may have found it again, even one of a few files only.
			this.#later.get(key)?.dispose();
			if (this.#later.delete(key)) this.#onDidRecover.fire();
			return undefined;
		}
		this.#askLater(folder);
		return isThere ? "virtual" : "away";
	}

	#isThere(uri: vscode.Uri): Promise<boolean> {
		const answer = Promise.resolve(this.ask.stat(uri)).then(
			() => true,
			() => false,
		);
		return this.#inTime(answer, () => void this.#silent.add(uri.toString()));
	}

	#isListed(uri: vscode.Uri): Promise<boolean> {
		const key = uri.toString();
		const known = this.#known.get(key) ?? this.#findFirst(uri);
		this.#known.set(key, known);
		known.catch(() => this.#known.delete(key));
		return known;
	}

	async #findFirst(uri: vscode.Uri): Promise<boolean> {
		const cancel = new vscode.CancellationTokenSource();
		try {
			return await this.#inTime(Promise.resolve(this.ask.first(uri, cancel.token)).then(() => true));
		} finally {
			cancel.cancel();
		}
	}

	#askLater(folder: vscode.WorkspaceFolder): void {
		const key = folder.uri.toString();
		if (this.#later.has(key)) return;
		const timer = this.clock.after(pause, async () => {
			this.#known.delete(key);
			this.#silent.delete(key);
			// After an error, the next listing checks it.
			const reason = await this.#reason(folder).catch(() => undefined);
			// A listing may have found it, and lost it again, in the meantime.
			if (this.#later.get(key) !== timer) return;
			this.#later.delete(key);
			// The folder may have left the workspace.
			if (reason && this.#unlisted.some((one) => one.folder.uri.toString() === key)) this.#askLater(folder);
		});
		this.#later.set(key, timer);
	}

	/** Resolves with the answer, or with `false` after the time limit. */
	async #inTime(answer: Promise<boolean>, onLate = () => {}): Promise<boolean> {
		let timer: { dispose(): void } | undefined;
		const late = new Promise<false>((resolve) => {
			timer = this.clock.after(patience, () => {
				onLate();
				resolve(false);
			});
		});
		try {
			return await Promise.race([answer, late]);
		} finally {
			timer?.dispose();
		}
	}
}

function unlistedError({ folder, reason }: UnlistedFolder): UserError {
	return new UserError(
		reason === "away"
			? vscode.l10n.t(
					"The folder {0} is unavailable: connect its drive or share. Its part of the index is kept until then.",
					folder.name,
				)
			: vscode.l10n.t(
					"{0} is a virtual folder ({1}) whose files VS Code does not list: to search it by meaning, open a copy on this computer.",
					folder.name,
					folder.uri.scheme,
				),
	);
}
