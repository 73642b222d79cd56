import * as vscode from "vscode";
import { generateCommitMessage } from "../../../core/actions/generateCommitMessage";
import { StreamedBox } from "../../../core/actions/streamedBox";
import { UserError } from "../../../core/base/errors";
import type { Log } from "../../../core/base/ports";
import type { ChatTarget } from "../../../core/chat/session/chatTarget";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify, pickOne } from "../../adapters/messages";
import { type GitRepository, gitRepositories } from "../../context/gitChanges";
import { showProgress } from "../../progress";
import { nameOf } from "../../workspace/displayPath";
import { confirmDiffs, lastMessages, readDiffs } from "./repositoryChanges";

/** Writes commit messages into the Git view, one at a time for each repository. */
export class CommitMessages {
	readonly #running = new Map<string, AbortController>();

	/** @param target returns the model to ask; throws a UserError when there is none. */
	constructor(
		private readonly target: () => Promise<ChatTarget>,
		private readonly log: Log,
	) {}

	/**
	 * Writes a message into a repository's input box; a second call meanwhile stops the first. The user's text in the box
	 * is kept unless a message arrives.
	 *
	 * @param sourceControl the menu's argument: the repository whose title bar was used.
	 * @throws UserError when there is nothing to commit, or no model to ask.
	 */
	async write(sourceControl: unknown): Promise<void> {
		const repository = await chooseRepository(await gitRepositories(), sourceControl);
		if (!repository) return;
		const key = repository.rootUri.toString();
		const running = this.#running.get(key);
		if (running) {
			running.abort();
			return;
		}
		const abort = new AbortController();
		this.#running.set(key, abort);
		try {
			await this.#write(repository, abort);
		} finally {
			this.#running.delete(key);
		}
	}

	async #write(repository: GitRepository, abort: AbortController): Promise<void> {
		const target = await this.target();
		const diffs = await confirmDiffs(await readDiffs(repository));
		if (diffs.length === 0) return;
		const box = new StreamedBox(repository.inputBox);
		const background = { lastMessages: await lastMessages(repository), begun: box.begun };
		const show = (message: string) => {
			// Stops if the user types into the box in the meantime.
			if (box.isEdited) abort.abort();
			if (abort.signal.aborted || message === "") return;
			box.write(message);
		};
		let written: { readonly whole: boolean } | undefined;
		try {
			written = await showProgress(inertLine(vscode.l10n.t("Writing a commit message…")), (cancelled, onWait) => {
				const signal = AbortSignal.any([abort.signal, cancelled]);
				return generateCommitMessage(diffs, background, { target, signal, onWait, log: this.log, show });
			});
		} finally {
			if (!written) box.restore();
		}
		if (written?.whole === false) void notify("info", inertLine(shortened(target.model)));
	}
}

function shortened(model: string): string {
	return vscode.l10n.t(
		"The changes do not fit in the context of {0}, so the message was written from their beginnings. Check it carefully.",
		inertName(model),
	);
}

/** Returns the repository whose title bar was used, otherwise the only one, otherwise the one that the user chooses. */
async function chooseRepository(
	repositories: readonly GitRepository[],
	sourceControl: unknown,
): Promise<GitRepository | undefined> {
	const root = rootOf(sourceControl);
	const meant = repositories.find(({ rootUri }) => rootUri.toString() === root);
	if (meant || repositories.length === 1) return meant ?? repositories[0];
	if (repositories.length === 0)
		throw new UserError(vscode.l10n.t("Git finds no repository here, or is turned off in the settings."));
	const items = repositories.map((repository) => ({
		label: inertName(nameOf(repository.rootUri)),
		description: inertLine(repository.rootUri.path),
		repository,
	}));
	const chosen = await pickOne(items, {
		title: inertLine(vscode.l10n.t("Generate Commit Message")),
		placeHolder: inertLine(vscode.l10n.t("In which repository?")),
	});
	return chosen?.repository;
}

function rootOf(sourceControl: unknown): string | undefined {
	if (typeof sourceControl !== "object" || sourceControl === null || !("rootUri" in sourceControl)) return undefined;
	return sourceControl.rootUri instanceof vscode.Uri ? sourceControl.rootUri.toString() : undefined;
}
