import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../shared/chatParameters";
import type { Answer, Message } from "../../shared/conversation";
import type { ConversationEvent } from "./conversationEvent";

/** What is said of an answer that was on its way when its window closed. */
export const closedMessage = (): string => l10n.t("The window closed before the answer ended.");

/** A conversation as its events make it: a tree of messages, in which an edit or a retry makes a sibling. */
export class Conversation {
	readonly #messages = new Map<string, Message>();
	readonly #children = new Map<string | null, string[]>();

	#parameters: ChatParameters = {};

	constructor(readonly id: string) {}

	/** A conversation from its log. An answer whose end was never written was cut off with its window. */
	static load(id: string, events: readonly ConversationEvent[]): Conversation {
		const conversation = new Conversation(id);
		for (const event of events) conversation.apply(event);
		for (const message of conversation.#messages.values()) {
			if (message.role !== "assistant" || message.state.type !== "streaming") continue;
			const state = { type: "interrupted", message: closedMessage() } as const;
			conversation.#messages.set(message.id, { ...message, state });
		}
		return conversation;
	}

	/** What its requests say in place of the settings. */
	get parameters(): ChatParameters {
		return this.#parameters;
	}

	/** Events that speak of a message that is not there change nothing: their line was lost. */
	apply(event: ConversationEvent): void {
		switch (event.type) {
			case "asked": {
				const { message: id, parent, text, attachments, at } = event;
				this.#add({ role: "user", id, parent, text, attachments, at });
				break;
			}
			case "answering": {
				const { message: id, parent, model, gateway, at, leftOut } = event;
				const state = { type: "streaming" } as const;
				const without = leftOut ? { leftOut } : {};
				this.#add({ role: "assistant", id, parent, model, gateway, text: "", reasoning: "", state, at, ...without });
				break;
			}
			case "received":
				this.#update(event.message, (answer) => ({
					...answer,
					firstAt: answer.firstAt ?? event.at,
					text: answer.text + event.text,
					reasoning: answer.reasoning + event.reasoning,
				}));
				break;
			case "ended":
				this.#update(event.message, (answer) => ({
					...answer,
					state: event.state,
					endedAt: event.at,
					...(event.usage ? { usage: event.usage } : {}),
				}));
				break;
			case "parameters":
				this.#parameters = event.parameters;
		}
	}

	message(id: string): Message | undefined {
		return this.#messages.get(id);
	}

	/** The visible branch, oldest first: at each fork the youngest child that says something, or still may. */
	branch(): readonly Message[] {
		const branch: Message[] = [];
		for (let parent: string | null = null; ; ) {
			const children: readonly Message[] = (this.#children.get(parent) ?? []).flatMap(
				(id) => this.#messages.get(id) ?? [],
			);
			const message: Message | undefined = children.findLast(saysSomething) ?? children.at(-1);
			if (!message) return branch;
			branch.push(message);
			parent = message.id;
		}
	}

	/** The way from the root to a message, both included. */
	pathTo(id: string): readonly Message[] {
		const path: Message[] = [];
		let message = this.#messages.get(id);
		while (message) {
			path.unshift(message);
			message = message.parent === null ? undefined : this.#messages.get(message.parent);
		}
		return path;
	}

	#add(message: Message): void {
		if (this.#messages.has(message.id)) return;
		this.#messages.set(message.id, message);
		this.#children.set(message.parent, [...(this.#children.get(message.parent) ?? []), message.id]);
	}

	#update(id: string, change: (answer: Answer) => Answer): void {
		const message = this.#messages.get(id);
		if (message?.role === "assistant") this.#messages.set(id, change(message));
	}
}

function saysSomething(message: Message): boolean {
	return (
		message.role === "user" || message.text !== "" || message.reasoning !== "" || message.state.type === "streaming"
	);
}
