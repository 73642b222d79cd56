import * as l10n from "@vscode/l10n";
import type { AttachmentView, ContextView } from "../../../shared/chatProtocol";
import type { Attachment, MakingRoom } from "../../../shared/conversation";
import { type Draft, emptyDraft } from "../../../shared/draft";
import { UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import { withoutCodebaseWord } from "../../context/codebaseWord";
import { type ContextSource, contentSource } from "../../context/contextSource";
import type { PendingAttachment, PendingAttachments } from "../../context/pendingAttachments";
import { roomFor } from "../../context/tokens/contextWindow";
import { imageTokens, textTokens } from "../../context/tokens/tokenEstimate";
import { assertQuestionFits } from "../conversation/conversationLimits";
import { questionAfter } from "../conversation/questionOf";
import { type PlannedRequest, planEditRequest, type RequestSettings } from "../request/chatRequest";
import type { ChatSession } from "../session/chatSession";
import type { TaskParts } from "../session/taskWorker";
import type { PreparedQuestion } from "./questionAction";
import type { WrittenQuestion } from "./questionQueue";

/** The text in the composer. */
export interface QuestionDraft extends Draft {
	/** Returns the question that would be sent for the draft now. @throws UserError when there is none. */
	prepare(): Promise<PreparedQuestion>;
}

/** Searches the workspace for places that are relevant to a question. */
interface PlacesForQuestion {
	/**
	 * Searches the workspace; may take long, for example while waiting for a busy gateway. @throws UserError or
	 * GatewayError when nothing is found.
	 */
	find(question: string): Promise<readonly ContextSource[]>;
	attach(found: readonly ContextSource[]): Promise<void>;
}

/** A file to send with a question about code from the conversation. */
interface FileToPass {
	readonly conversation: string;
	readonly source: ContextSource;
	/**
	 * Asks whether to send the file as it was read, where there is a reason to ask; `undefined` when the user cancels.
	 */
	confirm(file: Attachment): Promise<boolean | undefined>;
}

/** Whether the user's questions are tasks for an agent, and the parts that it adds to requests, once loaded. */
export interface AgentMode {
	readonly on: boolean;
	readonly parts: TaskParts | undefined;
}

const noPlaces: PlacesForQuestion = { find: async () => [], attach: async () => {} };
const nothingAsked: PreparedQuestion = { text: "", attachments: [] };
const noDraft: QuestionDraft = { ...emptyDraft, prepare: async () => nothingAsked };

/** The next question of the conversation: its text, its attachments, and their size in tokens. */
export class Composer {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when the view may have changed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#draft: QuestionDraft = noDraft;
	#question: PreparedQuestion = nothingAsked;
	#how: MakingRoom | undefined;

	constructor(
		private readonly session: ChatSession,
		readonly attached: PendingAttachments,
		/**
		 * Returns the settings of the next request; `undefined` without a gateway or a model.
		 *
		 * @param model replaces the chosen model.
		 */
		private readonly settingsFor: (model?: string) => RequestSettings | undefined,
		private readonly places = noPlaces,
		private readonly agent: AgentMode = { on: false, parts: undefined },
	) {
		attached.onDidChange(() => this.changed());
		session.onDidChange(({ type }) => {
			if (type === "reset") void attached.restore();
			// An agent's work is counted when it has ended.
			if (type !== "text" && type !== "waits" && type !== "agent") this.changed();
		});
	}

	/** Reports that something else that shapes the next request has changed, such as the model. */
	changed(): void {
		this.#onDidChange.fire();
	}

	/** The text of the draft. */
	get draft(): string {
		return this.#draft.text;
	}

	/**
	 * Sets the draft. If it cannot be turned into a question, as with an action without any code, its text is used as
	 * it is.
	 *
	 * @throws UserError when it is too long for a question.
	 */
	async setDraft(draft: QuestionDraft): Promise<void> {
		assertQuestionFits(draft.text);
		if (draft.text === this.#draft.text && draft.model === this.#draft.model) return;
		this.#draft = draft;
		try {
			await this.prepareDraft();
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#setQuestion(draft, { text: draft.text, attachments: [] });
		}
	}

	/** Clears the draft when it is sent; the page reports the empty draft too, a little later. */
	async clearDraft(): Promise<void> {
		await this.setDraft(noDraft);
	}

	/**
	 * Prepares the draft's question again: an action's question is about the code that is selected now.
	 *
	 * @throws UserError when the draft cannot be turned into a question.
	 */
	async prepareDraft(): Promise<void> {
		const draft = this.#draft;
		this.#setQuestion(draft, await draft.prepare());
	}

	#setQuestion(draft: QuestionDraft, question: PreparedQuestion): void {
		// The draft may have changed meanwhile.
		if (draft !== this.#draft) return;
		this.#question = question;
		this.changed();
	}

	/** Sets the user's choice for a request that does not fit; it applies to the next request only. */
	makeRoom(how: MakingRoom): void {
		this.#how = how;
	}

	/**
	 * Asks a question with all attachments. If it cannot be asked, the attachments stay as they were.
	 *
	 * @param question the text, and what an action in it adds; with `#codebase` in the text, the workspace is searched.
	 */
	async send(question: PreparedQuestion): Promise<void> {
		assertQuestionFits(question.text);
		const isTask = this.agent.on;
		const rest = withoutCodebaseWord(question.text);
		if (rest === "") throw new UserError(l10n.t("Describe what to look for in the codebase."));
		const text = rest ?? question.text;
		await this.#findPlaces(text, rest !== undefined, () => this.assertFree());
		await this.#ask({ ...question, text }, ({ type }) => type !== "codebase", isTask);
	}

	/**
	 * Passes on a question with everything that is attached now, in the current mode, so that it can be asked later with
	 * `askWritten`. If that fails, the attachments stay as they were.
	 */
	async pass(text: string, model: string | null, on: (question: WrittenQuestion) => Promise<void>): Promise<void> {
		assertQuestionFits(text);
		const isTask = this.agent.on;
		const rest = withoutCodebaseWord(text);
		if (rest === "") throw new UserError(l10n.t("Describe what to look for in the codebase."));
		await this.#findPlaces(rest ?? text, rest !== undefined);
		const { attachments, sources, giveBack } = await this.attached.take();
		try {
			await on({ text: rest ?? text, model, attachments, sources, isTask });
		} catch (error) {
			await giveBack();
			throw error;
		}
	}

	/**
	 * Passes on a file for a question that does not come from the composer; passes on nothing if the next request
	 * contains the file's current text anyway, or if the user leaves the file out. The draft's attachments stay.
	 *
	 * @param on is not called when the user cancels.
	 * @throws UserError when the file cannot be read, or another conversation is open.
	 */
	async passFile(
		{ conversation, source, confirm }: FileToPass,
		on: (passed: Required<Pick<WrittenQuestion, "attachments" | "sources">>) => Promise<void>,
	): Promise<void> {
		this.#assertOpen(conversation);
		const file = await this.attached.read(source);
		const isPassed = this.#isSent(file) ? false : await confirm(file);
		if (isPassed === undefined) return;
		// The user may have switched to another conversation meanwhile.
		this.#assertOpen(conversation);
		await on(isPassed ? { attachments: [file], sources: [source] } : { attachments: [], sources: [] });
	}

	#assertOpen(conversation: string): void {
		if (this.session.conversationId === conversation) return;
		throw new UserError(
			l10n.t("This code is from another conversation. Open that conversation and apply the code there."),
		);
	}

	/** Returns whether the next request contains a file with the same text, attached to an earlier question. */
	#isSent({ path, text }: Attachment): boolean {
		const { leftOut } = this.view;
		return this.session.messages.some(
			(one) =>
				one.role === "user" &&
				!leftOut.includes(one.id) &&
				one.attachments.some((sent) => sent.path === path && sent.text === text),
		);
	}

	/** Attaches again what was passed on with a question that is not asked; the page gets the question's text. */
	async takeBack({ attachments, sources = [] }: WrittenQuestion): Promise<void> {
		await this.attached.putBack(
			attachments.map((attachment, at) => ({ attachment, source: sources[at] ?? contentSource(attachment) })),
		);
	}

	/** Asks a question with what was attached when it was written. @throws UserError when it cannot be asked. */
	async askWritten({ text, model, attachments, isTask }: WrittenQuestion): Promise<void> {
		await this.session.ask(text, attachments, model ?? undefined, this.#taken(), isTask);
	}

	/**
	 * Searches the workspace with the question's words if the codebase is attached, or named in the question.
	 *
	 * @param assertPossible rejects before the search where the question cannot be asked.
	 * @throws UserError when the user has switched to another conversation meanwhile, or has removed the attachment.
	 */
	async #findPlaces(question: string, isNamed: boolean, assertPossible = () => {}): Promise<void> {
		await this.session.restore();
		await this.attached.restore();
		const chip = this.#codebase;
		if (!chip && !isNamed) return;
		assertPossible();
		const { conversationId } = this.session;
		const assertWanted = () => {
			if (this.session.conversationId === conversationId && (!chip || this.#codebase)) return;
			throw new UserError(
				l10n.t(
					"The question was not sent, because the search for its context was cancelled. It is kept in its conversation: send it from there.",
				),
			);
		};
		const found = await this.places.find(question);
		assertWanted();
		await this.places.attach(found);
		assertWanted();
		if (this.#codebase) await this.attached.remove(this.#codebase.attachment.id);
	}

	get #codebase(): PendingAttachment | undefined {
		return this.attached.pending.find(({ source }) => source.type === "codebase");
	}

	/** Rejects early, before the user types. @throws UserError while an answer is streaming or waited for. */
	assertFree(): void {
		this.session.assertFree();
	}

	/**
	 * Begins a new conversation, unless a question of the current one has an attachment from the same file.
	 *
	 * @param path the file's path, as attachments have it.
	 * @throws UserError while an answer is streaming or waited for.
	 */
	async turnTo(path: string): Promise<void> {
		await this.session.restore();
		this.assertFree();
		const { messages } = this.session;
		const isAbout = ({ path: own, sources = [] }: Attachment) => own === path || sources.includes(path);
		if (messages.length === 0 || messages.some((one) => one.role === "user" && one.attachments.some(isAbout))) return;
		await this.session.newConversation();
	}

	/**
	 * Asks a question that does not come from the composer, such as an action's. The workspace's instructions are sent
	 * with it, as the question in the panel shows; other attachments remain for the composer's question.
	 *
	 * @param how how to make room where it does not fit.
	 */
	ask(question: PreparedQuestion, how?: MakingRoom): Promise<void> {
		if (how) this.makeRoom(how);
		return this.#ask(question, ({ type }) => type === "instructions");
	}

	async #ask(
		{ text, attachments: own, model }: PreparedQuestion,
		which: (source: ContextSource) => boolean,
		isTask = false,
	): Promise<void> {
		await this.session.restore();
		const { attachments, giveBack, asked } = await this.attached.take(which);
		try {
			await this.session.ask(text, [...own, ...attachments], model, this.#taken(), isTask);
		} catch (error) {
			await giveBack();
			throw error;
		}
		await asked();
	}

	/** Asks the question of an answer again. @param model replaces the answer's model. */
	retry(answer: string, model?: string): Promise<void> {
		return this.session.retry(answer, this.#taken(), model);
	}

	/** Asks an edited version of a question. */
	async edit(question: string, text: string): Promise<void> {
		assertQuestionFits(text);
		return this.session.edit(question, text, this.#taken(), this.agent.on);
	}

	/** Continues an answer that was stopped, interrupted or cut off. */
	continueAnswer(answer: string): Promise<void> {
		return this.session.continueAnswer(answer, this.#taken());
	}

	/**
	 * Returns the next request, exactly as it would be sent now; `undefined` without a gateway or a model.
	 *
	 * @throws UserError when it does not fit.
	 */
	next(how = this.#how): PlannedRequest | undefined {
		const settings = this.#settings;
		const { text, attachments, instruction } = this.#question;
		if (!settings) return undefined;
		if (instruction !== undefined)
			return planEditRequest([questionAfter([], text, attachments, 0)], settings, instruction, how);
		const found = this.attached.pending.filter(({ source }) => source.type !== "codebase");
		const pending = found.map(({ attachment }) => attachment);
		return this.session.nextRequest(text, [...attachments, ...pending], settings, how, this.agent.parts);
	}

	get view(): ContextView {
		const settings = this.#settings;
		const planned = this.#fitting();
		const window = settings?.window;
		const room = window ? roomFor(window, planned?.request.maxTokens) : null;
		const messages = planned?.request.messages ?? [];
		const tools = planned?.request.tools ?? [];
		const ofTools = tools.length > 0 ? (window?.counter.ofText(JSON.stringify(tools)) ?? 0) : 0;
		const tokens = (window?.counter.ofMessages(messages) ?? 0) + ofTools;
		return {
			attachments: this.attached.pending.map((pending) => attachmentView(pending, this.#tokensOf(pending.attachment))),
			tokens,
			limit: window?.limit ?? null,
			room,
			estimate: !window?.counter.corrected,
			leftOut: planned?.leftOut?.ids ?? [],
		};
	}

	/** Returns the next request; the complete one if it does not fit. */
	#fitting(): PlannedRequest | undefined {
		try {
			return this.next();
		} catch (error) {
			if (error instanceof UserError) return this.next("sendAnyway");
			throw error;
		}
	}

	get #settings(): RequestSettings | undefined {
		return this.settingsFor(this.#draft.model ?? this.#question.model);
	}

	#taken(): MakingRoom | undefined {
		const how = this.#how;
		this.#how = undefined;
		return how;
	}

	#tokensOf({ text, image }: Attachment): number {
		if (image !== undefined) return imageTokens();
		return this.#settings?.window?.counter.ofText(text) ?? textTokens(text);
	}
}

function attachmentView({ attachment, changed }: PendingAttachment, tokens: number): AttachmentView {
	const { id, kind = "file", name, path, found = false } = attachment;
	return { id, kind, name, path, tokens, changed, found };
}
