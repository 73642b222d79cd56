import assert from "node:assert/strict";
import { agentInstructions, agentTools, taskTranscript } from "../../../../src/core/agent/agentTask";
import { ChangeSet } from "../../../../src/core/agent/changes/changeSet";
import { AgentRun, type AgentRunPorts } from "../../../../src/core/agent/loop/agentRun";
import type { AgentTool } from "../../../../src/core/agent/loop/agentTool";
import type { AgentTranscript } from "../../../../src/core/agent/loop/agentTranscript";
import { type AgentLimits, CallLimits, defaultAgentLimits } from "../../../../src/core/agent/loop/callLimits";
import { Permissions } from "../../../../src/core/agent/loop/permissions";
import type { ChatEvent, ChatRequest, Gateway, RequestMessage } from "../../../../src/core/gateway/gateway";
import type { AgentApproval, ApprovalDecision } from "../../../../src/shared/agentApproval";
import type { AgentEvent, AgentStop } from "../../../../src/shared/agentEvent";
import { manualClock, memoryAppendLog, memoryLogChannel } from "../memoryPorts";
import { memoryCommands } from "./memoryCommands";
import { MemoryWorkspace } from "./memoryWorkspace";

/** One answer of a scripted model: text, calls, or both. */
export interface ModelTurn {
	readonly text?: string;
	readonly calls?: readonly (readonly [name: string, given: Readonly<Record<string, unknown>> | string])[];
	readonly reason?: string;
	/** Events that arrive instead; if none of them ends the answer, it lasts until it is stopped. */
	readonly events?: readonly ChatEvent[];
}

type Chat = Pick<Gateway, "chat" | "sendsReasoning">;

/** Creates a model that gives these answers one after the other, and then says that it is done. */
export function scriptedModel(
	turns: readonly ModelTurn[] | ((request: ChatRequest, turn: number) => ModelTurn),
): Chat & { readonly requests: ChatRequest[] } {
	const requests: ChatRequest[] = [];
	return {
		requests,
		async *chat(request, signal): AsyncGenerator<ChatEvent> {
			const at = requests.length;
			// Copied, because the list of messages grows.
			requests.push({ ...request, messages: [...request.messages] });
			const turn = typeof turns === "function" ? turns(request, at) : (turns[at] ?? { text: "Done." });
			if (turn.events) {
				yield* turn.events;
				if (turn.events.some(({ type }) => type === "finished" || type === "interrupted")) return;
				if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
				return;
			}
			if (turn.text !== undefined) yield { type: "text", text: turn.text };
			for (const [index, [name, given]] of (turn.calls ?? []).entries())
				yield { type: "toolCall", call: { id: `call${at}x${index}`, name, arguments: given } };
			yield { type: "finished", reason: turn.reason ?? (turn.calls ? "tool_calls" : "stop") };
		},
	};
}

/** A task in a workspace in memory. It must be possible to undo all of its changes byte for byte. */
export class AgentWorld {
	readonly workspace: MemoryWorkspace;
	readonly events: AgentEvent[] = [];
	readonly asked: AgentApproval[] = [];
	readonly abort = new AbortController();
	decide: (approval: AgentApproval) => ApprovalDecision | Promise<ApprovalDecision> = () => ({ type: "allowed" });
	task = "Do the task.";
	limits: Partial<AgentLimits> = {};
	room: number | null = null;
	requestsLeft: number | undefined;
	/** Called with each event before it is saved; may throw, as a full disk would. */
	onRecord: (event: AgentEvent) => void = () => {};
	readonly journal = memoryAppendLog();
	commands = memoryCommands();
	readonly #clock = manualClock();
	readonly #original: Readonly<Record<string, string>>;
	transcript!: AgentTranscript;

	constructor(files: Readonly<Record<string, string>> = {}) {
		this.workspace = new MemoryWorkspace(files);
		this.#original = this.workspace.files;
	}

	get files(): Record<string, string> {
		return this.workspace.files;
	}

	changes(writer = "window"): Promise<ChangeSet> {
		const { disk } = this.workspace;
		const { journal } = this;
		return ChangeSet.open("task", {
			journal,
			contents: disk.stored,
			files: this.workspace,
			clock: this.#clock,
			writer,
		});
	}

	/** Gatehouse's own tools for a task. */
	async tools(): Promise<readonly AgentTool[]> {
		return agentTools(this.workspace, await this.changes(), this.commands);
	}

	/** Works on the task, or continues it, until it stops. */
	async run(gateway: Chat, ports: Partial<AgentRunPorts> = {}, model = "scripted"): Promise<AgentStop> {
		const first: RequestMessage[] = [
			{ role: "system", content: agentInstructions },
			{ role: "user", content: this.task },
		];
		this.transcript = taskTranscript(first, this.events, () => gateway.sendsReasoning?.(model) ?? false);
		const run = new AgentRun(
			this.transcript,
			{ model },
			{
				gateway,
				tools: await this.tools(),
				permissions: new Permissions(),
				limits: new CallLimits({ ...defaultAgentLimits, ...this.limits }),
				record: async (event) => {
					this.onRecord(event);
					this.events.push(JSON.parse(JSON.stringify(event)));
				},
				approve: async (_, approval) => {
					this.asked.push(approval);
					return this.decide(approval);
				},
				requestsLeft: () => this.requestsLeft,
				room: () => this.room,
				log: memoryLogChannel(),
				...ports,
			},
		);
		return run.work(this.abort.signal);
	}

	/** The results sent to the model, in order. */
	get results(): string[] {
		return this.events.flatMap((event) => (event.type === "result" ? event.text : []));
	}

	/** Undoes everything, and fails unless the files are as they were before the task. */
	async assertUndone(): Promise<void> {
		const { refused } = await (await this.changes("another")).undo();
		assert.deepEqual(refused, []);
		assert.deepEqual(this.files, this.#original);
	}
}

export type Call = NonNullable<ModelTurn["calls"]>[number];

/** Makes these calls in one answer; returns the results. */
export async function results(world: AgentWorld, ...calls: readonly Call[]): Promise<readonly string[]> {
	world.limits = { failures: 100 };
	await world.run(scriptedModel([{ calls }]));
	return world.results;
}
