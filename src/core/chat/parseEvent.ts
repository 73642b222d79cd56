import { isChatParameters } from "../../shared/chatParameters";
import { failureActions } from "../../shared/conversation";
import type { ConversationChange, ConversationEvent, LoggedEvent } from "./conversationEvent";

type FieldCheck = (value: unknown) => boolean;

const isText: FieldCheck = (value) => typeof value === "string";
const isTextOrNull: FieldCheck = (value) => value === null || isText(value);
const isNumber: FieldCheck = (value) => typeof value === "number" && Number.isFinite(value);
const optional =
	(check: FieldCheck): FieldCheck =>
	(value) =>
		value === undefined || check(value);
const isAction: FieldCheck = (value) => failureActions.some((action) => action === value);
const isActions: FieldCheck = (value) => Array.isArray(value) && value.every(isAction);
const isLines: FieldCheck = (value) => Array.isArray(value) && value.length === 2 && value.every(isNumber);

/** An object whose fields fit; it may have others, of a later version's. */
function having(fields: Readonly<Record<string, FieldCheck>>): FieldCheck {
	return (value) => isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

/** A file's part has all of these; other kinds of context may lack some. */
const isAttachment = having({
	id: isText,
	name: isText,
	path: optional(isText),
	languageId: optional(isText),
	text: optional(isText),
	lines: optional(isLines),
});

const isUsage = having({ promptTokens: optional(isNumber), completionTokens: optional(isNumber) });

const stateFields: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>> = {
	complete: { finishReason: isText },
	stopped: {},
	interrupted: { message: isText, actions: optional(isActions) },
	failed: { failure: having({ reason: isText, message: isText, actions: isActions }) },
};

/** How an answer ended; `streaming` is no end. */
const isEnd: FieldCheck = (value) => {
	if (!isRecord(value) || typeof value.type !== "string" || !Object.hasOwn(stateFields, value.type)) return false;
	return having(stateFields[value.type] ?? {})(value);
};

const fieldsOf: Readonly<Record<ConversationChange["type"], Readonly<Record<string, FieldCheck>>>> = {
	asked: {
		message: isText,
		parent: isTextOrNull,
		text: isText,
		attachments: (value) => Array.isArray(value) && value.every(isAttachment),
	},
	answering: { message: isText, parent: isText, model: isText, gateway: isText },
	continuing: { message: isText, model: isText, gateway: isText },
	received: { message: isText, text: isText, reasoning: isText },
	ended: { message: isText, state: isEnd, usage: optional(isUsage) },
	shown: { message: isText },
	deleted: { message: isTextOrNull },
	restored: { message: isTextOrNull },
	titled: { title: isText },
	pinned: { pinned: (value) => typeof value === "boolean" },
	parameters: { parameters: isChatParameters },
};

/** A value out of a log's line or an imported file as an event; `undefined` when it is none, or a garbled one. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
