import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Log } from "../../core/base/ports";
import type { FollowingChange } from "../../core/edits/editConversation";
import { RefusedAnswer } from "../../core/edits/refusedAnswer";
import { TextEdit } from "../../core/edits/textEdit";
import { loggedError } from "../../core/wire/loggedError";
import type { MakingRoom } from "../../shared/conversation";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { CommandAttempt } from "../commands";
import { showProgress } from "../progress";
import { confirmHidden } from "./confirmHidden";
import { EditPreview } from "./editPreview";
import type { EditTarget } from "./editTarget";
import type { PreviewDocuments } from "./previewDocuments";

/** Has a change proposed. */
export interface Proposer {
	/**
	 * Also once more, where its answer was refused.
	 *
	 * @param show is told the whole text as it would be so far. @returns the whole text as it is proposed.
	 */
	first(show: (partial: string) => void, following: Omit<FollowingChange, "take">): Promise<string>;
	/** The same anew, or with one more wish; absent where nobody can be asked. */
	again?(
		wish: string | undefined,
		show: (partial: string) => void,
		following: Omit<FollowingChange, "take">,
	): Promise<string>;
}

interface SessionOptions {
	readonly documents: PreviewDocuments;
	readonly target: EditTarget;
	/** What is done, such as "Fix". */
	readonly title: string;
	readonly proposer: Proposer;
	readonly log: Pick<Log, "info">;
	/** Shows an answer that was not used. */
	showAnswer(answer: string): Promise<void>;
	/** @param again does it again. */
	onError(error: unknown, again: CommandAttempt): void;
}

/** What is to be proposed anew. */
interface Wanted {
	/** What should be otherwise; absent where only another answer is wanted. */
	readonly wish?: string | undefined;
	/** How to make room where asking for it does not fit. */
	readonly how?: MakingRoom | undefined;
}

/** One change from its proposal to the user's word. */
export class EditSession {
	readonly #preview: EditPreview;
	#edit: TextEdit | undefined;
	#again: ((wanted: Wanted) => void) | undefined;
	#writing: Promise<void> | undefined;
	/** Called with what the user wants while they are asked about an answer that was not used. */
	#refusal: ((wish: "tryAgain" | "remind") => void) | undefined;
	readonly #ended = new AbortController();

	constructor(private readonly options: SessionOptions) {
		const { documents, target, title, proposer } = options;
		const { name, path, languageId, base } = target;
		const asked = proposer.again !== undefined;
		this.#preview = new EditPreview(documents, {
			name,
			path,
			...(languageId === undefined ? {} : { languageId }),
			title,
			base,
			asked,
		});
		this.#preview.onDidClose(() => this.#end());
	}

	/** Whether its preview is what the user looks at. */
	get active(): boolean {
		return this.#preview.active;
	}

	/**
	 * Has the change proposed and shows it, until it is accepted or rejected.
	 *
	 * @param how how to make room where asking for it does not fit.
	 * @throws GatewayError or UserError when there is nothing to show.
	 */
	async run(how?: MakingRoom): Promise<void> {
		try {
			let edit = await this.#propose((show, following) => this.options.proposer.first(show, { ...following, how }));
			while (edit !== undefined) {
				if (edit.hunks.length === 0) {
					const title = inertName(this.options.title);
					void notify("info", inertLine(vscode.l10n.t("{0}: there is nothing to change.", title)));
					return;
				}
				// Listened to before it is shown: who is quick is heard too.
				const wanted = this.#wanted();
				this.#edit = edit;
				await this.#preview.showEdit(edit, edit.open[0]);
				const again = await wanted;
				// As the user has decided about it by then.
				edit = again && (await this.#proposeAgain(again, this.#edit));
			}
		} finally {
			this.#edit = undefined;
			await this.#preview.close();
		}
	}

	/** Writes everything that is not rejected. @throws UserError with the reason when it cannot be written. */
	async accept(): Promise<void> {
		if (this.#decided || this.remindOfRefusal()) return;
		const edit = this.#ready();
		await this.#write(edit, edit.accept());
	}

	/** Leaves everything as it was, what was accepted of it too. */
	async reject(): Promise<void> {
		// What cannot be written is rejected still; why is told to who accepted it.
		await this.#writing?.catch(() => {});
		if (this.#over) return;
		this.#end();
		await this.options.target.show();
	}

	/** Accepts the hunk at the cursor; with the last one, what is accepted is written. */
	async acceptChange(): Promise<void> {
		await this.#decideHunk((edit, id) => edit.accept(id));
	}

	/** Rejects the hunk at the cursor; with the last one, what is accepted is written. */
	async rejectChange(): Promise<void> {
		await this.#decideHunk((edit, id) => edit.reject(id));
	}

	/** Lets nobody say a wish in vain. @throws UserError where it cannot be proposed anew, or not yet. */
	assertAsks(): void {
		if (!this.options.proposer.again) {
			throw new UserError(
				vscode.l10n.t("This change is the chat's: ask there for another one, and apply that in its place."),
			);
		}
		this.#ready();
	}

	/** Has it proposed anew, with one more wish if there is one. Throws as `assertAsks` does. */
	proposeAgain(wanted: Wanted): void {
		if (this.#decided) return;
		if (this.#refusal && this.options.proposer.again) {
			this.#refusal("tryAgain");
			return;
		}
		this.assertAsks();
		this.#again?.(wanted);
	}

	/** Says again why an answer was not used, where that waits for the user's word; the notification may be out of sight. */
	remindOfRefusal(): boolean {
		this.#refusal?.("remind");
		return this.#refusal !== undefined;
	}

	/** Whether it is being written, or over. A key that is held down, or pressed twice, decides about nothing more. */
	get #decided(): boolean {
		return this.#writing !== undefined || this.#over;
	}

	get #over(): boolean {
		return this.#ended.signal.aborted;
	}

	#end(): void {
		this.#ended.abort();
	}

	/** Settles when the session has ended. */
	#atEnd(): Promise<undefined> {
		return new Promise((resolve) => {
			if (this.#over) resolve(undefined);
			this.#ended.signal.addEventListener("abort", () => resolve(undefined), { once: true });
		});
	}

	/** What is to be proposed anew, when the user says so; `undefined` at the session's end. */
	#wanted(): Promise<Wanted | undefined> {
		const said = new Promise<Wanted>((resolve) => {
			this.#again = resolve;
		});
		return Promise.race([said, this.#atEnd()]);
	}

	#ready(): TextEdit {
		if (!this.#edit) throw new UserError(vscode.l10n.t("The answer is still being written."));
		return this.#edit;
	}

	async #decideHunk(decide: (edit: TextEdit, id: number) => TextEdit): Promise<void> {
		if (this.#decided || this.remindOfRefusal()) return;
		const edit = this.#ready();
		const hunk = this.#preview.hunkAtCursor(edit);
		if (!hunk) return;
		const decided = decide(edit, hunk.id);
		if (decided.open.length === 0 && decided.accepted.length === 0) return this.reject();
		if (decided.open.length === 0) return this.#write(edit, decided);
		if (!(await this.#confirmed(edit, decided))) return;
		this.#edit = decided;
		const next = decided.open.find(({ id }) => id > hunk.id) ?? decided.open.at(-1);
		await this.#preview.showEdit(decided, next);
	}

	async #write(edit: TextEdit, decided: TextEdit): Promise<void> {
		this.#writing = this.#writeConfirmed(edit, decided);
		try {
			await this.#writing;
		} catch (error) {
			this.options.log.info(`An accepted edit was not written: ${loggedError(error)}`);
			throw error;
		} finally {
			this.#writing = undefined;
		}
	}

	async #writeConfirmed(edit: TextEdit, decided: TextEdit): Promise<void> {
		const show = (await this.#confirmed(edit, decided)) ? await this.options.target.write(decided) : undefined;
		// Whatever becomes of showing it, it is written.
		await show?.().finally(() => this.#end());
	}

	/** Asks about characters that nobody sees, where a hunk that is accepted now brings any. */
	#confirmed(edit: TextEdit, decided: TextEdit): Promise<boolean> {
		const accepted = edit.open.filter(({ hunk }) => decided.accepted.includes(hunk));
		return confirmHidden(accepted.map(({ line, hunk }) => ({ line, added: hunk.added })));
	}

	/** A new edit; the one before, with what was decided about it, where that is cancelled or fails. */
	async #proposeAgain(wanted: Wanted, before: TextEdit): Promise<TextEdit | undefined> {
		const { again } = this.options.proposer;
		if (!again) return before;
		try {
			const { wish, how } = wanted;
			const proposed = await this.#propose((show, following) => again(wish, show, { ...following, how }));
			return proposed ?? (this.#over ? undefined : before);
		} catch (error) {
			this.options.onError(error, async (how) => this.proposeAgain({ ...wanted, how }));
			return before;
		}
	}

	/** The edit that is proposed; `undefined` when it was cancelled. An answer that is refused can be read, or asked for again. */
	async #propose(propose: Proposer["first"]): Promise<TextEdit | undefined> {
		this.#edit = undefined;
		try {
			const proposed = await this.#showProgress(propose);
			return proposed === undefined ? undefined : TextEdit.between(this.options.target.base, proposed);
		} catch (error) {
			if (!(error instanceof RefusedAnswer)) throw error;
			this.#preview.clear();
			return (await this.#refused(error)) ? this.#propose(propose) : undefined;
		}
	}

	#showProgress(propose: Proposer["first"]): Promise<string | undefined> {
		const { title, target } = this.options;
		const what = inertLine(vscode.l10n.t("{0}: {1}", inertName(title), inertName(target.name)));
		return showProgress(what, async (cancelled, onWait) => {
			const signal = AbortSignal.any([cancelled, this.#ended.signal]);
			try {
				// Where it cannot be shown, the whole edit cannot either, and that is told.
				const show = (partial: string) => void this.#preview.show(partial).catch(() => {});
				const proposed = await propose(show, { signal, onWait });
				return signal.aborted ? undefined : proposed;
			} catch (error) {
				// Whatever failed then, failed for that.
				if (signal.aborted) return undefined;
				throw error;
			}
		});
	}

	/** Says why an answer was not used, again when the user decides about it all the same. @returns whether to ask again. */
	async #refused({ message, answer }: RefusedAnswer): Promise<boolean> {
		const { proposer, showAnswer } = this.options;
		const tryAgain = inertName(vscode.l10n.t("Try Again"));
		const read = inertName(vscode.l10n.t("Show the Answer"));
		const choices = proposer.again ? [tryAgain, read] : [];
		try {
			for (;;) {
				const wished = new Promise<"tryAgain" | "remind">((resolve) => {
					this.#refusal = resolve;
				});
				const chosen = await Promise.race([notify("error", inertLine(message), ...choices), wished, this.#atEnd()]);
				if (chosen === "remind") continue;
				if (chosen === read) await showAnswer(answer);
				return chosen === tryAgain || chosen === "tryAgain";
			}
		} finally {
			this.#refusal = undefined;
		}
	}
}
