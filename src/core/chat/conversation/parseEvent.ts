import { isChatParameters } from "../../../shared/chatParameters";
import { areChosenTools } from "../../../shared/chosenTool";
import { failureActions } from "../../../shared/conversation";
import { isAgentEvent } from "./agentEventFields";
import { isAttachment } from "./attachmentFields";
import type { ConversationChange, ConversationEvent, LoggedEvent } from "./conversationEvent";
import {
	type FieldCheck,
	having,
	isNumber,
	isRecord,
	isText,
	isTextOrNull,
	listOf,
	oneOfValues,
	optionalField,
} from "./fieldCheck";

const isLeftOut = having({ how: oneOfValues(["leaveOutOldest", "leaveOutAttachments"]), ids: listOf(isText) });
const isAction = oneOfValues(failureActions);
const isUsage = having({
	promptTokens: optionalField(isNumber),
	completionTokens: optionalField(isNumber),
	cachedTokens: optionalField(isNumber),
});

const stateFields: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>> = {
	complete: { finishReason: isText },
	stopped: {},
	interrupted: { message: isText, actions: optionalField(listOf(isAction)) },
	failed: { failure: having({ reason: isText, message: isText, actions: listOf(isAction) }) },
};

/** Returns whether a value is the state of an answer that has ended; `streaming` is not. */
const isEnd: FieldCheck = (value) => {
	if (!isRecord(value) || typeof value.type !== "string" || !Object.hasOwn(stateFields, value.type)) return false;
	return having(stateFields[value.type] ?? {})(value);
};

const fieldsOf: Readonly<Record<ConversationChange["type"], Readonly<Record<string, FieldCheck>>>> = {
	asked: {
		message: isText,
		parent: isTextOrNull,
		text: isText,
		attachments: listOf(isAttachment),
		model: optionalField(isText),
	},
	answering: {
		message: isText,
		parent: isText,
		model: isText,
		gateway: isText,
		leftOut: optionalField(isLeftOut),
		agent: optionalField((value) => value === true),
	},
	continuing: { message: isText, model: isText, gateway: isText },
	alive: { message: isText },
	received: { message: isText, text: isText, reasoning: isText },
	wasReasoning: { message: isText },
	ended: { message: isText, state: isEnd, usage: optionalField(isUsage) },
	agent: { message: isText, event: isAgentEvent },
	shown: { message: isText },
	deleted: { message: isTextOrNull },
	restored: { message: isTextOrNull },
	titled: { title: isText },
	pinned: { pinned: (value) => typeof value === "boolean" },
	parameters: { parameters: isChatParameters },
	tools: { tools: areChosenTools },
};

/** Parses a value from a log's line or an imported file; returns `undefined` when it is not a valid event. */
export function parseEvent(value: unknown): LoggedEvent | undefined {
	if (!isRecord(value)) return undefined;
	const { id, at, type } = value;
	if (typeof id !== "string" || typeof at !== "number" || !Number.isFinite(at) || typeof type !== "string") {
		return undefined;
	}
	if (!Object.hasOwn(fieldsOf, type)) return { type: "later", id, at, value };
	const fits = having(fieldsOf[type as ConversationChange["type"]]);
	return fits(value) ? (value as unknown as ConversationEvent) : undefined;
}
