import * as vscode from "vscode";
import type { Agent } from "../../core/agent/agent";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import { lazy } from "../../core/base/lazy";
import type { StateStore } from "../../core/base/ports";
import type { SessionTask, TaskParts, TaskPorts, TaskWorker } from "../../core/chat/session/taskWorker";
import type { AgentStop } from "../../shared/agentEvent";
import type { AgentServices } from "./createAgent";

const modeKey = "gatehouse.agentMode";

/** The agent of this window, which is loaded on first use, and refuses tasks where it is not allowed. */
export class LazyAgent implements TaskWorker {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when the mode or the availability of the agent has changed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#parts: TaskParts | undefined;
	readonly #registered: readonly vscode.Disposable[];

	constructor(private readonly deps: AgentServices & { readonly workspaceState: StateStore }) {
		const changed = () => this.#onDidChange.fire();
		this.#registered = [
			vscode.workspace.onDidGrantWorkspaceTrust(changed),
			vscode.workspace.onDidChangeWorkspaceFolders(changed),
		];
	}

	/** Whether an agent works on what the user sends. */
	get on(): boolean {
		return this.refusal === undefined && this.deps.workspaceState.get(modeKey) === true;
	}

	/** @throws UserError with the reason why there is no agent here. */
	async setOn(on: boolean): Promise<void> {
		if (on) this.assertAllowed();
		await this.deps.workspaceState.set(modeKey, on ? true : undefined);
		this.#onDidChange.fire();
		this.preload();
	}

	/** Loads the agent if its mode is on, so that the size of the next request can be shown. */
	preload(): void {
		if (!this.on || this.#parts) return;
		this.parts().then(
			(parts) => {
				this.#parts = parts;
				this.#onDidChange.fire();
			},
			// The first task tries again, and shows the error.
			() => undefined,
		);
	}

	/** The reason why there is no agent here; `undefined` where there is one. */
	get refusal(): string | undefined {
		const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
		if (!folder) return vscode.l10n.t("The agent works in a folder: open one first.");
		if (!vscode.workspace.isTrusted)
			return vscode.l10n.t("The agent works only in folders that you trust: trust this one first.");
		if (others.length > 0) return vscode.l10n.t("The agent works in one folder, but several are open.");
		if (folder.uri.scheme !== "file")
			return vscode.l10n.t("The agent does not work in virtual folders: open a copy on this computer.");
		return undefined;
	}

	assertAllowed(): void {
		const { refusal } = this;
		if (refusal !== undefined) throw new UserError(refusal);
	}

	async parts(): Promise<TaskParts> {
		this.assertAllowed();
		return (await this.load()).parts;
	}

	/** The agent's parts of a request if its mode is on and it is loaded; otherwise `undefined`. */
	get loadedParts(): TaskParts | undefined {
		return this.on ? this.#parts : undefined;
	}

	async work(task: SessionTask, ports: TaskPorts, signal: AbortSignal): Promise<AgentStop> {
		return (await this.load()).work(task, ports, signal);
	}

	/** Loads the agent. */
	readonly load = lazy(async (): Promise<Agent> => {
		this.assertAllowed();
		const { createAgent } = await import("./createAgent");
		return createAgent(this.deps);
	});

	dispose(): void {
		for (const registered of this.#registered) registered.dispose();
		this.#onDidChange.dispose();
	}
}
