import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { beginsWithAction, prepareQuestion, type QuestionAction } from "../../core/chat/composer/questionAction";
import type { WrittenQuestion } from "../../core/chat/composer/questionQueue";
import type { LimitsDisplay } from "../../core/connections/limitsDisplay";
import type { ContextSource } from "../../core/context/contextSource";
import type { RefusedCode } from "../../core/edits/refusedCode";
import { isChatParameters } from "../../shared/chatParameters";
import type { ChatHost, CodeRefusal, Snapshot } from "../../shared/chatProtocol";
import {
	type Attachment,
	type CommandAction,
	failureActions,
	isCommandAction,
	isInterruptedPart,
} from "../../shared/conversation";
import { readDraft, type SavedDraft } from "../../shared/draft";
import { placeScheme } from "../../shared/placeReference";
import type { Check, Handlers } from "../../shared/rpc";
import type { ChatCode, Editing } from "../actions/edits/editing";
import { type CommandName, commandOf } from "../commands";
import { agentHandlers } from "./agentHandlers";
import type { ComposerServices } from "./composerServices";
import { contextHandlers } from "./contextHandlers";
import { keepingFocus } from "./keepingFocus";
import { isCount, isPageText, isSwitch } from "./pageArguments";

interface ChatHostDeps {
	readonly chat: ComposerServices;
	readonly editing: Pick<Editing, "applyCode" | "newFile">;
	readonly limits: Pick<LimitsDisplay, "dismiss">;
	/** The actions that a question can begin with; requested each time, because the list can change. */
	actions(): Promise<readonly QuestionAction[]>;
	/** Sends a question, after an action in it has been prepared. */
	send(text: string, model: string | null): Promise<void>;
	/** Sends a question that was queued. */
	sendWritten(question: WrittenQuestion): Promise<void>;
	/** Whether the gateway has requests to spare beyond the user's own. */
	hasSpareRequests(): boolean;
	runCommand(name: CommandName): Promise<void>;
	/** Asks for the key of the gateway in use; returns whether the user has set one. */
	setKey(): Promise<boolean>;
	/** Asks for a model other than this one; returns `undefined` when the user cancels. */
	pickModel(except: string | undefined): Promise<string | undefined>;
	snapshot(): Snapshot;
}

const isModel: Check<string | null> = (value): value is string | null => value === null || isPageText(value);
const isAction: Check<CommandAction> = (value): value is CommandAction =>
	failureActions.some((action) => action === value && isCommandAction(action));

const isDraft: Check<SavedDraft> = (value): value is SavedDraft => {
	const draft = readDraft(value);
	return draft !== undefined && [draft.place, draft.text, draft.model ?? ""].every(isPageText);
};

/** Returns the calls that the page may make. Every argument is checked, because the page shows untrusted text. */
export function chatHostHandlers({
	chat,
	editing,
	limits,
	actions,
	send,
	sendWritten,
	hasSpareRequests,
	runCommand,
	setKey,
	pickModel,
	snapshot,
}: ChatHostDeps): Handlers<ChatHost> {
	const { session, context, attacher, deleted, drafts, queue, lastEditor, used } = chat;
	const chatCode = (code: string, path: string): ChatCode => ({ code, path, messages: session.messages });
	const insert = async (code: ChatCode) =>
		// Loaded on first use.
		(await import("./insertAtCursor")).insertAtCursor(code, lastEditor.editor);
	/** The code that was refused last, and the conversation that contains it. */
	let last: { readonly refused: RefusedCode; readonly conversation: string } | undefined;
	const refusalOf = ({ message, fitsElsewhere }: RefusedCode): CodeRefusal => ({
		message,
		fitsElsewhere,
		// Code whose place is clear needs no other form.
		canAskAgain: !fitsElsewhere && hasSpareRequests(),
	});
	return {
		// Avoids showing an empty panel before the last conversation is read.
		ready: {
			checks: [],
			before: async () => {
				await session.restore();
				await Promise.all([context.attached.restore(), queue.restore()]);
			},
			run: () => {
				used();
				return snapshot();
			},
		},
		send: {
			checks: [isPageText, isModel],
			run: async (text, model) => {
				await send(text, model);
				await context.clearDraft();
			},
		},
		queue: {
			checks: [isPageText, isModel],
			run: async (text, model) => {
				if (!queue.mustWait) return send(text, model);
				// When the queued question is sent, the code at the cursor may be different.
				if (await beginsWithAction(text, actions))
					throw new UserError(
						vscode.l10n.t(
							"Actions use the code at the cursor, so they cannot be queued. Send this one when the answer is complete.",
						),
					);
				await context.pass(text, model, (question) => queue.add(question, sendWritten));
			},
		},
		sendQueued: { checks: [isPageText], run: (id) => queue.send(id, sendWritten) },
		removeQueued: { checks: [isPageText], run: (id) => queue.remove(id, (question) => context.takeBack(question)) },
		resumeQueue: { checks: [], run: () => queue.resume(sendWritten) },
		setDraft: {
			checks: [isPageText, isModel],
			run: (text, model) => context.setDraft({ text, model, prepare: () => prepareQuestion(text, actions) }),
		},
		savedDrafts: { checks: [], run: () => drafts.drafts },
		saveDraft: { checks: [isDraft], run: (draft) => drafts.save(draft) },
		stop: { checks: [], run: () => session.stop() },
		retry: { checks: [isPageText], run: (answer) => context.retry(answer) },
		retryWith: {
			checks: [isPageText],
			run: async (answer) => {
				const asked = session.messages.find(({ id }) => id === answer);
				const except = asked?.role === "assistant" ? asked.model : undefined;
				const model = await keepingFocus(() => pickModel(except));
				if (model !== undefined) await context.retry(answer, model);
			},
		},
		setKeyFor: {
			checks: [isPageText],
			run: async (answer) => {
				const isSet = await keepingFocus(setKey);
				const last = session.messages.at(-1);
				if (!isSet || last?.role !== "assistant" || last.id !== answer) return;
				await (isInterruptedPart(last) ? context.continueAnswer(answer) : context.retry(answer));
			},
		},
		copy: { checks: [isPageText], run: async (text) => vscode.env.clipboard.writeText(text) },
		insertAtCursor: { checks: [isPageText], run: (code) => insert(chatCode(code, "")) },
		applyToFile: {
			checks: [isPageText, isPageText, isSwitch],
			run: async (code, path, usesSelection) => {
				const conversation = session.conversationId;
				const refused = await editing.applyCode(chatCode(code, path), usesSelection);
				if (!refused) return null;
				last = { refused, conversation };
				return refusalOf(refused);
			},
		},
		askForOtherCode: {
			checks: [],
			run: async () => {
				if (!last) return null;
				const { refused, conversation } = last;
				if (!refusalOf(refused).canAskAgain) return refusalOf(refused);
				// Loaded on first use.
				const { questionAboutRefused } = await import("../../core/edits/refusedCode");
				const asked = [...session.messages, ...queue.view.questions].map(({ text }) => text);
				const text = questionAboutRefused(refused, asked);
				const source: ContextSource = { type: "file", uri: refused.uri };
				const confirm = (file: Attachment) => attacher.confirm(source, file);
				await context.passFile({ conversation, source, confirm }, (passed) => {
					const question: WrittenQuestion = { text, ...passed, model: null, isTask: false };
					return queue.mustWait ? queue.add(question, sendWritten) : sendWritten(question);
				});
				return null;
			},
		},
		newFile: { checks: [isPageText, isPageText], run: (code, path) => editing.newFile(chatCode(code, path)) },
		openLink: { checks: [isPageText], run: openLink },
		connect: { checks: [], run: () => runCommand("connect") },
		selectModel: { checks: [], run: () => keepingFocus(() => runCommand("selectModel")) },
		act: { checks: [isAction], run: (action) => runCommand(commandOf[action]) },
		edit: { checks: [isPageText, isPageText], run: (question, text) => context.edit(question, text) },
		continueAnswer: { checks: [isPageText], run: (answer) => context.continueAnswer(answer) },
		showVersion: { checks: [isPageText, isCount], run: (message, version) => session.showVersion(message, version) },
		deleteQuestion: { checks: [isPageText], run: (question) => session.deleteQuestion(question) },
		restoreQuestion: { checks: [isPageText], run: (question) => session.restoreQuestion(question) },
		restoreConversation: { checks: [], run: () => deleted.restore() },
		dismissLimit: { checks: [isPageText], run: async (id) => limits.dismiss(id) },
		forgetConversation: { checks: [], run: async () => deleted.forget() },
		suggestActions: { checks: [], run: async () => (await actions()).map(({ suggestion }) => suggestion) },
		setParameters: { checks: [isChatParameters], run: (parameters) => session.setParameters(parameters) },
		...agentHandlers(chat),
		...contextHandlers(chat, () => keepingFocus(() => runCommand("attachContext"))),
	};
}

/**
 * Opens a place in the workspace, or an external address. VS Code first shows an external address in full and asks for
 * confirmation, unless its site is trusted.
 */
async function openLink(address: string): Promise<void> {
	if (address.startsWith(placeScheme)) {
		const { openReference } = await import("../workspace/openPlace");
		return openReference(address.slice(placeScheme.length));
	}
	if (!URL.canParse(address) || !["https:", "http:", "mailto:"].includes(new URL(address).protocol)) {
		throw new UserError(vscode.l10n.t("Links of this kind cannot be opened."));
	}
	// Passed as a string: a Uri decodes escaped characters, which could change the target.
	await vscode.commands.executeCommand("vscode.open", address);
}
