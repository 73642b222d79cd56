import * as vscode from "vscode";
import { type OpenCommand, openCommands } from "../../core/agent/commands/openCommands";
import { messageOf } from "../../core/base/errors";
import type { Clock, Log } from "../../core/base/ports";
import type { ChatSession } from "../../core/chat/session/chatSession";
import { longestSilence } from "../../core/chat/session/taskLock";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { Disposable } from "../../shared/disposable";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { LazyAgent } from "./lazyAgent";

/** Finds the commands that still run after a crash, and lets the user end them. */
export class LeftCommands implements Disposable {
	#timer: Disposable | undefined;
	/** The ids of those that the user has been asked about. */
	readonly #asked = new Set<string>();

	constructor(
		private readonly agent: Pick<LazyAgent, "load" | "refusal">,
		private readonly session: Pick<ChatSession, "conversation">,
		private readonly clock: Pick<Clock, "after">,
		private readonly log: Pick<Log, "warn">,
	) {}

	/** Looks for those of the conversation that is shown, when it is certain that no window works on their tasks. */
	look(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		if (this.#open().length === 0 || this.agent.refusal !== undefined) return;
		this.#timer = this.clock.after(longestSilence, () => {
			this.#ask().catch((error: unknown) =>
				this.log.warn(`The agent's commands could not be looked for: ${loggedError(error)}`),
			);
		});
	}

	dispose(): void {
		this.#timer?.dispose();
	}

	#open(): readonly OpenCommand[] {
		const { conversation } = this.session;
		return openCommands(conversation.events).filter(({ id, task }) => {
			const answer = conversation.message(task);
			return !this.#asked.has(id) && answer?.role === "assistant" && answer.state.type !== "streaming";
		});
	}

	async #ask(): Promise<void> {
		const agent = await this.agent.load();
		for (const { id, text } of this.#open()) {
			if (!(await agent.commandRuns(id))) continue;
			this.#asked.add(id);
			const [end, leave] = [inertLine(vscode.l10n.t("End It")), inertLine(vscode.l10n.t("Leave It Running"))];
			const question = vscode.l10n.t("A command of the agent's still runs, though its task was interrupted: {0}", text);
			// Further ones are not kept waiting.
			void notify("warning", inertLine(question), end, leave).then(async (pressed) => {
				if (pressed !== end) return;
				await agent.endCommand(id).catch((error: unknown) => notify("error", inertLine(messageOf(error))));
			});
		}
	}
}
