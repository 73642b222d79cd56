import type { Disposable } from "../../shared/disposable";
import { agentLimits } from "../../shared/untrusted/limits";
import type { Clock, Log } from "../base/ports";
import type { ChatSession } from "../chat/session/chatSession";
import { longestSilence } from "../chat/session/taskLock";
import { loggedError } from "../gateway/errors/loggedError";
import type { Agent } from "./agent";
import { type OpenCommand, openCommands } from "./commands/openCommands";

interface LeftCommandsPorts {
	readonly agent: { readonly refusal: string | undefined; load(): Promise<Pick<Agent, "commandRuns" | "endCommand">> };
	readonly session: { readonly conversation: Pick<ChatSession["conversation"], "events" | "message"> };
	readonly clock: Pick<Clock, "after">;
	readonly log: Pick<Log, "warn">;
	/** Asks the user whether to end a command; returns whether the user decided, instead of closing the question. */
	readonly ask: (command: string, end: () => Promise<void>) => Promise<boolean>;
}

/** Finds the commands that still run after a crash, and lets the user end them. */
export class LeftCommands implements Disposable {
	#timer: Disposable | undefined;
	/** The ids of the commands that the user is being asked about, or has decided about. */
	readonly #asked = new Set<string>();

	constructor(private readonly ports: LeftCommandsPorts) {}

	/** Asks about the commands of the shown conversation, once it is certain that no window is working on their tasks. */
	askLater(): void {
		const { agent, clock } = this.ports;
		this.#timer?.dispose();
		this.#timer = undefined;
		if (this.#open().length === 0 || agent.refusal !== undefined) return;
		this.#timer = clock.after(longestSilence, () => {
			this.#askAboutAll().catch(this.#failed);
		});
	}

	dispose(): void {
		this.#timer?.dispose();
	}

	#open(): readonly OpenCommand[] {
		const { conversation } = this.ports.session;
		const latest = openCommands(conversation.events).slice(-agentLimits.leftCommands);
		return latest.filter(({ id, task }) => {
			const answer = conversation.message(task);
			return !this.#asked.has(id) && answer?.role === "assistant" && answer.state.type !== "streaming";
		});
	}

	async #askAboutAll(): Promise<void> {
		const agent = await this.ports.agent.load();
		for (const { id, text } of this.#open()) {
			if (!(await agent.commandRuns(id))) continue;
			this.#asked.add(id);
			// Not awaited, so that the user is asked about all commands at once.
			this.ports
				.ask(text, () => agent.endCommand(id))
				// Without a decision, the user is asked again when the conversation is next shown.
				.then((isDecided) => isDecided || this.#asked.delete(id))
				.catch(this.#failed);
		}
	}

	readonly #failed = (error: unknown): void =>
		this.ports.log.warn(`The agent's commands could not be looked for: ${loggedError(error)}`);
}
