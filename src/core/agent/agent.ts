import * as l10n from "@vscode/l10n";
import type { AgentEvent, AgentStop } from "../../shared/agentEvent";
import type { ChangedFileView, ChangedStepView, ChosenChanges, TaskChangesView } from "../../shared/agentView";
import type { ChosenTool } from "../../shared/chosenTool";
import { UserError } from "../base/errors";
import type { Redactor } from "../base/knownKeys";
import type { Clock, Log } from "../base/ports";
import type { SessionTask, TaskParts, TaskPorts } from "../chat/session/taskWorker";
import { exactText } from "../context/fileText";
import { hunksBetween } from "../edits/text/hunks";
import { textLines } from "../edits/text/textLines";
import { failureOf } from "../gateway/errors/failure";
import { loggedError } from "../gateway/errors/loggedError";
import type { ToolDefinition } from "../gateway/gateway";
import { agentInstructions, agentTools, taskTranscript } from "./agentTask";
import { settleHunk } from "./changeHunks";
import { type ChangedFile, ChangeSet, type ChangeStorage, type ChangeStore } from "./changes/changeSet";
import { editFileName } from "./changes/changingTasks";
import { deleteOldContents } from "./changes/deleteOldContents";
import type { CommandHost } from "./commands/commandHost";
import { TaskCommands } from "./commands/taskCommands";
import { type ChosenTools, chosenTools } from "./foreign/chosenTools";
import { definitionTokens, type ForeignTools } from "./foreign/foreignTool";
import { AgentRun } from "./loop/agentRun";
import type { AgentTool } from "./loop/agentTool";
import { CallLimits, defaultAgentLimits } from "./loop/callLimits";
import { Permissions } from "./loop/permissions";
import type { AgentWorkspace } from "./tools/agentWorkspace";
import { fitsEdit } from "./tools/editText";

/** Tokens reserved in each request for the definitions of the agent's own tools. */
const toolTokens = 1_000;

/** The services of an agent. */
export interface AgentDeps {
	readonly workspace: AgentWorkspace;
	/** Where changes of the workspace's files are stored. */
	readonly store: ChangeStorage;
	readonly commands: CommandHost;
	readonly clock: Clock;
	/** Removes known keys from what commands and foreign tools write. */
	readonly redact: Redactor;
	/** The tools of other extensions and of MCP servers; absent where there are none. */
	readonly foreign?: ForeignTools;
	readonly log: Log;
}

/** The foreign tools that a task can use, of those that the user has chosen. */
export interface ChosenForTask {
	readonly definitions: readonly ToolDefinition[];
	/** The estimated tokens of these definitions, in each request. */
	readonly tokens: number;
	/** The chosen tools that have changed since they were chosen; they are not used. */
	readonly changed: readonly ChosenTool[];
}

/** The agent of a workspace: works on tasks, and keeps or undoes their changes. */
export class Agent {
	/** The change sets of the tasks in progress, by the task's id. */
	readonly #running = new Map<string, ChangeSet>();
	/** The commands and calls of foreign tools that are allowed in each conversation: in memory only. */
	readonly #allowed = new Map<string, Set<string>>();

	constructor(private readonly deps: AgentDeps) {}

	/** The parts that each request of a task contains besides the conversation. */
	get parts(): TaskParts {
		return { instructions: agentInstructions, tools: this.#ownTools.map(({ definition }) => definition) };
	}

	/** Works on a task until it stops, and returns why. Never rejects. */
	async work(
		{ id, gateway, request, events, room, conversation, tools: chosen }: SessionTask,
		{ record, approve, log, dropTools, ...listening }: TaskPorts,
		signal: AbortSignal,
	): Promise<AgentStop> {
		const { messages, tools: _, ...rest } = request;
		const commands = this.#commandsOf(id);
		try {
			const changes = await this.#open(id);
			await changes.tidy();
			if (hasChanged(events) && !changes.hasWrites)
				throw new UserError(
					l10n.t("This task changed files in another folder. Open that folder to continue the task."),
				);
			this.#running.set(id, changes);
			const own = agentTools(this.deps.workspace, changes, commands);
			const foreign = await this.#chosenTools(chosen, own, (tool) => void dropTools([tool]));
			if (foreign.changed.length > 0) await dropTools(foreign.changed);
			const reserved = toolTokens + foreignTokens(foreign);
			const transcript = taskTranscript(messages, events, () => gateway.sendsReasoning?.(rest.model) ?? false);
			const run = new AgentRun(transcript, rest, {
				gateway,
				tools: [...own, ...foreign.tools],
				permissions: new Permissions(this.#allowedIn(conversation)),
				limits: new CallLimits(defaultAgentLimits),
				record,
				approve,
				requestsLeft: () => gateway.requestsLeft?.(),
				room: () => (room === null ? null : Math.max(0, room - reserved)),
				log,
				...listening,
			});
			return await run.work(signal);
		} catch (error) {
			log.warn(`The agent could not begin: ${loggedError(error)}`);
			return { type: "failed", failure: failureOf(error) };
		} finally {
			await commands.end();
			this.#running.delete(id);
		}
	}

	/** Returns the foreign tools that a task could use, of those that the user has chosen. */
	async chosen(tools: readonly ChosenTool[]): Promise<ChosenForTask> {
		const found = await this.#chosenTools(tools, this.#ownTools);
		const definitions = found.tools.map(({ definition }) => definition);
		return { definitions, changed: found.changed, tokens: foreignTokens(found) };
	}

	/** Returns the changes of a task that are neither kept nor undone. @throws the file system's error. */
	async changes(task: string): Promise<TaskChangesView> {
		const files = await this.changedFiles(task);
		return { task, files: files.map(changeView), steps: changedSteps(files) };
	}

	/** Returns the same changes with the files' contents. @throws the file system's error. */
	async changedFiles(task: string): Promise<readonly ChangedFile[]> {
		return (await this.#changesOf(task)).files();
	}

	/** Keeps the changes of a task, or some of them. @throws the file system's error. */
	async keep(task: string, chosen: ChosenChanges = {}): Promise<void> {
		await (await this.#changesOf(task)).keep(chosen);
	}

	/**
	 * Undoes the changes of a task, or some of them.
	 *
	 * @throws UserError with the reasons for the files that were left unchanged; the changes of the others are undone.
	 */
	async undo(task: string, chosen: ChosenChanges = {}): Promise<void> {
		const { refused } = await (await this.#changesOf(task)).undo(chosen);
		for (const { path: refusedPath, reason } of refused)
			this.deps.log.warn(`The agent's changes of ${refusedPath} were not undone: ${reason}`);
		if (refused.length > 0) throw new UserError(refused.map(({ reason }) => reason).join(" "));
	}

	/** Returns whether processes of a command are running, whichever window started it; false where that is unknown. */
	async commandRuns(id: string): Promise<boolean> {
		return ((await this.deps.commands.running(id)) ?? 0) > 0;
	}

	/** Ends the processes of a command. @throws UserError when some could not be ended. */
	async endCommand(id: string): Promise<void> {
		const { left } = await this.deps.commands.end(id);
		if (left > 0) throw new UserError(l10n.t("Some processes of the command could not be ended."));
	}

	/** Keeps or undoes one change of a file. @throws UserError when the file has changed since it was shown. */
	async settleHunk(task: string, shown: ChangedFile, at: number, how: "keep" | "undo"): Promise<void> {
		await settleHunk(await this.#changesOf(task), shown, at, how);
	}

	/** Deletes the stored contents that are no longer needed. Never rejects. */
	async deleteOldContents(): Promise<void> {
		try {
			await deleteOldContents(this.#store);
		} catch (error) {
			this.deps.log.warn(`The agent's stored contents were not cleaned up: ${loggedError(error)}`);
		}
	}

	/** The agent's own tools, not bound to a task: only their definitions are used. */
	get #ownTools(): readonly AgentTool[] {
		return agentTools(this.deps.workspace, { write: async () => {} }, this.#commandsOf(""));
	}

	#commandsOf(task: string): TaskCommands {
		const { commands, clock, redact } = this.deps;
		return new TaskCommands(commands, task, clock, redact);
	}

	async #chosenTools(
		chosen: readonly ChosenTool[],
		own: readonly AgentTool[],
		onChanged?: (tool: ChosenTool) => void,
	): Promise<ChosenTools> {
		const { foreign, redact } = this.deps;
		if (!foreign || chosen.length === 0) return { tools: [], changed: [] };
		const names = own.map(({ definition }) => definition.name);
		return chosenTools(chosen, { foreign, redact, taken: names, ...(onChanged ? { onChanged } : {}) });
	}

	#allowedIn(conversation: string): Set<string> {
		const allowed = this.#allowed.get(conversation) ?? new Set();
		this.#allowed.set(conversation, allowed);
		return allowed;
	}

	get #store(): ChangeStore {
		return { ...this.deps.store, files: this.deps.workspace };
	}

	/**
	 * Returns the change set of a task: the one in use while the task is in progress; otherwise it is read again, because
	 * another window may have changed it.
	 */
	async #changesOf(task: string): Promise<ChangeSet> {
		return this.#running.get(task) ?? this.#open(task);
	}

	/**
	 * Opens the change set of a task. Checks the id first, because it names the journal's folder and an imported file
	 * may contain any id.
	 */
	async #open(task: string): Promise<ChangeSet> {
		if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(task))
			throw new UserError(l10n.t("This task was imported in a form that cannot be continued. Retry it."));
		return ChangeSet.open(task, this.#store);
	}
}

/** Returns whether the calls of a task have changed files. */
function hasChanged(events: readonly AgentEvent[]): boolean {
	const calls = events.flatMap((event) => (event.type === "turn" ? event.calls : []));
	const ran = new Set(events.flatMap((event) => (event.type === "running" ? event.call : [])));
	return events.some(
		(event) =>
			event.type === "result" && !event.failed && ran.has(event.call) && calls[event.call]?.name === editFileName,
	);
}

function changedSteps(files: readonly ChangedFile[]): readonly ChangedStepView[] {
	const steps = [...new Set(files.flatMap((file) => file.steps))].sort((a, b) => a - b);
	return steps.map((step) => ({
		step,
		paths: files.filter((file) => file.steps.includes(step)).map(({ path }) => path),
	}));
}

function foreignTokens({ tools }: ChosenTools): number {
	return tools.reduce((sum, { definition }) => sum + definitionTokens(definition), 0);
}

function changeView({ path, before, now, unreadable, expired }: ChangedFile): ChangedFileView {
	if (unreadable) return { path, kind: "changed", added: null, removed: null, ...(expired ? { expired } : {}) };
	const kind = !before ? "created" : !now ? "deleted" : "changed";
	const [old, current] = [before, now].map((content) => (content ? exactText(content) : ""));
	// The content is binary, or too long to be compared.
	if (old === undefined || current === undefined || !fitsEdit(old) || !fitsEdit(current))
		return { path, kind, added: null, removed: null };
	const hunks = hunksBetween(linesOf(old), linesOf(current));
	return {
		path,
		kind,
		added: hunks.reduce((sum, hunk) => sum + hunk.added.length, 0),
		removed: hunks.reduce((sum, { removed }) => sum + removed, 0),
	};
}

function linesOf(text: string): readonly string[] {
	const { lines } = textLines(text);
	return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
