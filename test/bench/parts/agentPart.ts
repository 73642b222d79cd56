import { agentInstructions, agentTools, taskTranscript } from "../../../src/core/agent/agentTask";
import { AgentRun } from "../../../src/core/agent/loop/agentRun";
import type { AgentTool } from "../../../src/core/agent/loop/agentTool";
import { CallLimits, defaultAgentLimits } from "../../../src/core/agent/loop/callLimits";
import { Permissions } from "../../../src/core/agent/loop/permissions";
import { textTokens } from "../../../src/core/context/tokenEstimate";
import type { ChatEvent, ChatRequest } from "../../../src/core/gateway/gateway";
import { memoryCommands } from "../../unit/core/agent/memoryCommands";
import { MemoryWorkspace } from "../../unit/core/agent/memoryWorkspace";
import { atMost, type Measured, measured, type Part } from "../figure";
import { median } from "../median";

const runs = 5;

/** The size of the fixed prompt, and what the loop itself takes between an answer and the next request. */
export const agentPart: Part = async (_, subject) => [
	...(await subject("the fixed prompt", async () => [promptSize()])),
	...(await subject("the loop between an answer and the next request", betweenRequests)),
];

function promptSize(): Measured {
	const tools = agentTools(new MemoryWorkspace(), { write: async () => {} }, memoryCommands()).map(
		({ definition }) => definition,
	);
	const tokens = textTokens(agentInstructions) + textTokens(JSON.stringify(tools));
	return measured("fixed prompt: tokens, by Gatehouse's own estimate", tokens, "", atMost(1500));
}

async function betweenRequests(): Promise<Measured[]> {
	const short: number[] = [];
	const long: number[] = [];
	let kept = true;
	for (let run = 0; run < runs; run++) {
		const one = await stepsOf(500);
		short.push(median(one.times.slice(45, 55)));
		long.push(median(one.times.slice(480)));
		kept &&= one.kept;
	}
	return [
		measured("loop at 50 steps: from the end of an answer to the next request", median(short), "ms", atMost(10)),
		measured("loop at 500 steps / at 50 steps", median(long) / median(short), "×", atMost(12)),
		measured("requests whose messages do not begin with those before", kept ? 0 : 1, "", atMost(0)),
	];
}

/** Works so many steps on a task; returns the time from each answer to the next request, its messages as JSON included. */
async function stepsOf(steps: number): Promise<{ readonly times: readonly number[]; readonly kept: boolean }> {
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
			record: async (event) => {
				JSON.stringify(event);
			},
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
