import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { agentInstructions, agentTools, taskTranscript } from "../../../../src/core/agent/agentTask";
import { ChangeSet } from "../../../../src/core/agent/changes/changeSet";
import type { TaskCommands } from "../../../../src/core/agent/commands/taskCommands";
import { AgentRun } from "../../../../src/core/agent/loop/agentRun";
import { CallLimits, defaultAgentLimits } from "../../../../src/core/agent/loop/callLimits";
import { Permissions } from "../../../../src/core/agent/loop/permissions";
import type { AgentWorkspace } from "../../../../src/core/agent/tools/agentWorkspace";
import { systemClock } from "../../../../src/core/base/systemClock";
import { ConversationStore } from "../../../../src/core/chat/storage/conversationStore";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import type { AgentEvent, AgentStop } from "../../../../src/shared/agentEvent";
import { agentFilesOnDisk } from "../../../../src/vscode/adapters/agentFilesOnDisk";
import { appendLogOnDisk } from "../../../../src/vscode/adapters/appendLogOnDisk";
import { contentsOnDisk } from "../../../../src/vscode/adapters/contentsOnDisk";
import { readRegularFile } from "../../../../src/vscode/adapters/readRegularFile";
import { realPaths } from "../../../../src/vscode/adapters/realPaths";
import { memoryCommands } from "../../core/agent/memoryCommands";
import { memoryLogChannel } from "../../core/memoryPorts";

const task = "task";

/** A task whose workspace, conversation and changes are in folders on disk. */
export class DiskTask {
	readonly project: string;

	constructor(private readonly folder: string) {
		this.project = join(folder, "project");
	}

	/** The task's files, by path. */
	async files(): Promise<string[]> {
		const entries = await readdir(this.project, { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name).slice(this.project.length + 1))
			.sort();
	}

	changes(): Promise<ChangeSet> {
		return ChangeSet.open(task, {
			journal: appendLogOnDisk(join(this.folder, "changes")),
			contents: contentsOnDisk(join(this.folder, "contents")),
			files: agentFilesOnDisk(this.project),
			clock: systemClock,
			writer: crypto.randomUUID(),
		});
	}

	/** Returns the events in the conversation's log, and the number of its lines that cannot be read. */
	async events(): Promise<{ readonly events: readonly AgentEvent[]; readonly damaged: number }> {
		const { conversation, damaged } = await this.#conversations().load(task);
		return { events: conversation.events.flatMap((event) => (event.type === "agent" ? event.event : [])), damaged };
	}

	/** Works on the task, or continues it. */
	async run(gateway: Pick<Gateway, "chat">, commands: TaskCommands = memoryCommands()): Promise<AgentStop> {
		const store = this.#conversations();
		const { conversation } = await store.load(task);
		const { events } = await this.events();
		const changes = await this.changes();
		// As the agent does.
		await changes.tidy();
		const run = new AgentRun(
			taskTranscript(
				[
					{ role: "system", content: agentInstructions },
					{ role: "user", content: "Do the task." },
				],
				events,
			),
			{ model: "scripted" },
			{
				gateway,
				tools: agentTools(this.#workspace(), changes, commands),
				permissions: new Permissions(),
				limits: new CallLimits({
					...defaultAgentLimits,
					turns: 100_000,
					tokens: 1e12,
					failures: 100,
					sameCalls: 100_000,
				}),
				record: async (event) => {
					const logged = store.event(conversation, { type: "agent", message: "answer", event });
					await store.write(conversation, logged, true);
					store.apply(conversation, logged);
				},
				approve: async () => ({ type: "allowed" }),
				requestsLeft: () => undefined,
				room: () => null,
				log: memoryLogChannel(),
			},
		);
		return run.work(new AbortController().signal);
	}

	#conversations(): ConversationStore {
		const log = (name: string) => appendLogOnDisk(join(this.folder, name));
		return new ConversationStore(log("conversations"), log("workspace"), systemClock, memoryLogChannel());
	}

	#workspace(): AgentWorkspace {
		return {
			...agentFilesOnDisk(this.project),
			...realPaths,
			folder: this.project,
			list: async () => ({ paths: await this.files(), cut: false }),
			ignores: async () => false,
			hasUnsaved: () => false,
			readOutside: (path) => readRegularFile(path, 1_000_000),
			problems: async () => [],
		};
	}
}
