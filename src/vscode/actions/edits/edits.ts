import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import { proposedPath } from "../../../core/edits/apply/pathAbove";
import { TextEdit } from "../../../core/edits/apply/textEdit";
import { newFileInstruction } from "../../../core/edits/editInstruction";
import { listedFiles } from "../../../core/edits/parse/diffFiles";
import { RefusedCode } from "../../../core/edits/refusedCode";
import type { MakingRoom } from "../../../shared/conversation";
import type { Disposable } from "../../../shared/disposable";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify } from "../../adapters/messages";
import { logFailure } from "../../logFailure";
import { isProgressShown } from "../../progress";
import { assertWritable } from "../../workspace/workspacePath";
import { promptForInstruction } from "../actionQuestion";
import { applyCode, assertNotCutOff } from "./applyCode";
import type { ChatCode, EditDeps, Editing, EditRequest, NewFileRequest } from "./editing";
import { editPlaceIn } from "./editPlaceIn";
import { EditSession, type Proposer } from "./editSession";
import { documentTarget, type EditTarget } from "./editTarget";
import { inlineEdit } from "./inlineEdit";
import { InlineInput, type InstructionRequest } from "./inlineInput";
import type { InstructionBox } from "./instructionBox";
import { modelProposer } from "./modelProposer";
import { askNewPath } from "./newFile";
import type { LateChoice } from "./pendingRefusal";
import { activePreviewTab, PreviewDocuments } from "./preview/previewDocuments";

/**
 * The ways to make room for an edit. It needs its code, so all that remains is to send it anyway, or to use a larger
 * model.
 */
const waysToFit = ["sendAnyway"] as const;

/** Time after which the box beside the code closes if VS Code has not opened the preview, in milliseconds. */
const previewTime = 10_000;

/** A change to preview. */
interface Started {
	readonly target: EditTarget;
	/** The title of the action, and the symbol that it is about, if any. */
	readonly title: string;
	readonly proposer: Proposer;
	/** The lines that the model is asked to change. */
	readonly range?: vscode.Range;
	/** The box in which the instruction was typed, open until the preview has the focus. */
	readonly box?: InstructionBox | undefined;
}

/** The last proposal, with its decisions, or the last answer that could not be used, to be shown again. */
type LastProposal = { readonly started: Started; readonly edit: TextEdit } | { readonly answer: string };

/** The context key for whether there is a proposal to reopen. */
const canReopen = "gatehouse.canReopenProposal";

/** Starts the edits and keeps those that wait for the user's decision, and the last one that was not accepted. */
export class Edits implements Editing, Disposable {
	readonly #documents = new PreviewDocuments();
	readonly #input: InlineInput;
	readonly #sessions = new Set<EditSession>();
	#last: LastProposal | undefined;

	constructor(private readonly deps: EditDeps) {
		this.#input = new InlineInput(deps.names);
	}

	async edit(request: EditRequest): Promise<void> {
		await this.#edit(request);
	}

	async #edit(
		{ document, base, range, title, symbol, question, keepsCode = false }: EditRequest,
		box?: InstructionBox,
	): Promise<void> {
		await assertWritable(document);
		const place = editPlaceIn(document, base, range);
		const proposer = modelProposer(this.deps, { ...place, keepsCode }, question);
		const target = documentTarget(document, base);
		const titleWithSymbol = symbol === undefined ? title : vscode.l10n.t("{0}: {1}", title, symbol);
		await this.#run({ target, title: titleWithSymbol, proposer, range, box });
	}

	async createFile({ path, languageId, title, question }: NewFileRequest): Promise<void> {
		const place = await askNewPath(path);
		if (!place) return;
		// The code is inserted before an empty last line, so that the file ends with a line break.
		const empty = { text: "\n", start: 0, count: 1, languageId, path: place.path, indentation: "\t" };
		const proposer = modelProposer(this.deps, empty, question, newFileInstruction(place.path));
		await this.#run({ target: place.target, title, proposer });
	}

	async applyCode(code: ChatCode, usesSelection?: boolean): Promise<RefusedCode | undefined> {
		assertNotCutOff(code);
		try {
			await this.#applyCode(code, usesSelection);
			return undefined;
		} catch (error) {
			if (!(error instanceof RefusedCode)) throw error;
			logFailure(error, this.deps.log);
			return error;
		}
	}

	async #applyCode(code: ChatCode, usesSelection?: boolean): Promise<void> {
		const applied = await applyCode(code, this.deps.lastEditor.editor, usesSelection);
		if (!applied) return this.newFile(code);
		const { document, base, proposed, others } = applied;
		await assertWritable(document);
		const title = vscode.l10n.t("Apply to file");
		await this.#run({ target: documentTarget(document, base), title, proposer: { first: async () => proposed } });
		if (others.length === 0) return;
		const rest = vscode.l10n.t(
			"This code block also changes other files ({0}). To apply their part, open each of them and use “Apply to file” again.",
			inertName(listedFiles(others)),
		);
		void notify("info", inertLine(rest));
	}

	async newFile(chatCode: ChatCode): Promise<void> {
		assertNotCutOff(chatCode);
		const { code } = chatCode;
		const place = await askNewPath(proposedPath(chatCode));
		if (!place) return;
		const text = code.endsWith("\n") ? code : `${code}\n`;
		const title = vscode.l10n.t("New File");
		await this.#run({ target: place.target, title, proposer: { first: async () => text } });
	}

	/**
	 * Starts an edit at the cursor; in a preview, asks for further instructions instead.
	 *
	 * @param assertEditable throws if the editor is read-only, as a preview always is.
	 */
	async editInline(instruction?: string, assertEditable = () => {}): Promise<void> {
		if (this.#active) return this.followUp(instruction);
		// In the box itself, and in other extensions' comments, there is no code to edit.
		if (vscode.window.activeTextEditor?.document.uri.scheme === "comment") return;
		assertEditable();
		// Rejects early, before the user types.
		if (this.deps.model() === undefined) await this.deps.chatTarget();
		let sent: Awaited<ReturnType<InlineInput["ask"]>>;
		const ask = async (request: InstructionRequest) => {
			if (instruction !== undefined) return instruction;
			sent = await this.#input.ask(request);
			return sent?.text;
		};
		try {
			const request = await inlineEdit(vscode.window.activeTextEditor, this.deps, ask);
			if (request) await this.#edit(request, sent?.box);
		} finally {
			await sent?.box.leave();
		}
	}

	/** Sends the text of the box beside the code. @param reply what VS Code passes to the box's command. */
	async submitInline(reply: unknown): Promise<void> {
		await this.#input.submit(reply);
	}

	async cancelInline(): Promise<void> {
		await this.#input.cancel();
	}

	async accept(): Promise<void> {
		await this.#current.accept();
	}

	/** Rejects the edit; closes a preview left over from before a reload. */
	async reject(): Promise<void> {
		const tab = this.#active ? undefined : activePreviewTab();
		if (tab) await vscode.window.tabGroups.close(tab);
		else await this.#current.reject();
	}

	/** @param thread the change's thread in a preview; by default, the change at the cursor is meant. */
	async acceptChange(thread?: unknown): Promise<void> {
		await this.#sessionOf(thread).acceptChange(thread);
	}

	/** @param thread as for `acceptChange`. */
	async rejectChange(thread?: unknown): Promise<void> {
		await this.#sessionOf(thread).rejectChange(thread);
	}

	async goToChange(direction: "next" | "previous"): Promise<void> {
		await this.#current.goToChange(direction);
	}

	/** Shows the answer that could not be used. */
	showAnswer(): void {
		this.#current.showAnswer();
	}

	/**
	 * Shows again the last proposal that was not accepted, with its decisions, or the text of an answer that could not be
	 * used.
	 *
	 * @throws UserError when there is none.
	 */
	async reopen(): Promise<void> {
		const last = this.#last;
		if (!last) throw new UserError(vscode.l10n.t("There is no proposal to reopen."));
		if ("answer" in last) return this.#showAnswer(last.answer);
		// A proposal can be reopened several times, but not while it is already open.
		this.#setLast(undefined);
		await this.#runOnce(last.started, undefined, last.edit);
	}

	regenerate(): void {
		this.#current.proposeAgain({});
	}

	async followUp(instruction?: string): Promise<void> {
		const session = this.#current;
		if (session.remindOfRefusal()) return;
		session.assertAsks();
		const title = vscode.l10n.t("Edit Inline");
		const wanted = instruction ?? (await promptForInstruction(title, vscode.l10n.t("What should be different?")));
		if (wanted !== undefined) session.proposeAgain({ instruction: wanted });
	}

	dispose(): void {
		this.#input.dispose();
		this.#documents.dispose();
	}

	get #active(): EditSession | undefined {
		return [...this.#sessions].find(({ active }) => active);
	}

	/**
	 * The edit in the active editor, or the only one.
	 *
	 * @throws UserError when there are none or several, or the active preview is left over from before a reload.
	 */
	get #current(): EditSession {
		const [only, ...others] = activePreviewTab() ? [] : this.#sessions;
		const session = this.#active ?? (others.length === 0 ? only : undefined);
		if (session) return session;
		throw new UserError(
			others.length > 0
				? vscode.l10n.t("Several edits are waiting for your decision. Go to the preview of the one you mean.")
				: vscode.l10n.t("There is no edit to accept or reject."),
		);
	}

	/** Returns the edit that a thread of a preview belongs to; otherwise the current one. */
	#sessionOf(thread: unknown): EditSession {
		return [...this.#sessions].find((session) => session.owns(thread)) ?? this.#current;
	}

	/** Runs an edit, and again if the user retries after an error, so that their input is not lost. */
	async #run(started: Started): Promise<void> {
		await this.deps.commands.attempt((how) => this.#runOnce(started, how), waysToFit);
	}

	/** @param before a proposal to show again. */
	async #runOnce(started: Started, how?: MakingRoom, before?: TextEdit): Promise<void> {
		const { commands, log } = this.deps;
		const { box, ...again } = started;
		const session = new EditSession({
			...started,
			documents: this.#documents,
			log,
			onShown: () => box?.close(),
			...(box ? { cancelled: box.cancelled } : {}),
			isAlone: () => this.#sessions.size === 1 && !isProgressShown(),
			showAnswer: (answer) => this.#showAnswer(answer),
			chosenLate: (choice) => this.#chosenLate(choice, again, this.#sessions.has(session)),
			onError: (error, again) => void commands.show(error, again, waysToFit),
		});
		this.#sessions.add(session);
		const leaving = setTimeout(() => void box?.leave(), previewTime);
		try {
			await session.run(how, before);
		} finally {
			clearTimeout(leaving);
			this.#sessions.delete(session);
			await box?.leave();
			const { edit, answer } = session.left;
			if (edit) this.#setLast({ started: again, edit });
			else if (answer) this.#setLast({ answer });
		}
	}

	/**
	 * Handles a notification's button that was pressed after the refusal had been decided elsewhere.
	 *
	 * @param waits whether the edit still waits for the user.
	 */
	async #chosenLate(choice: LateChoice, started: Started, waits: boolean): Promise<void> {
		await this.deps.commands.attempt(async (how) => {
			if (typeof choice === "object" && "answer" in choice) return this.#showAnswer(choice.answer);
			if (waits) {
				void notify("info", inertLine(vscode.l10n.t("Another answer has already been requested.")));
				return;
			}
			const before = choice === "tryAgain" ? undefined : TextEdit.between(started.target.base, choice.text);
			await this.#runOnce(started, how, before);
		}, waysToFit);
	}

	#setLast(last: LastProposal | undefined): void {
		this.#last = last;
		void vscode.commands.executeCommand("setContext", canReopen, last !== undefined);
	}

	async #showAnswer(answer: string): Promise<void> {
		// As plain text: VS Code follows the links of a Markdown document, including command links.
		await this.deps.readOnly.show(inertName(vscode.l10n.t("Answer")), "txt", answer);
	}
}
