import * as vscode from "vscode";
import type { ChosenForTask } from "../../core/agent/agent";
import type { Log } from "../../core/base/ports";
import type { ChatSession } from "../../core/chat/session/chatSession";
import type { SessionChange } from "../../core/chat/session/turn";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { ToolDefinition } from "../../core/gateway/gateway";
import type { AgentView } from "../../shared/agentView";
import type { ChosenTool } from "../../shared/chosenTool";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { LazyAgent } from "./lazyAgent";

const none: ChosenForTask = { definitions: [], tokens: 0, changed: [] };

/** The foreign tools that the user has chosen for the conversation that is shown. */
export class ToolChoice {
	#known = none;

	constructor(
		private readonly agent: LazyAgent,
		private readonly session: ChatSession,
		private readonly log: Log,
		/** Is called when the view has changed. */
		private readonly changed: () => void,
	) {}

	get view(): AgentView["tools"] {
		return { count: this.#chosen.length, tokens: this.#known.tokens };
	}

	/** The definitions of the chosen tools that are available. */
	get definitions(): readonly ToolDefinition[] {
		return this.#known.definitions;
	}

	/** Lets the user choose. @throws UserError when the choice cannot be saved, or where there is no agent. */
	async choose(): Promise<void> {
		this.agent.assertAllowed();
		const { pickTools } = await import("./toolPick");
		const conversation = this.session.conversationId;
		const picked = await pickTools(this.#chosen);
		if (picked && conversation === this.session.conversationId) await this.session.setTools(picked);
	}

	/** Brings the choice up to date after a change of the session. */
	follow(change: SessionChange): void {
		if (change.type === "reset" || change.type === "ended") void this.refresh();
		if (change.type !== "tools") return;
		void this.refresh();
		for (const tool of change.changed) void this.#warn(tool);
	}

	/** Compares the chosen tools with the current ones, and drops those that have changed. Never rejects. */
	async refresh(): Promise<void> {
		const { conversationId } = this.session;
		const chosen = this.agent.on ? this.#chosen : [];
		try {
			const known = chosen.length === 0 ? none : await (await this.agent.load()).chosen(chosen);
			if (conversationId !== this.session.conversationId) return;
			this.#known = known;
			this.changed();
			const { changed } = known;
			if (changed.length > 0) await this.session.setTools(without(this.#chosen, changed), changed);
		} catch (error) {
			this.log.warn(`The chosen tools cannot be read: ${loggedError(error)}`);
		}
	}

	get #chosen(): readonly ChosenTool[] {
		return this.session.conversation.tools;
	}

	async #warn({ name, owner }: ChosenTool): Promise<void> {
		const message = vscode.l10n.t(
			"The tool {0} of {1} has changed since you chose it, so the agent no longer has it.",
			name,
			owner,
		);
		const choose = inertLine(vscode.l10n.t("Choose Tools…"));
		if ((await notify("warning", inertLine(message), choose)) === choose) await this.choose();
	}
}

function without(tools: readonly ChosenTool[], dropped: readonly ChosenTool[]): readonly ChosenTool[] {
	return tools.filter((tool) => !dropped.some(({ name }) => name === tool.name));
}
