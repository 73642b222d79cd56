import * as vscode from "vscode";
import { changingTasks, editFileName } from "../../core/agent/changes/changingTasks";
import { LeftCommands } from "../../core/agent/leftCommands";
import { messageOf, UserError } from "../../core/base/errors";
import { Emitter, type Event } from "../../core/base/event";
import { lazy } from "../../core/base/lazy";
import type { Clock, Log } from "../../core/base/ports";
import type { ChatSession } from "../../core/chat/session/chatSession";
import type { TaskParts } from "../../core/chat/session/taskWorker";
import type { SessionChange } from "../../core/chat/session/turn";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { AgentView, ChosenChanges, TaskChangesView } from "../../shared/agentView";
import { Debounce } from "../../shared/debounce";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { focusChat } from "../commands";
import type { LazyAgent } from "./lazyAgent";
import { ToolChoice } from "./toolChoice";

/** The agent as the panel shows it: its mode, and the changes to review, keep or undo. */
export class AgentPanel implements vscode.Disposable {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#changes: TaskChangesView | null = null;
	/** Whether the user can see the panel's page. */
	isShown = () => true;
	readonly #tools: ToolChoice;
	/** The refresh that is running, and whether another one is needed after it. */
	#refreshing: Promise<void> | undefined;
	#again = false;
	readonly #listening: readonly { dispose(): void }[];
	readonly #review = lazy(async () => {
		const { ChangeReview } = await import("./changeReview");
		return new ChangeReview(() => this.#typing.call());
	});
	readonly #leftCommands: LeftCommands;
	/** Delays reading the files again while the user types in those under review. */
	readonly #typing: Debounce;

	constructor(
		private readonly agent: LazyAgent,
		private readonly session: ChatSession,
		clock: Clock,
		private readonly log: Log,
	) {
		this.#typing = new Debounce(clock, { quiet: 300, latest: 2_000 }, () => void this.#refresh());
		this.#tools = new ToolChoice(agent, session, log, () => this.#onDidChange.fire());
		this.#leftCommands = new LeftCommands({ agent, session, clock, log, ask: askAboutCommand });
		this.#listening = [
			this.#leftCommands,
			agent.onDidChange(() => {
				this.#onDidChange.fire();
				if (agent.on) void this.#tools.refresh();
			}),
			session.onDidChange((change) => this.#follow(change)),
		];
	}

	get view(): AgentView {
		return { on: this.on, refusal: this.agent.refusal ?? null, tools: this.#tools.view, changes: this.#changes };
	}

	get on(): boolean {
		return this.agent.on;
	}

	/** The parts of the next request besides the conversation, if it goes to the agent. */
	get parts(): TaskParts | undefined {
		const parts = this.agent.loadedParts;
		return parts && { ...parts, tools: [...parts.tools, ...this.#tools.definitions] };
	}

	/** Loads the agent if its mode is on. */
	preload(): void {
		this.agent.preload();
	}

	setOn(on: boolean): Promise<void> {
		return this.agent.setOn(on);
	}

	/** Lets the user choose the foreign tools of the conversation. @throws UserError as `ToolChoice.choose` does. */
	chooseTools(): Promise<void> {
		return this.#tools.choose();
	}

	/** Shows the changes of a task, or of one of its files. @throws UserError when there are none any more. */
	async review(task: string, path: string | null): Promise<void> {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const all = await (await this.agent.load()).changedFiles(task);
		const files = all.filter(({ unreadable = false }) => !unreadable);
		const file = files.find((one) => one.path === path);
		if (!folder || files.length === 0 || (path !== null && !file))
			throw new UserError(vscode.l10n.t("There are no changes to review any more."));
		const review = await this.#review();
		await (file ? review.showOne(task, folder.uri, file) : review.showAll(task, folder.uri, files));
	}

	/** Keeps the changes of a task, or some of them. */
	async keep(task: string, chosen: ChosenChanges): Promise<void> {
		await (await this.agent.load()).keep(task, chosen);
		await this.#refreshSettled(task);
	}

	/**
	 * Undoes the changes of a task, or some of them.
	 *
	 * @throws UserError with the reasons for the files that stay as they are.
	 */
	async undo(task: string, chosen: ChosenChanges): Promise<void> {
		this.#assertCanUndo(task);
		try {
			await (await this.agent.load()).undo(task, chosen);
		} finally {
			await this.#refreshSettled(task);
		}
	}

	/** Keeps or undoes one change. @param thread what VS Code passes to the commands below the changes under review. */
	async settle(thread: unknown, how: "keep" | "undo"): Promise<void> {
		const change = (await this.#review.peek())?.changeOf(thread);
		if (!change) return;
		if (how === "undo") this.#assertCanUndo(change.task);
		try {
			await (await this.agent.load()).settleHunk(change.task, change.file, change.at, how);
		} finally {
			await this.#refreshSettled(change.task);
		}
	}

	dispose(): void {
		for (const listening of this.#listening) listening.dispose();
		this.#typing.dispose();
		void this.#review.peek()?.then((review) => review.dispose());
	}

	/** @throws UserError while an agent works: it would not notice that its changes were undone. */
	#assertCanUndo(task: string): void {
		this.session.assertFree();
		const answer = this.session.conversation.message(task);
		if (answer?.role === "assistant" && answer.state.type === "streaming")
			throw new UserError(vscode.l10n.t("The agent is working on this task in another window."));
	}

	#follow(change: SessionChange): void {
		this.#tools.follow(change);
		if (change.type === "reset") this.#leftCommands.askLater();
		if (change.type === "reset" || change.type === "ended") void this.#refresh();
		if (change.type !== "agent") return;
		const { event } = change;
		if (event.type === "result" && this.#toolOf(change.answer, event.call) === editFileName) void this.#refresh();
		if (event.type === "asking") void this.#call(vscode.l10n.t("The agent is waiting for your approval."));
		if (event.type === "ended" && event.stop.type !== "stopped")
			void this.#call(vscode.l10n.t("The agent has finished."));
	}

	/** Notifies the user if they cannot see the panel. */
	async #call(message: string): Promise<void> {
		if (vscode.window.state.focused && this.isShown()) return;
		const show = inertLine(vscode.l10n.t("Show"));
		if ((await notify("info", inertLine(message), show)) === show) await vscode.commands.executeCommand(focusChat);
	}

	#toolOf(answer: string, call: number): string | undefined {
		const message = this.session.conversation.message(answer);
		return message?.role === "assistant" ? message.agent?.rows[call]?.tool : undefined;
	}

	/**
	 * Reads the changes of the conversation's last task with changes, and again after a call meanwhile. Never rejects.
	 */
	#refresh(): Promise<void> {
		this.#again = true;
		this.#refreshing ??= this.#refreshAll();
		return this.#refreshing;
	}

	/** Does the same after changes of a task were kept or undone; closes its reviews if none is left. Never rejects. */
	async #refreshSettled(task: string): Promise<void> {
		await this.#refresh();
		try {
			if ((await (await this.agent.load()).changedFiles(task)).length > 0) return;
			// Loaded for reviews that VS Code has restored, too.
			await (await this.#review()).close(task);
		} catch (error) {
			this.log.warn(`The review of the agent's changes cannot be closed: ${loggedError(error)}`);
		}
	}

	async #refreshAll(): Promise<void> {
		while (this.#again) {
			this.#again = false;
			const changes = await this.#find();
			await this.#updateReview();
			if (this.#again || (!changes && !this.#changes)) continue;
			this.#changes = changes;
			this.#onDidChange.fire();
		}
		this.#refreshing = undefined;
	}

	/** Updates the labels below the changes under review. Never rejects. */
	async #updateReview(): Promise<void> {
		const review = await this.#review.peek();
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		if (review?.task === undefined || !folder) return;
		try {
			review.update(folder.uri, await (await this.agent.load()).changedFiles(review.task));
		} catch (error) {
			this.log.warn(`The agent's changes cannot be read: ${loggedError(error)}`);
		}
	}

	async #find(): Promise<TaskChangesView | null> {
		const tasks = changingTasks(this.session.conversation.events);
		if (tasks.length === 0 || this.agent.refusal !== undefined) return null;
		for (const id of [...tasks].reverse()) {
			try {
				const changes = await (await this.agent.load()).changes(id);
				if (changes.files.length > 0) return changes;
			} catch (error) {
				this.log.warn(`The agent's changes cannot be read: ${loggedError(error)}`);
			}
		}
		return null;
	}
}

/**
 * Asks whether to end a command that is still running; returns whether the user's decision, if any, was carried out.
 */
async function askAboutCommand(command: string, endIt: () => Promise<void>): Promise<boolean> {
	const [end, leave] = [inertLine(vscode.l10n.t("End Command")), inertLine(vscode.l10n.t("Leave Running"))];
	const question = vscode.l10n.t(
		"A command that the agent started is still running, although its task was interrupted: {0}",
		command,
	);
	const pressed = await notify("warning", inertLine(question), end, leave);
	if (pressed !== end) return pressed === leave;
	try {
		await endIt();
		return true;
	} catch (error) {
		void notify("error", inertLine(messageOf(error)));
		return false;
	}
}
