import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import type { Clock } from "../../core/base/ports";

/** So long a virtual folder may take to name a first file, in milliseconds. */
const patience = 5_000;
/** After so long one that was too slow is asked again, in milliseconds: it may have been so for once. */
const pause = 60_000;

/** Asks for a folder's first file. */
type AskFirst = (folder: vscode.Uri, cancel: vscode.CancellationToken) => PromiseLike<unknown>;

const askFirst: AskFirst = (folder, cancel) =>
	vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**/*"), undefined, 1, cancel);

/** Which folders of the workspace VS Code's search can list. In a virtual one that it cannot, it waits for ever. */
export class ListedFolders {
	readonly #known = new Map<string, Promise<boolean>>();
	#unlisted: readonly vscode.WorkspaceFolder[] = [];
	readonly #onDidRecover = new Emitter<void>();
	/** Fires when one that could not be listed now can. */
	readonly onDidRecover: Event<void> = this.#onDidRecover.event;

	constructor(
		private readonly clock: Clock,
		private readonly first = askFirst,
	) {}

	/** Those that cannot, as far as they were looked at. */
	get unlisted(): readonly vscode.WorkspaceFolder[] {
		return this.#unlisted;
	}

	/** Those that can be listed. @throws UserError when there are folders, but none can. */
	async of(folders: readonly vscode.WorkspaceFolder[]): Promise<readonly vscode.WorkspaceFolder[]> {
		const can = await Promise.all(folders.map((folder) => this.#isListed(folder)));
		const listed = folders.filter((_, i) => can[i]);
		this.#unlisted = folders.filter((_, i) => !can[i]);
		const [other] = this.#unlisted;
		if (!other || listed.length > 0) return listed;
		throw new UserError(
			vscode.l10n.t(
				"{0} is a virtual folder ({1}) whose files VS Code does not list: to search it by meaning, open a copy on this computer.",
				other.name,
				other.uri.scheme,
			),
		);
	}

	#isListed(folder: vscode.WorkspaceFolder): Promise<boolean> {
		const key = folder.uri.toString();
		const known = this.#known.get(key);
		if (known) return known;
		const asked = this.#ask(folder);
		this.#known.set(key, asked);
		asked.then(
			(can) => can || this.clock.after(pause, () => void this.#askAgain(folder)),
			() => this.#known.delete(key),
		);
		return asked;
	}

	async #askAgain(folder: vscode.WorkspaceFolder): Promise<void> {
		const key = folder.uri.toString();
		this.#known.delete(key);
		// It may have left the workspace.
		if (!this.#unlisted.some(({ uri }) => uri.toString() === key)) return;
		// With an error, the next listing asks.
		if (await this.#isListed(folder).catch(() => false)) this.#onDidRecover.fire();
	}

	async #ask({ uri }: vscode.WorkspaceFolder): Promise<boolean> {
		if (uri.scheme === "file") return true;
		const cancel = new vscode.CancellationTokenSource();
		let timer: { dispose(): void } | undefined;
		const late = new Promise<false>((resolve) => {
			timer = this.clock.after(patience, () => resolve(false));
		});
		const first = this.first(uri, cancel.token);
		try {
			return await Promise.race([Promise.resolve(first).then(() => true), late]);
		} finally {
			timer?.dispose();
			cancel.cancel();
		}
	}
}
