import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { agentInstructions, agentTools, taskTranscript } from "../../../src/core/agent/agentTask";
import { runCommandName } from "../../../src/core/agent/commands/openCommands";
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
import { rivalPackages } from "../rivalPackages";

const runs = 5;

/** The size of the fixed prompt, and what the loop itself takes between an answer and the next request. */
export const agentPart: Part = async (_, subject) => [
	...(await subject("the fixed prompt", async () => [promptSize()])),
	...(await subject("the fixed prompt by the tokenizers of models", promptTokens)),
	...(await subject("the loop between an answer and the next request", betweenRequests)),
];

function promptSize(): Measured {
	const tokens = fixedPrompt(() => true).reduce((sum, text) => sum + textTokens(text), 0);
	return measured("fixed prompt: tokens, by Gatehouse's own estimate", tokens, "", atMost(1500));
}

/** Counts it as models do whose tokenizers differ most; the larger count has to hold. */
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

/** As much of a tokenizer as is used. */
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
