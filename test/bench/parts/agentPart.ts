import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { agentInstructions, agentTools, taskTranscript } from "../../../src/core/agent/agentTask";
import { runCommandName } from "../../../src/core/agent/commands/openCommands";
import { AgentRun } from "../../../src/core/agent/loop/agentRun";
import type { AgentTool } from "../../../src/core/agent/loop/agentTool";
import { CallLimits, defaultAgentLimits } from "../../../src/core/agent/loop/callLimits";
import { Permissions } from "../../../src/core/agent/loop/permissions";
import { systemClock } from "../../../src/core/base/systemClock";
import { ConversationStore } from "../../../src/core/chat/storage/conversationStore";
import { SessionLog } from "../../../src/core/chat/storage/sessionLog";
import { textTokens } from "../../../src/core/context/tokens/tokenEstimate";
import type { ChatEvent, ChatRequest } from "../../../src/core/gateway/gateway";
import type { AgentEvent } from "../../../src/shared/agentEvent";
import { appendLogOnDisk } from "../../../src/vscode/adapters/appendLogOnDisk";
import { memoryCommands } from "../../unit/core/agent/memoryCommands";
import { MemoryWorkspace } from "../../unit/core/agent/memoryWorkspace";
import { memoryLogChannel } from "../../unit/core/memoryPorts";
import { openingSteps } from "../chat/openingSteps";
import { atMost, type Measured, measured, type Part } from "../figure";
import { median } from "../median";
import { benchFolder } from "../productionBundle";
import { rivalPackages } from "../rivalPackages";

const runs = 5;

/**
 * The size of the fixed prompt; the loop's own time between an answer and the next request, with each event written
 * to the conversation's log and synced to the disk; and how long tasks are opened and scrolled.
 */
export const agentPart: Part = async (tell, subject) => [
	...(await subject("the fixed prompt", async () => [promptSize()])),
	...(await subject("the fixed prompt by the tokenizers of models", promptTokens)),
	...(await subject("the loop between an answer and the next request", betweenRequests)),
	...(await subject("opening agent steps", () => openingSteps(tell))),
];

function promptSize(): Measured {
	const tokens = fixedPrompt(() => true).reduce((sum, text) => sum + textTokens(text), 0);
	return measured("fixed prompt: tokens, by Gatehouse's own estimate", tokens, "", atMost(1500));
}

/** Counts tokens with the tokenizers that differ most; the larger count applies. */
async function promptTokens(): Promise<Measured[]> {
	const tokenizers = await modelTokenizers();
	const most = (texts: readonly string[]) =>
		Math.max(...tokenizers.map(({ encode }) => texts.reduce((sum, text) => sum + encode(text).length, 0)));
	const five = most(fixedPrompt((name) => name !== runCommandName));
	return [
		measured("fixed prompt with five tools: tokens, by o200k or Mistral's, whichever are more", five, "", atMost(1200)),
		measured("the same with all six", most(fixedPrompt(() => true)), "", atMost(1500)),
	];
}

/** Returns the instructions of an agent, and the definitions of its own tools as JSON. */
function fixedPrompt(has: (tool: string) => boolean): readonly string[] {
	const tools = agentTools(new MemoryWorkspace(), { write: async () => {} }, memoryCommands());
	const definitions = tools.map(({ definition }) => definition).filter(({ name }) => has(name));
	return [agentInstructions, JSON.stringify(definitions)];
}

/** The used part of a tokenizer. */
interface Tokenizer {
	encode(text: string): { readonly length: number };
}

async function modelTokenizers(): Promise<readonly Tokenizer[]> {
	const packages = await rivalPackages();
	const gpt: Tokenizer = createRequire(join(packages, "package.json"))("gpt-tokenizer/encoding/o200k_base");
	const path = join(packages, "node_modules", "mistral-tokenizer-js", "mistral-tokenizer.js");
	const mistral: { readonly default: Tokenizer } = await import(pathToFileURL(path).href);
	return [gpt, { encode: (text) => mistral.default.encode(text) }];
}

async function betweenRequests(): Promise<Measured[]> {
	const [logged, bare] = [new Steps(), new Steps()];
	for (let run = 0; run < runs; run++) {
		await mkdir(benchFolder, { recursive: true });
		const folder = await mkdtemp(join(benchFolder, "agent-"));
		try {
			logged.add(await stepsOf(500, await conversationLog(folder)));
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
		bare.add(await stepsOf(500, async (event) => void JSON.stringify(event)));
	}
	return [
		measured(
			"loop at 50 steps, log synced: from the end of an answer to the next request",
			logged.early,
			"ms",
			atMost(10),
		),
		measured("loop at 500 steps / at 50 steps, log synced", logged.late / logged.early, "×", atMost(12)),
		measured("loop at 50 steps, without a log", bare.early, "ms"),
		measured("loop at 500 steps / at 50 steps, without a log", bare.late / bare.early, "×", atMost(12)),
		measured("requests whose messages do not begin with those before", logged.kept && bare.kept ? 0 : 1, "", atMost(0)),
	];
}

/** The times of several runs. */
class Steps {
	readonly #early: number[] = [];
	readonly #late: number[] = [];
	kept = true;

	add({ times, kept }: Awaited<ReturnType<typeof stepsOf>>): void {
		this.#early.push(median(times.slice(45, 55)));
		this.#late.push(median(times.slice(480)));
		this.kept &&= kept;
	}

	/** The median at 50 steps. */
	get early(): number {
		return median(this.#early);
	}

	/** The median at 500 steps. */
	get late(): number {
		return median(this.#late);
	}
}

type RecordEvent = (event: AgentEvent) => Promise<void>;

/**
 * Returns a function that writes a task's events as a session does: each to the disk and synced, then applied to the
 * conversation.
 */
async function conversationLog(folder: string): Promise<RecordEvent> {
	const log = (name: string) => appendLogOnDisk(join(folder, name));
	const store = new ConversationStore(log("conversations"), log("workspace"), systemClock, memoryLogChannel());
	const conversation = store.create();
	const written = new SessionLog(store, memoryLogChannel());
	const refused = (why: string) => why;
	const asked = { type: "asked", message: "q", parent: null, text: "Do the task.", attachments: [] } as const;
	await written.record(conversation, asked, refused);
	const answering = {
		type: "answering",
		message: "a",
		parent: "q",
		model: "bench",
		gateway: "bench",
		agent: true,
	} as const;
	await written.record(conversation, answering, refused);
	return (event) => written.record(conversation, { type: "agent", message: "a", event }, refused);
}

/**
 * Works on a task for this many steps. Returns the time from each answer to the next request, including its messages as
 * JSON.
 */
async function stepsOf(
	steps: number,
	record: RecordEvent,
): Promise<{ readonly times: readonly number[]; readonly kept: boolean }> {
	const text = Array.from({ length: 40 }, (_, at) => `${at + 1}: some line of a file, as an agent reads it`).join("\n");
	const times: number[] = [];
	let ended = 0;
	let last = "";
	let kept = true;
	const tool: AgentTool = {
		definition: { name: "read_file", description: "", parameters: { type: "object" } },
		changes: false,
		prepare: async ({ path }) => ({ target: String(path), run: async () => `${path}\n${text}` }),
	};
	const gateway = {
		async *chat({ messages }: ChatRequest): AsyncGenerator<ChatEvent> {
			const json = JSON.stringify(messages);
			if (ended > 0) times.push(performance.now() - ended);
			kept &&= json.startsWith(last.slice(0, -1));
			last = json;
			const step = times.length;
			if (step < steps) {
				const call = { id: `call${step}`, name: "read_file", arguments: { path: `src/file${step}.ts` } };
				yield { type: "toolCall", call };
			} else yield { type: "text", text: "Done." };
			ended = performance.now();
			yield { type: "finished", reason: "stop" };
		},
	};
	const first = [
		{ role: "system", content: agentInstructions },
		{ role: "user", content: "Do the task." },
	] as const;
	const run = new AgentRun(
		taskTranscript(first),
		{ model: "bench" },
		{
			gateway,
			tools: [tool],
			permissions: new Permissions(),
			limits: new CallLimits({ ...defaultAgentLimits, turns: steps * 2, tokens: Number.POSITIVE_INFINITY }),
			record,
			approve: async () => ({ type: "allowed" }),
			requestsLeft: () => undefined,
			room: () => null,
			log: { warn: () => {} },
		},
	);
	const stop = await run.work(new AbortController().signal);
	if (stop.type !== "answered") throw new Error(`the task ended: ${stop.type}`);
	return { times, kept };
}
