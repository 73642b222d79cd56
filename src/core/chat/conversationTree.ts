import type { ChatParameters } from "../../shared/chatParameters";
import type { Answer, Message, Usage } from "../../shared/conversation";
import { knownAttachment } from "./attachmentFields";
import type { LoggedEvent } from "./conversationEvent";

/** What the events of a conversation come to: a tree in which an edit or a retry makes a sibling. */
export class ConversationTree {
	/** The name given by hand; empty when there is none. */
	title = "";
	pinned = false;
	deleted = false;
	parameters: ChatParameters = {};
	readonly #messages = new Map<string, Message>();
	readonly #children = new Map<string | null, string[]>();
	/** At each fork, the child on the visible branch. */
	readonly #chosen = new Map<string | null, string>();
	/** The child that was chosen when a message came: it is seen again if the message brings nothing. */
	readonly #chosenBefore = new Map<string, string>();
	/** Chosen by the user: these are seen even if they say nothing. */
	readonly #wanted = new Set<string>();
	readonly #hidden = new Set<string>();
	/** When an answer was last heard of. */
	readonly #heard = new Map<string, number>();

	/** Events that speak of a message that is not there change nothing: their line was lost. */
	apply(event: LoggedEvent): void {
		switch (event.type) {
			case "asked": {
				const { message: id, parent, text, attachments, at, model } = event;
				const asked = model === undefined ? {} : { model };
				this.#add({ role: "user", id, parent, text, attachments: attachments.map(knownAttachment), at, ...asked });
				break;
			}
			case "answering": {
				const { message: id, parent, model, gateway, at, leftOut } = event;
				const state = { type: "streaming" } as const;
				const without = leftOut ? { leftOut } : {};
				this.#add({ role: "assistant", id, parent, model, gateway, text: "", reasoning: "", state, at, ...without });
				this.#heard.set(id, at);
				break;
			}
			case "continuing":
				this.#update(event.message, event.at, ({ endedAt, ...answer }) => {
					const still = event.at - (endedAt ?? this.#heard.get(answer.id) ?? event.at);
					return { ...answer, state: { type: "streaming" }, paused: (answer.paused ?? 0) + Math.max(0, still) };
				});
				break;
			case "received":
				this.#update(event.message, event.at, (answer) => ({
					...answer,
					text: answer.text + event.text,
					reasoning: answer.reasoning + event.reasoning,
					firstAt: answer.firstAt ?? event.at,
				}));
				break;
			case "ended":
				this.#update(event.message, event.at, (answer) => ({
					...answer,
					state: event.state,
					endedAt: event.at,
					...(event.usage ? { usage: added(answer, event.usage) } : {}),
				}));
				break;
			case "shown":
				this.#choose(event.message);
				break;
			case "deleted":
				if (event.message === null) this.deleted = true;
				else this.#hidden.add(event.message);
				break;
			case "restored":
				if (event.message === null) this.deleted = false;
				else if (this.#hidden.delete(event.message)) this.#choose(event.message);
				break;
			case "titled":
				this.title = event.title;
				break;
			case "pinned":
				this.pinned = event.pinned;
				break;
			case "parameters":
				this.parameters = event.parameters;
		}
	}

	/** Every message there ever was, those out of sight too. */
	get messages(): Iterable<Message> {
		return this.#messages.values();
	}

	message(id: string): Message | undefined {
		return this.#messages.get(id);
	}

	/** The versions of a message, itself included, oldest first; those deleted are left out. */
	versions(id: string): readonly Message[] {
		const message = this.#messages.get(id);
		return message ? this.#visibleChildren(message.parent) : [];
	}

	/** The visible branch, oldest first: at each fork the child that was chosen last, unless it brought nothing. */
	branch(): readonly Message[] {
		const branch: Message[] = [];
		for (let parent: string | null = null; ; ) {
			const message = this.#shownChild(parent);
			if (!message) return branch;
			branch.push(message);
			parent = message.id;
		}
	}

	/** The messages of all branches, each before those under it; what was deleted is left out. */
	branches(): readonly Message[] {
		const messages = [...this.#visibleChildren(null)];
		for (const { id } of messages) messages.push(...this.#visibleChildren(id));
		return messages;
	}

	/** The way from the root to a message, both included. */
	pathTo(id: string): readonly Message[] {
		const path = new Set<Message>();
		let message = this.#messages.get(id);
		// A garbled log may lead in a circle.
		while (message && !path.has(message)) {
			path.add(message);
			message = message.parent === null ? undefined : this.#messages.get(message.parent);
		}
		return [...path].reverse();
	}

	#visibleChildren(parent: string | null): readonly Message[] {
		const children = (this.#children.get(parent) ?? []).filter((id) => !this.#hidden.has(id));
		return children.flatMap((id) => this.#messages.get(id) ?? []);
	}

	#shownChild(parent: string | null): Message | undefined {
		const children = this.#visibleChildren(parent);
		for (let id = this.#chosen.get(parent); id !== undefined; id = this.#chosenBefore.get(id)) {
			const child = children.find((message) => message.id === id);
			if (child && (saysSomething(child) || this.#wanted.has(child.id))) return child;
		}
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

/** What an answer has cost: one that went on was counted once for each part. */
function added({ usage: before }: Answer, usage: Usage): Usage {
	const completionTokens = (before?.completionTokens ?? 0) + (usage.completionTokens ?? 0);
	return { ...usage, ...(completionTokens > 0 ? { completionTokens } : {}) };
}

function saysSomething(message: Message): boolean {
	return (
		message.role === "user" || message.text !== "" || message.reasoning !== "" || message.state.type === "streaming"
	);
}
