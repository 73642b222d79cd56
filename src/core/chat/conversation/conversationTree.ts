import { withAgentEvent } from "../../../shared/agentSteps";
import { decidedWork, newWork } from "../../../shared/agentWork";
import type { ChatParameters } from "../../../shared/chatParameters";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { Answer, Message, Usage, Versions } from "../../../shared/conversation";
import { cutText } from "../../../shared/untrusted/cutText";
import { gatewayLimits, limits } from "../../../shared/untrusted/limits";
import { knownAttachment } from "./attachmentFields";
import type { LoggedEvent } from "./conversationEvent";

/** The state that a conversation's events lead to: a tree in which an edit or a retry adds a sibling. */
export class ConversationTree {
	/** The name given by the user; empty when there is none. */
	title = "";
	pinned = false;
	deleted = false;
	parameters: ChatParameters = {};
	tools: readonly ChosenTool[] = [];
	/** Whether a question has more attachments than are shown. */
	cut = false;
	readonly #messages = new Map<string, Message>();
	readonly #children = new Map<string | null, string[]>();
	/** A cache of the children that are not hidden; cleared for a message when its children change. */
	readonly #visible = new Map<string | null, VisibleChildren>();
	/** The child on the visible branch, at each fork. */
	readonly #chosen = new Map<string | null, string>();
	/** The child that was chosen when a message was added: it is shown again if the message stays empty. */
	readonly #chosenBefore = new Map<string, string>();
	/** The messages that the user chose: they are shown even if they are empty. */
	readonly #wanted = new Set<string>();
	readonly #hidden = new Set<string>();
	/** The time of each answer's last event. */
	readonly #heard = new Map<string, number>();
	/** Of answers that were continued after reasoning or by another model: the text before that, and since. */
	readonly #resumed = new Map<string, { readonly before: string; since: string }>();

	/**
	 * @param rooted whether a question whose parent is missing begins the conversation, because the earlier part was
	 * left out.
	 */
	constructor(private readonly rooted = false) {}

	/** Applies an event. Events about a missing message change nothing: its line was lost. */
	apply(event: LoggedEvent): void {
		switch (event.type) {
			case "asked": {
				const { message: id, parent, text, attachments, at, model } = event;
				const asked = model === undefined ? {} : { model: modelOf(model) };
				if (attachments.length > limits.attachments) this.cut = true;
				const known = attachments.slice(0, limits.attachments).map(knownAttachment);
				const place = this.rooted && parent !== null && !this.#messages.has(parent) ? null : parent;
				this.#add({ role: "user", id, parent: place, text, attachments: known, at, ...asked });
				break;
			}
			case "answering": {
				const { message: id, parent, at, leftOut } = event;
				if (this.rooted && !this.#messages.has(parent)) break;
				const state = { type: "streaming" } as const;
				const names = { model: modelOf(event.model), gateway: nameOf(event.gateway) };
				const without = leftOut ? { leftOut } : {};
				const agent = event.agent ? { agent: newWork } : {};
				this.#add({
					role: "assistant",
					id,
					parent,
					...names,
					text: "",
					reasoning: "",
					state,
					at,
					...without,
					...agent,
				});
				this.#heard.set(id, at);
				break;
			}
			case "continuing":
				this.#update(event.message, event.at, ({ endedAt, ...answer }) => {
					// The reasoning of another model cannot begin in this model's text.
					const isOther = modelOf(event.model) !== answer.model;
					if (isOther || answer.reasoning !== "" || this.#resumed.has(answer.id))
						this.#resumed.set(answer.id, { before: answer.text, since: "" });
					const until = endedAt ?? this.#heard.get(answer.id) ?? event.at;
					const paused = (answer.paused ?? 0) + Math.max(0, event.at - until);
					const work = answer.agent ? { agent: decidedWork(answer.agent, until) } : {};
					return { ...answer, ...work, state: { type: "streaming" }, paused };
				});
				break;
			case "alive":
				this.#update(event.message, event.at, (answer) => answer);
				break;
			case "received":
				this.#update(event.message, event.at, (answer) => {
					const resumed = this.#resumed.get(answer.id);
					if (resumed) resumed.since += event.text;
					return {
						...answer,
						text: answer.text + event.text,
						reasoning: answer.reasoning + event.reasoning,
						firstAt: answer.firstAt ?? event.at,
					};
				});
				break;
			case "wasReasoning":
				this.#update(event.message, event.at, (answer) => {
					const { before, since } = this.#resumed.get(answer.id) ?? { before: "", since: answer.text };
					this.#resumed.set(answer.id, { before, since: "" });
					// A model with reasoning turned off may leave only whitespace between its tags.
					return { ...answer, text: before, reasoning: answer.reasoning + (since.trim() === "" ? "" : since) };
				});
				break;
			case "ended":
				this.#update(event.message, event.at, (answer) => ({
					...answer,
					state: event.state,
					endedAt: event.at,
					...totalUsage(answer, event.usage),
				}));
				break;
			case "agent":
				this.#update(event.message, event.at, (answer) => withAgentEvent(answer, event.event, event.at));
				break;
			case "shown":
				this.#choose(event.message);
				break;
			case "deleted":
				if (event.message === null) this.deleted = true;
				else {
					this.#hidden.add(event.message);
					this.#visible.clear();
				}
				break;
			case "restored":
				if (event.message === null) this.deleted = false;
				else if (this.#hidden.delete(event.message)) {
					this.#visible.clear();
					this.#choose(event.message);
				}
				break;
			case "titled":
				this.title = nameOf(event.title);
				break;
			case "pinned":
				this.pinned = event.pinned;
				break;
			case "parameters":
				this.parameters = event.parameters;
				break;
			case "tools":
				this.tools = event.tools;
		}
	}

	/** Every message, including hidden ones. */
	get messages(): Iterable<Message> {
		return this.#messages.values();
	}

	message(id: string): Message | undefined {
		return this.#messages.get(id);
	}

	/** Returns the time of an answer's last event; `undefined` for any other message. */
	heardAt(id: string): number | undefined {
		return this.#heard.get(id);
	}

	/** Returns the versions of a message, including itself, oldest first and without deleted ones. */
	versions(id: string): readonly Message[] {
		const message = this.#messages.get(id);
		return message ? this.#visibleChildren(message.parent) : [];
	}

	/**
	 * Returns the position of a message among its versions, counted from 1, and their number; `undefined` for a deleted
	 * message.
	 */
	placeAmongVersions(id: string): Versions | undefined {
		const message = this.#messages.get(id);
		const versions = message && this.#visibleUnder(message.parent).places;
		const place = versions?.get(id);
		return versions && place !== undefined ? [place + 1, versions.size] : undefined;
	}

	/** Returns the visible branch, oldest first: at each fork the child that was chosen last, unless it is empty. */
	branch(): readonly Message[] {
		const branch: Message[] = [];
		for (let parent: string | null = null; ; ) {
			const message = this.#shownChild(parent);
			if (!message) return branch;
			branch.push(message);
			parent = message.id;
		}
	}

	/** Returns the messages of all branches, each before those below it, without deleted ones. */
	branches(): readonly Message[] {
		const messages = [...this.#visibleChildren(null)];
		for (const { id } of messages) for (const child of this.#visibleChildren(id)) messages.push(child);
		return messages;
	}

	/** Returns the path from the root to a message, both included. */
	pathTo(id: string): readonly Message[] {
		const path = new Set<Message>();
		let message = this.#messages.get(id);
		// In a damaged log, parents may form a cycle.
		while (message && !path.has(message)) {
			path.add(message);
			message = message.parent === null ? undefined : this.#messages.get(message.parent);
		}
		return [...path].reverse();
	}

	#visibleUnder(parent: string | null): VisibleChildren {
		const known = this.#visible.get(parent);
		if (known) return known;
		const ids = (this.#children.get(parent) ?? []).filter((id) => !this.#hidden.has(id));
		const visible = { ids, places: new Map(ids.map((id, place) => [id, place])) };
		this.#visible.set(parent, visible);
		return visible;
	}

	#visibleChildren(parent: string | null): readonly Message[] {
		return this.#visibleUnder(parent).ids.flatMap((id) => this.#messages.get(id) ?? []);
	}

	#shownChild(parent: string | null): Message | undefined {
		const { places } = this.#visibleUnder(parent);
		for (let id = this.#chosen.get(parent); id !== undefined; id = this.#chosenBefore.get(id)) {
			const child = places.has(id) ? this.#messages.get(id) : undefined;
			if (child && (saysSomething(child) || this.#wanted.has(child.id))) return child;
		}
		const children = this.#visibleChildren(parent);
		return children.findLast(saysSomething) ?? children.at(-1);
	}

	#choose(id: string): void {
		const message = this.#messages.get(id);
		if (!message) return;
		this.#chosen.set(message.parent, id);
		this.#wanted.add(id);
	}

	#add(message: Message): void {
		const { id, parent } = message;
		if (this.#messages.has(id)) return;
		this.#messages.set(id, message);
		const siblings = this.#children.get(parent);
		if (siblings) siblings.push(id);
		else this.#children.set(parent, [id]);
		this.#visible.delete(parent);
		const before = this.#chosen.get(parent);
		if (before !== undefined) this.#chosenBefore.set(id, before);
		this.#chosen.set(parent, id);
	}

	#update(id: string, at: number, change: (answer: Answer) => Answer): void {
		const message = this.#messages.get(id);
		if (message?.role !== "assistant") return;
		this.#messages.set(id, change(message));
		this.#heard.set(id, at);
	}
}

/** The children of a message that are not hidden, oldest first, and the position of each. */
interface VisibleChildren {
	readonly ids: readonly string[];
	readonly places: ReadonlyMap<string, number>;
}

const nameOf = (name: string) => cutText(name, limits.nameLength);

/** Cuts a model's id to the same length as in the gateway's list of models, so that a retry asks the same model. */
const modelOf = (id: string) => cutText(id, gatewayLimits.modelIdLength);

/**
 * Returns an answer's total usage, if any is known. A continued answer was counted once for each part; a part that was
 * stopped was usually not counted, and then the total is unknown.
 */
function totalUsage({ usage: before, paused }: Answer, usage: Usage | undefined): Pick<Answer, "usage"> {
	if (paused === undefined) return usage ? { usage } : {};
	if (!before && !usage) return {};
	const { completionTokens: last, ...rest } = usage ?? before ?? {};
	const isKnown = before?.completionTokens !== undefined && usage !== undefined && last !== undefined;
	return { usage: isKnown ? { ...rest, completionTokens: before.completionTokens + last } : rest };
}

function saysSomething(message: Message): boolean {
	return (
		message.role === "user" ||
		message.text !== "" ||
		message.reasoning !== "" ||
		message.state.type === "streaming" ||
		(message.agent?.rows.length ?? 0) > 0
	);
}
