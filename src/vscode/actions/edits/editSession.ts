import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import type { Log } from "../../../core/base/ports";
import { TextEdit } from "../../../core/edits/apply/textEdit";
import type { ChangeRequest } from "../../../core/edits/editConversation";
import { RefusedAnswer } from "../../../core/edits/parse/refusedAnswer";
import { loggedError } from "../../../core/gateway/errors/loggedError";
import type { MakingRoom } from "../../../shared/conversation";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify } from "../../adapters/messages";
import type { CommandAttempt } from "../../commands";
import { showProgress } from "../../progress";
import { confirmHidden } from "./confirmHidden";
import type { EditTarget } from "./editTarget";
import { PendingRefusal, type RefusalOptions } from "./pendingRefusal";
import { EditPreview } from "./preview/editPreview";
import type { PreviewDocuments } from "./preview/previewDocuments";
import { RangeHighlight } from "./preview/rangeHighlight";

/** Proposes changes. */
export interface Proposer {
	/**
	 * Proposes the change; called again if the answer was refused.
	 *
	 * @param show called with the whole text as proposed so far.
	 * @returns the whole proposed text.
	 */
	first(show: (partial: string) => void, request: ChangeRequest): Promise<string>;
	/** Proposes another change, with further instructions if given; absent where no model can be asked. */
	again?(instruction: string | undefined, show: (partial: string) => void, request: ChangeRequest): Promise<string>;
}

interface SessionOptions extends RefusalOptions {
	readonly documents: PreviewDocuments;
	readonly target: EditTarget;
	/** The title of the action, such as "Fix". */
	readonly title: string;
	readonly proposer: Proposer;
	/** The lines that the model is asked to change; highlighted while it works. */
	readonly range?: vscode.Range | undefined;
	/** Is called when the preview has opened. */
	readonly onShown?: () => void;
	/** Aborts when the user cancels the edit before the preview has opened. */
	readonly cancelled?: AbortSignal;
	readonly log: Pick<Log, "info">;
	/** @param again repeats the operation. */
	onError(error: unknown, again: CommandAttempt): void;
}

/** A request for another proposal. */
interface Wanted {
	/** The user's instructions; absent where they only want another answer. */
	readonly instruction?: string | undefined;
	/** The way to make room where the request does not fit. */
	readonly how?: MakingRoom | undefined;
}

/** The last proposal and answer of a session that ended without being accepted. */
export interface LeftProposal {
	/** The last complete proposal with its decisions, to be shown again. */
	readonly edit?: TextEdit | undefined;
	/** The last answer, if it could not be used. */
	readonly answer?: string | undefined;
}

/**
 * Delay before the preview opens without a proposal, in milliseconds: long enough for a request that fails at once to
 * show only its error, and short enough to open the preview before the first line of most answers.
 */
const opensAfter = 150;

/** A change, from the proposal to the user's decision. */
export class EditSession {
	readonly #preview: EditPreview;
	#edit: TextEdit | undefined;
	#again: ((wanted: Wanted) => void) | undefined;
	#writing: Promise<void> | undefined;
	/** The answer that was refused, while the user has not decided about it. */
	#refusal: PendingRefusal | undefined;
	#left: LeftProposal = {};
	readonly #ended = new AbortController();

	constructor(private readonly options: SessionOptions) {
		const { documents, target, title, proposer, cancelled } = options;
		const { name, path, languageId, base } = target;
		this.#preview = new EditPreview(documents, {
			name,
			path,
			...(languageId === undefined ? {} : { languageId }),
			title,
			base,
			asked: proposer.again !== undefined,
			file: target.uri,
			range: options.range,
		});
		this.#preview.onDidOpen(() => options.onShown?.());
		this.#preview.onDidClose(() => this.#end());
		cancelled?.addEventListener("abort", () => this.#end(), { once: true });
		if (cancelled?.aborted) this.#end();
	}

	/** The proposal or the answer that can be shown again; empty once the change has been written. */
	get left(): LeftProposal {
		return this.#left;
	}

	/** Whether its preview is the active editor. */
	get active(): boolean {
		return this.#preview.active;
	}

	/**
	 * Requests a proposal and shows it until it is accepted or rejected.
	 *
	 * @param how the way to make room where the request does not fit.
	 * @param before a proposal to show again, instead of requesting one.
	 * @throws GatewayError or UserError when there is nothing to show.
	 */
	async run(how?: MakingRoom, before?: TextEdit): Promise<void> {
		try {
			if (this.#over) return;
			let edit =
				before ?? (await this.#propose((show, request) => this.options.proposer.first(show, { ...request, how })));
			while (edit !== undefined) {
				if (edit.hunks.length === 0) {
					const title = inertName(this.options.title);
					void notify("info", inertLine(vscode.l10n.t("{0}: there is nothing to change.", title)));
					return;
				}
				// Registered before the edit is shown, so that no quick decision is missed.
				const wanted = this.#wanted();
				this.#setEdit(edit);
				await this.#unlessOver(this.#preview.showEdit(edit, edit.open[0]));
				const again = await wanted;
				// With the decisions that the user has made by then.
				edit = again && (await this.#proposeAgain(again, this.#edit ?? edit));
			}
		} finally {
			this.#edit = undefined;
			await this.#preview.close();
		}
	}

	/** Writes all hunks that are not rejected. @throws UserError with the reason when they cannot be written. */
	async accept(): Promise<void> {
		if (this.#decided || this.remindOfRefusal()) return;
		const edit = this.#ready();
		await this.#write(edit, edit.accept());
	}

	/** Discards the whole change, including accepted hunks. */
	async reject(): Promise<void> {
		// A change that cannot be written can still be rejected; the caller that accepted it reports the error.
		await this.#writing?.catch(() => {});
		if (this.#over) return;
		this.#end();
		await this.options.target.show();
	}

	/**
	 * Accepts a hunk; after the last one, writes the accepted hunks.
	 *
	 * @param thread the hunk's thread in the preview; by default, the hunk at the cursor is meant.
	 */
	async acceptChange(thread?: unknown): Promise<void> {
		await this.#decideHunk(thread, (edit, id) => edit.accept(id));
	}

	/** Rejects a hunk; after the last one, writes the accepted hunks. @param thread as for `acceptChange`. */
	async rejectChange(thread?: unknown): Promise<void> {
		await this.#decideHunk(thread, (edit, id) => edit.reject(id));
	}

	/** Moves the cursor to the next or the previous hunk that is not decided. */
	async goToChange(direction: "next" | "previous"): Promise<void> {
		if (this.#decided || this.remindOfRefusal()) return;
		await this.#preview.goToHunk(this.#ready(), direction);
	}

	/** Returns whether a thread belongs to a hunk of this change. */
	owns(thread: unknown): boolean {
		return this.#preview.hunkOf(thread) !== undefined;
	}

	/** Shows the answer that could not be used. @throws UserError when there is none. */
	showAnswer(): void {
		if (!this.#refusal) throw new UserError(vscode.l10n.t("There is no unusable answer to show."));
		this.#refusal.choose("read");
	}

	/** Rejects early, before the user types. @throws UserError where another proposal is not possible, or not yet. */
	assertAsks(): void {
		if (!this.options.proposer.again) {
			throw new UserError(
				vscode.l10n.t("This change comes from the chat. Ask for another one there, and apply that instead."),
			);
		}
		this.#ready();
	}

	/** Requests another proposal, with further instructions if given. @throws UserError as `assertAsks` does. */
	proposeAgain(wanted: Wanted): void {
		if (this.#decided) return;
		if (this.#refusal && this.options.proposer.again) {
			this.#refusal.choose("tryAgain");
			return;
		}
		this.assertAsks();
		this.#again?.(wanted);
	}

	/**
	 * Shows again why an answer was refused if the user has not decided yet, because the notification may be hidden.
	 *
	 * @returns whether an answer was refused and the user has not decided yet.
	 */
	remindOfRefusal(): boolean {
		this.#refusal?.choose("remind");
		return this.#refusal !== undefined;
	}

	/** Whether the change is being written, or the session has ended: repeated key presses then decide nothing more. */
	get #decided(): boolean {
		return this.#writing !== undefined || this.#over;
	}

	get #over(): boolean {
		return this.#ended.signal.aborted;
	}

	#end(): void {
		this.#ended.abort();
	}

	/** Resolves when the session has ended. */
	#atEnd(): Promise<undefined> {
		return new Promise((resolve) => {
			if (this.#over) resolve(undefined);
			this.#ended.signal.addEventListener("abort", () => resolve(undefined), { once: true });
		});
	}

	/** Waits for an operation of VS Code, which may never end, until the session has ended at the latest. */
	async #unlessOver(done: Promise<void>): Promise<void> {
		await Promise.race([done, this.#atEnd()]);
	}

	/** Opens the preview of an answer that was refused. The reason is shown even if that fails. */
	async #openRefused(): Promise<void> {
		try {
			await this.#preview.open();
		} catch (error) {
			this.options.log.info(`The preview of an answer that could not be used was not opened: ${loggedError(error)}`);
		}
	}

	/** Resolves with the user's request for another proposal, or with `undefined` at the session's end. */
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

	#setEdit(edit: TextEdit): void {
		this.#edit = edit;
		this.#left = { edit };
	}

	async #decideHunk(thread: unknown, decide: (edit: TextEdit, id: number) => TextEdit): Promise<void> {
		if (this.#decided || this.remindOfRefusal()) return;
		const edit = this.#ready();
		const chosen = this.#preview.hunkOf(thread);
		const hunk = chosen === undefined ? this.#preview.hunkAtCursor(edit) : edit.open.find(({ id }) => id === chosen);
		if (!hunk) return;
		const decided = decide(edit, hunk.id);
		if (decided.open.length === 0 && decided.accepted.length === 0) return this.reject();
		if (decided.open.length === 0) return this.#write(edit, decided);
		if (!(await this.#confirmed(edit, decided))) return;
		this.#setEdit(decided);
		const next = decided.open.find(({ id }) => id > hunk.id) ?? decided.open.at(-1);
		await this.#preview.showEdit(decided, next);
		// The button that was clicked is gone, and the keyboard focus with it.
		if (chosen !== undefined) await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
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
		if (show) this.#left = {};
		// The change is written even if showing it fails.
		await show?.().finally(() => this.#end());
	}

	/** Asks about invisible characters in the hunks that are accepted now, if there are any. */
	#confirmed(edit: TextEdit, decided: TextEdit): Promise<boolean> {
		const accepted = edit.open.filter(({ hunk }) => decided.accepted.includes(hunk));
		return confirmHidden(accepted.map(({ line, hunk }) => ({ line, added: hunk.added })));
	}

	/** Returns a new edit, or the previous one with its decisions if the request is cancelled or fails. */
	async #proposeAgain(wanted: Wanted, before: TextEdit): Promise<TextEdit | undefined> {
		const { again } = this.options.proposer;
		if (!again) return before;
		try {
			const { instruction, how } = wanted;
			await this.#preview.reveal();
			const proposed = await this.#propose((show, request) => again(instruction, show, { ...request, how }));
			return proposed ?? (this.#over ? undefined : before);
		} catch (error) {
			this.options.onError(error, async (how) => {
				// VS Code keeps showing the button that runs this.
				if (this.#over) throw new UserError(vscode.l10n.t("This edit has ended. Start it again in the file."));
				this.proposeAgain({ ...wanted, how });
			});
			return before;
		}
	}

	/**
	 * Returns the proposed edit, or `undefined` if it was cancelled. The user can read a refused answer, or request
	 * another.
	 */
	async #propose(propose: Proposer["first"]): Promise<TextEdit | undefined> {
		this.#edit = undefined;
		this.#preview.state = "writing";
		try {
			const proposed = await this.#showProgress(propose);
			return proposed === undefined ? undefined : TextEdit.between(this.options.target.base, proposed);
		} catch (error) {
			if (!(error instanceof RefusedAnswer)) throw error;
			this.#preview.clear();
			this.#preview.state = "refused";
			this.#left = { ...this.#left, answer: error.answer };
			// The preview's title bar has the buttons for what to do next. It may not have opened yet.
			await this.#unlessOver(this.#openRefused());
			this.#refusal = new PendingRefusal(error, this.options, this.#atEnd());
			const decision = await this.#refusal.decision().finally(() => {
				this.#refusal = undefined;
			});
			// The user may have decided in a notification while the answer or another file was shown.
			if (decision) await this.#preview.reveal();
			if (decision === "tryAgain") return this.#propose(propose);
			return decision && TextEdit.between(this.options.target.base, decision.text);
		}
	}

	/** Highlights the lines in the file that the model is asked to change. */
	#highlight(): RangeHighlight | undefined {
		const { range, target } = this.options;
		const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === target.uri?.toString());
		return range && document && document.getText() === target.base ? new RangeHighlight(document, range) : undefined;
	}

	#showProgress(propose: Proposer["first"]): Promise<string | undefined> {
		const { title, target } = this.options;
		// The title may contain a colon itself.
		const what = inertLine(vscode.l10n.t("{0} ({1})", inertName(title), inertName(target.name)));
		return showProgress(what, async (cancelled, onWait, report) => {
			const signal = AbortSignal.any([cancelled, this.#ended.signal]);
			// If showing it fails, showing the finished edit fails too, and reports the error.
			const show = (partial: string) => void this.#preview.show(partial).catch(() => {});
			const highlight = this.#highlight();
			const opening = setTimeout(() => void this.#preview.open().catch(() => {}), opensAfter);
			try {
				const onSecondRequest = (answer: string) => {
					this.#left = { ...this.#left, answer };
					this.#preview.clear();
					report(inertLine(vscode.l10n.t("The answer could not be used. Asking a second time…")));
				};
				const proposed = await propose(show, { signal, onWait, onSecondRequest });
				return signal.aborted ? undefined : proposed;
			} catch (error) {
				// The error is a consequence of the cancellation.
				if (signal.aborted) return undefined;
				throw error;
			} finally {
				clearTimeout(opening);
				highlight?.dispose();
			}
		});
	}
}
