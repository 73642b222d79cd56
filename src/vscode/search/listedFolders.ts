import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
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

	constructor(
		private readonly clock: Clock,
		private readonly first = askFirst,
	) {}

	/** The names of those that cannot, as far as they were looked at. */
	get unlisted(): readonly string[] {
		return this.#unlisted.map(({ name }) => name);
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
		const forget = () => this.#known.delete(key);
		asked.then((can) => can || this.clock.after(pause, forget), forget);
		return asked;
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
