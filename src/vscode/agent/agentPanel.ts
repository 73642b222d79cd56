import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import { lazy } from "../../core/base/lazy";
import type { Log } from "../../core/base/ports";
import type { ChatSession } from "../../core/chat/session/chatSession";
import type { TaskParts } from "../../core/chat/session/taskWorker";
import type { SessionChange } from "../../core/chat/session/turn";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { AgentView, TaskChangesView } from "../../shared/agentView";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { focusChat } from "../commands";
import type { LazyAgent } from "./lazyAgent";

/** The number of a conversation's last tasks that are looked at for changes. */
const lookedTasks = 5;

/** The agent as the panel shows it: its mode, and the changes to review, keep or undo. */
export class AgentPanel implements vscode.Disposable {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#changes: TaskChangesView | null = null;
	/** The last look at the changes; an earlier one that ends later counts no more. */
	#look = 0;
	readonly #listening: readonly { dispose(): void }[];
	readonly #review = lazy(async () => {
		const { ChangeReview } = await import("./changeReview");
		return new ChangeReview();
	});

	constructor(
		private readonly agent: LazyAgent,
		private readonly session: ChatSession,
		private readonly log: Log,
	) {
		this.#listening = [
			agent.onDidChange(() => this.#onDidChange.fire()),
			session.onDidChange((change) => this.#follow(change)),
		];
	}

	get view(): AgentView {
		return { on: this.on, refusal: this.agent.refusal ?? null, changes: this.#changes };
	}

	get on(): boolean {
		return this.agent.on;
	}

	/** What the next request has besides the conversation, if the agent is asked. */
	get parts(): TaskParts | undefined {
		return this.agent.loadedParts;
	}

	/** Loads the agent in its mode. */
	preload(): void {
		this.agent.preload();
	}

	setOn(on: boolean): Promise<void> {
		return this.agent.setOn(on);
	}

	/** Shows the changes of a task, or of one of its files. @throws UserError when there are none any more. */
	async review(task: string, path: string | null): Promise<void> {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const files = await (await this.agent.load()).changedFiles(task);
		const file = files.find((one) => one.path === path);
		if (!folder || files.length === 0 || (path !== null && !file))
			throw new UserError(vscode.l10n.t("There are no changes to review any more."));
		const review = await this.#review();
		await (file ? review.showOne(task, folder.uri, file) : review.showAll(task, folder.uri, files));
	}

	/** Keeps the changes of a task, or of one of its files. */
	async keep(task: string, path: string | null): Promise<void> {
		await (await this.agent.load()).keep(task, path ?? undefined);
		await this.#refresh();
	}

	/** Undoes them. @throws UserError with the reasons for the files that stay as they are. */
	async undo(task: string, path: string | null): Promise<void> {
		// The agent would not know of it.
		this.session.assertFree();
		try {
			await (await this.agent.load()).undo(task, path ?? undefined);
		} finally {
			await this.#refresh();
		}
	}

	dispose(): void {
		for (const listening of this.#listening) listening.dispose();
		void this.#review.peek()?.then((review) => review.dispose());
	}

	#follow(change: SessionChange): void {
		if (change.type === "reset" || change.type === "ended") void this.#refresh();
		if (change.type !== "agent") return;
		const { event } = change;
		if (event.type === "result" && event.target !== "") void this.#refresh();
		if (event.type === "asking") void this.#call(vscode.l10n.t("The agent waits for your approval."));
		if (event.type === "ended" && event.stop.type !== "stopped") void this.#call(vscode.l10n.t("The agent has ended."));
	}

	/** Notifies a user who is looking at another window. */
	async #call(message: string): Promise<void> {
		if (vscode.window.state.focused) return;
		const show = inertLine(vscode.l10n.t("Show"));
		if ((await notify("info", inertLine(message), show)) === show) await vscode.commands.executeCommand(focusChat);
	}

	/** Looks for the changes of the conversation's last task that has any. Never rejects. */
	async #refresh(): Promise<void> {
		const look = ++this.#look;
		const changes = await this.#find().catch((error: unknown) => {
			this.log.warn(`The agent's changes cannot be read: ${loggedError(error)}`);
			return null;
		});
		if (look !== this.#look) return;
		this.#changes = changes;
		this.#onDidChange.fire();
	}

	async #find(): Promise<TaskChangesView | null> {
		// Those of versions that are not shown have changed files, too.
		const tasks = this.session.conversation.events.flatMap((event) =>
			event.type === "answering" && event.agent ? event.message : [],
		);
		if (tasks.length === 0 || this.agent.refusal !== undefined) return null;
		const agent = await this.agent.load();
		for (const id of tasks.slice(-lookedTasks).reverse()) {
			const changes = await agent.changes(id);
			if (changes.files.length > 0) return changes;
		}
		return null;
	}
}
