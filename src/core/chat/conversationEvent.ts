import { type ChatParameters, isChatParameters } from "../../shared/chatParameters";
import type { AnswerState, Attachment, LeftOut, Usage } from "../../shared/conversation";

/** What can happen in a conversation. */
export type ConversationChange =
	| {
			readonly type: "asked";
			readonly message: string;
			readonly parent: string | null;
			readonly text: string;
			readonly attachments: readonly Attachment[];
	  }
	| {
			readonly type: "answering";
			readonly message: string;
			readonly parent: string;
			readonly model: string;
			readonly gateway: string;
			readonly leftOut?: LeftOut;
	  }
	| { readonly type: "received"; readonly message: string; readonly text: string; readonly reasoning: string }
	| {
			readonly type: "ended";
			readonly message: string;
			readonly state: AnswerState;
			readonly usage?: Usage;
	  }
	/** The conversation's own parameters from now on, all of them. */
	| { readonly type: "parameters"; readonly parameters: ChatParameters };

/** A change with its place in the log: an id that no other event has, and its time in milliseconds since the epoch. */
export type ConversationEvent = ConversationChange & {
	readonly id: string;
	readonly at: number;
};

/** The log's line for an event. */
export function encodeEvent(event: ConversationEvent): string {
	return JSON.stringify(event);
}

/**
 * The events of all writers' files in the order in which they happened; the same order wherever it is computed. A torn or
 * garbled line is counted and dropped, an event of a later version's type is skipped (it stays in its file).
 */
export function decodeEvents(files: ReadonlyMap<string, string>): { events: ConversationEvent[]; damaged: number } {
	const events: (ConversationEvent & { writer: string; line: number })[] = [];
	let damaged = 0;
	for (const [writer, text] of files) {
		// A writer's own events keep their order even if its clock was set back between two of them.
		let latest = 0;
		for (const [line, json] of text.split("\n").entries()) {
			if (json === "") continue;
			const event = parseEvent(json);
			if (event === "damaged") damaged++;
			else if (event !== "unknown") {
				latest = Math.max(latest, event.at);
				events.push({ ...event, at: latest, writer, line });
			}
		}
	}
	events.sort((a, b) => a.at - b.at || (a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : a.line - b.line));
	const seen = new Set<string>();
	return { events: events.filter(({ id }) => !seen.has(id) && seen.add(id)), damaged };
}

type FieldCheck = (value: unknown) => boolean;
const isText: FieldCheck = (value) => typeof value === "string";
const isObject: FieldCheck = (value) => typeof value === "object" && value !== null;

const fieldsOf: Readonly<Record<ConversationChange["type"], Readonly<Record<string, FieldCheck>>>> = {
	asked: {
		message: isText,
		parent: (value) => value === null || isText(value),
		text: isText,
		attachments: Array.isArray,
	},
	answering: { message: isText, parent: isText, model: isText, gateway: isText },
	received: { message: isText, text: isText, reasoning: isText },
	ended: { message: isText, state: isObject },
	parameters: { parameters: isChatParameters },
};

function parseEvent(json: string): ConversationEvent | "damaged" | "unknown" {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return "damaged";
	}
	if (typeof value !== "object" || value === null) return "damaged";
	const event = value as Record<string, unknown>;
	if (typeof event.id !== "string" || typeof event.at !== "number" || typeof event.type !== "string") return "damaged";
	if (!Object.hasOwn(fieldsOf, event.type)) return "unknown";
	const fields = Object.entries(fieldsOf[event.type as ConversationChange["type"]]);
	return fields.every(([name, fits]) => fits(event[name])) ? (value as ConversationEvent) : "damaged";
}
