import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import type { Clock } from "../../core/base/ports";

/** So long a folder may take to show that it is there, and a virtual one to name a first file, in milliseconds. */
const patience = 5_000;
/** After so long one that could not be listed is asked again, in milliseconds. */
const pause = 60_000;

/** A folder whose files nobody knows now: it is not there, or a virtual one that VS Code does not list. */
export interface UnlistedFolder {
	readonly folder: vscode.WorkspaceFolder;
	readonly reason: "away" | "virtual";
}

/** What folders are asked. */
interface FolderProbes {
	/** Rejects when it is not there. */
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
 * Which folders of the workspace VS Code's search can list now. One that is away, such as on a drive that is not mounted, it
 * lists as empty; in a virtual one that it cannot search, it waits for ever.
 */
export class ListedFolders {
	/** Whether a virtual one has named a file in time. */
	readonly #known = new Map<string, Promise<boolean>>();
	/** Those that did not even say in time whether they are there: until they are asked again, nobody waits for them. */
	readonly #silent = new Set<string>();
	/** Those that are asked again after the pause, and what waits for that. */
	readonly #later = new Map<string, { dispose(): void }>();
	#unlisted: readonly UnlistedFolder[] = [];
	readonly #onDidRecover = new Emitter<void>();
	/** Fires when one that could not be listed now can. */
	readonly onDidRecover: Event<void> = this.#onDidRecover.event;

	constructor(
		private readonly clock: Clock,
		private readonly ask = probes,
	) {}

	/** Those that cannot, as far as they were looked at. */
	get unlisted(): readonly UnlistedFolder[] {
		return this.#unlisted;
	}

	/** Those that can be listed. @throws UserError when there are folders, but none can. */
	of(folders: readonly vscode.WorkspaceFolder[]): Promise<readonly vscode.WorkspaceFolder[]> {
		return this.#lookAt(folders, () => []);
	}

	/** Those that still can, once they were listed: what was not found in the others may be there. @throws as `of`. */
	still(listed: readonly vscode.WorkspaceFolder[]): Promise<readonly vscode.WorkspaceFolder[]> {
		return this.#lookAt(listed, () => this.#unlisted);
	}

	async #lookAt(folders: readonly vscode.WorkspaceFolder[], known: () => readonly UnlistedFolder[]) {
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

	/** Why it cannot be listed now; `undefined` when it can. */
	async #reason(folder: vscode.WorkspaceFolder): Promise<UnlistedFolder["reason"] | undefined> {
		const key = folder.uri.toString();
		const isThere = !this.#silent.has(key) && (await this.#isThere(folder.uri));
		const isListed = isThere && (folder.uri.scheme === "file" || (await this.#isListed(folder.uri)));
		if (isListed) {
			// It may be an ordinary listing that finds it back, and that of a few files alone.
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
			// With an error, the next listing asks.
			const reason = await this.#reason(folder).catch(() => undefined);
			// A listing may have found it back meanwhile, and lost it again.
			if (this.#later.get(key) !== timer) return;
			this.#later.delete(key);
			// It may have left the workspace.
			if (reason && this.#unlisted.some((one) => one.folder.uri.toString() === key)) this.#askLater(folder);
		});
		this.#later.set(key, timer);
	}

	/** What is answered in time; else `false`. */
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
					"The folder {0} is not there now: connect its drive or share. What is indexed of it stays until then.",
					folder.name,
				)
			: vscode.l10n.t(
					"{0} is a virtual folder ({1}) whose files VS Code does not list: to search it by meaning, open a copy on this computer.",
					folder.name,
					folder.uri.scheme,
				),
	);
}
