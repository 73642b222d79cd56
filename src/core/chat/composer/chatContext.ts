import * as l10n from "@vscode/l10n";
import type { AttachmentView, ContextView } from "../../../shared/chatProtocol";
import type { Attachment, MakingRoom } from "../../../shared/conversation";
import { type Draft, emptyDraft } from "../../../shared/draft";
import { UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import { withoutCodebaseWord } from "../../context/codebaseWord";
import type { ContextSource } from "../../context/contextSource";
import { roomFor } from "../../context/contextWindow";
import type { DraftContext, PendingAttachment } from "../../context/draftContext";
import { imageTokens, textTokens } from "../../context/tokenEstimate";
import { type PlannedRequest, planEditRequest, type RequestSettings } from "../chatRequest";
import type { ChatSession } from "../chatSession";
import { questionAfter } from "../questionOf";
import type { PreparedQuestion } from "./questionAction";

/** What is written in the composer. */
export interface QuestionDraft extends Draft {
	/** The question that it would be if it were asked now. @throws UserError when it makes none. */
	prepare(): Promise<PreparedQuestion>;
}

/** The places of the workspace that fit a question. */
interface PlacesForQuestion {
	/** May take long, such as while a busy gateway is waited for. @throws UserError or GatewayError when there are none. */
	find(question: string): Promise<readonly ContextSource[]>;
	attach(found: readonly ContextSource[]): Promise<void>;
}

const noPlaces: PlacesForQuestion = { find: async () => [], attach: async () => {} };
const nothingAsked: PreparedQuestion = { text: "", attachments: [] };
const noDraft: QuestionDraft = { ...emptyDraft, prepare: async () => nothingAsked };

/** The next question of the conversation: what is written, what is attached, and how much that is. */
export class ChatContext {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when the view has changed, or may have. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#draft: QuestionDraft = noDraft;
	#question: PreparedQuestion = nothingAsked;
	#how: MakingRoom | undefined;

	constructor(
		private readonly session: ChatSession,
		readonly attached: DraftContext,
		/**
		 * What the next request would be made with; `undefined` while there is no gateway or no model.
		 *
		 * @param model in place of the chosen one.
		 */
		private readonly settingsFor: (model?: string) => RequestSettings | undefined,
		private readonly places = noPlaces,
	) {
		attached.onDidChange(() => this.changed());
		session.onDidChange(({ type }) => {
			if (type === "reset") void attached.restore();
			if (type !== "text" && type !== "waits") this.changed();
		});
	}

	/** Something else of what makes the next request has changed, such as the model. */
	changed(): void {
		this.#onDidChange.fire();
	}

	/** What is written of it so far. */
	get draft(): string {
		return this.#draft.text;
	}

	/** Takes in what is written. While it makes no question, such as an action without any code, its text counts as a question. */
	async setDraft(draft: QuestionDraft): Promise<void> {
		if (draft.text === this.#draft.text && draft.model === this.#draft.model) return;
		this.#draft = draft;
		try {
			await this.prepareDraft();
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#setQuestion(draft, { text: draft.text, attachments: [] });
		}
	}

	/**
	 * Makes what is written into its question again: an action's is about the code that is selected now.
	 *
	 * @throws UserError when it makes none.
	 */
	async prepareDraft(): Promise<void> {
		const draft = this.#draft;
		this.#setQuestion(draft, await draft.prepare());
	}

	#setQuestion(draft: QuestionDraft, question: PreparedQuestion): void {
		// Something else may have been written meanwhile.
		if (draft !== this.#draft) return;
		this.#question = question;
		this.changed();
	}

	/** The user's choice for a request that does not fit; it holds for the next one. */
	makeRoom(how: MakingRoom): void {
		this.#how = how;
	}

	/**
	 * Asks a question with everything that is attached. What cannot be asked leaves the attachments as they were.
	 *
	 * @param question what is asked, and what an action in it brings along; for `#codebase` in it the workspace is searched.
	 */
	async send(question: PreparedQuestion): Promise<void> {
		const rest = withoutCodebaseWord(question.text);
		if (rest === "") throw new UserError(l10n.t("Say in words what to look for in the codebase."));
		const text = rest ?? question.text;
		await this.#findPlaces(text, rest !== undefined);
		await this.#ask({ ...question, text }, ({ type }) => type !== "codebase");
		// The page tells so too, a little later.
		await this.setDraft(noDraft);
	}

	/**
	 * The codebase, attached before there was a question or named in it, is searched with its words.
	 *
	 * @throws UserError when the user has gone to another conversation meanwhile, or wants no search any more.
	 */
	async #findPlaces(question: string, isNamed: boolean): Promise<void> {
		await this.session.restore();
		await this.attached.restore();
		const chip = this.#codebase;
		if (!chip && !isNamed) return;
		this.assertFree();
		const { conversationId } = this.session;
		const assertWanted = () => {
			if (this.session.conversationId === conversationId && (!chip || this.#codebase)) return;
			throw new UserError(
				l10n.t(
					"The question was not asked: the search for it was given up. It waits in its conversation: send it again there.",
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

	/** Rejects early, before the user types. @throws UserError while an answer is on its way. */
	assertFree(): void {
		this.session.assertFree();
	}

	/**
	 * Asks a question that was not written here, such as an action's. The workspace's instructions go with it, as the question shows
	 * in the panel; what else is attached waits on for its own question.
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
	): Promise<void> {
		await this.session.restore();
		const { attachments, giveBack, asked } = await this.attached.take(which);
		try {
			await this.session.ask(text, [...own, ...attachments], model, this.#taken());
		} catch (error) {
			await giveBack();
			throw error;
		}
		await asked();
	}

	/** Asks an answer's question again. */
	retry(answer: string): Promise<void> {
		return this.session.retry(answer, this.#taken());
	}

	/** Asks a question in other words. */
	edit(question: string, text: string): Promise<void> {
		return this.session.edit(question, text, this.#taken());
	}

	/** Has an answer go on. */
	continueAnswer(answer: string): Promise<void> {
		return this.session.continueAnswer(answer, this.#taken());
	}

	/**
	 * The next request, exactly as it would be made now; `undefined` while there is no gateway or no model.
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
		return this.session.nextRequest(text, [...attachments, ...pending], settings, how);
	}

	get view(): ContextView {
		const settings = this.#settings;
		const planned = this.#fitting();
		const window = settings?.window;
		const room = window ? roomFor(window, planned?.request.maxTokens) : null;
		const messages = planned?.request.messages ?? [];
		const tokens = window?.counter.ofMessages(messages) ?? 0;
		return {
			attachments: this.attached.pending.map((pending) => attachmentView(pending, this.#tokensOf(pending.attachment))),
			tokens,
			limit: window?.limit ?? null,
			fits: room === null || tokens <= room,
			estimate: !window?.counter.corrected,
			leftOut: planned?.leftOut?.ids ?? [],
		};
	}

	/** The next request; as a whole when it does not fit. */
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
	const { id, kind = "file", name, path } = attachment;
	return { id, kind, name, path, tokens, changed };
}
