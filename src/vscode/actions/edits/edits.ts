import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import { newFileInstruction } from "../../../core/edits/editInstruction";
import { namedFile } from "../../../core/edits/parse/namedFile";
import { RefusedAnswer } from "../../../core/edits/parse/refusedAnswer";
import type { MakingRoom } from "../../../shared/conversation";
import type { Disposable } from "../../../shared/disposable";
import { inertName } from "../../../shared/untrusted/inertText";
import { assertWritable } from "../../workspace/workspacePath";
import { promptForInstruction } from "../actionQuestion";
import { applyCode, assertNotCutOff } from "./applyCode";
import type { ChatCode, EditDeps, Editing, EditRequest, NewFileRequest } from "./editing";
import { editPlaceIn } from "./editPlaceIn";
import { EditSession, type Proposer } from "./editSession";
import { documentTarget, type EditTarget } from "./editTarget";
import { inlineEdit } from "./inlineEdit";
import { modelProposer } from "./modelProposer";
import { askNewPath } from "./newFile";
import { activePreviewTab, PreviewDocuments } from "./previewDocuments";

/**
 * The ways to make room for an edit. It needs its code, so all that remains is to send it anyway, or to use a larger
 * model.
 */
const waysToFit = ["sendAnyway"] as const;

/** Starts the edits and keeps those that wait for the user's decision. */
export class Edits implements Editing, Disposable {
	readonly #documents = new PreviewDocuments();
	readonly #sessions = new Set<EditSession>();

	constructor(private readonly deps: EditDeps) {}

	async edit({ document, base, range, title, question, keepsCode = false }: EditRequest): Promise<void> {
		await assertWritable(document);
		const place = editPlaceIn(document, base, range);
		const proposer = modelProposer(this.deps, { ...place, keepsCode }, question);
		await this.#run(documentTarget(document, base), title, proposer);
	}

	async createFile({ path, languageId, title, question }: NewFileRequest): Promise<void> {
		const place = await askNewPath(path);
		if (!place) return;
		// The code is inserted before an empty last line, so that the file ends with a line break.
		const empty = { text: "\n", start: 0, count: 1, languageId, path: place.path, indentation: "\t" };
		const proposer = modelProposer(this.deps, empty, question, newFileInstruction(place.path));
		await this.#run(place.target, title, proposer);
	}

	async applyCode(code: ChatCode): Promise<void> {
		assertNotCutOff(code);
		try {
			await this.#applyCode(code);
		} catch (error) {
			if (!(error instanceof RefusedAnswer)) throw error;
			// The user selects the lines that are meant, and tries again.
			const refused = new UserError(error.message, ["retry"], { cause: error });
			await this.deps.commands.show(refused, () => this.applyCode(code));
		}
	}

	async #applyCode(code: ChatCode): Promise<void> {
		const applied = await applyCode(code, this.deps.lastEditor.editor);
		if (!applied) return this.newFile(code);
		const { document, base, proposed } = applied;
		await assertWritable(document);
		await this.#run(documentTarget(document, base), vscode.l10n.t("Apply to file"), { first: async () => proposed });
	}

	async newFile(chatCode: ChatCode): Promise<void> {
		const { code, path } = chatCode;
		assertNotCutOff(chatCode);
		const place = await askNewPath(path || (namedFile(code)?.path ?? ""));
		if (!place) return;
		const text = code.endsWith("\n") ? code : `${code}\n`;
		await this.#run(place.target, vscode.l10n.t("New File"), { first: async () => text });
	}

	/**
	 * Starts an edit at the cursor; in a preview, asks for further instructions instead.
	 *
	 * @param assertEditable throws if the editor is read-only, as a preview always is.
	 */
	async editInline(instruction?: string, assertEditable = () => {}): Promise<void> {
		if (this.#active) return this.followUp(instruction);
		assertEditable();
		const request = await inlineEdit(vscode.window.activeTextEditor, this.deps, instruction);
		if (request) await this.edit(request);
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

	async acceptChange(): Promise<void> {
		await this.#current.acceptChange();
	}

	async rejectChange(): Promise<void> {
		await this.#current.rejectChange();
	}

	regenerate(): void {
		this.#current.proposeAgain({});
	}

	async followUp(instruction?: string): Promise<void> {
		const session = this.#current;
		if (session.remindOfRefusal()) return;
		session.assertAsks();
		const title = vscode.l10n.t("Edit Inline");
		const wanted = instruction ?? (await promptForInstruction(title, vscode.l10n.t("What should be otherwise?")));
		if (wanted !== undefined) session.proposeAgain({ instruction: wanted });
	}

	dispose(): void {
		this.#documents.dispose();
	}

	get #active(): EditSession | undefined {
		return [...this.#sessions].find(({ active }) => active);
	}

	/**
	 * Returns the edit in the active editor, or the only one; none if the active preview is left over from before a
	 * reload.
	 */
	get #current(): EditSession {
		const [only, ...others] = activePreviewTab() ? [] : this.#sessions;
		const session = this.#active ?? (others.length === 0 ? only : undefined);
		if (!session) throw new UserError(vscode.l10n.t("There is no edit to accept or reject."));
		return session;
	}

	/** Runs an edit, and again if the user retries after an error, so that their input is not lost. */
	async #run(target: EditTarget, title: string, proposer: Proposer): Promise<void> {
		await this.deps.commands.attempt((how) => this.#runOnce(target, title, proposer, how), waysToFit);
	}

	async #runOnce(target: EditTarget, title: string, proposer: Proposer, how?: MakingRoom): Promise<void> {
		const { commands, readOnly } = this.deps;
		const session = new EditSession({
			documents: this.#documents,
			target,
			title,
			proposer,
			log: this.deps.log,
			// As plain text: VS Code follows the links of a Markdown document, including command links.
			showAnswer: (answer) => readOnly.show(inertName(vscode.l10n.t("Answer")), "txt", answer),
			onError: (error, again) => void commands.show(error, again, waysToFit),
		});
		this.#sessions.add(session);
		try {
			await session.run(how);
		} finally {
			this.#sessions.delete(session);
		}
	}
}
