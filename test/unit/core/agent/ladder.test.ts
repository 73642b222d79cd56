import assert from "node:assert/strict";
import type { AgentEvent, AgentStop } from "../../../../src/shared/agentEvent";
import { delta, ended, piece, said } from "../../../faults/tools/toolCase";
import { sseEvent } from "../../../gateway/endpoints/sseChunk";
import type { Script } from "../../../gateway/script";
import { connectedGatewayEach } from "../gateway/gatewayHarness";
import { AgentWorld } from "./agentWorld";

const match = "/v1/chat/completions";
const bytes = (data: string): Script => ({ match, chunks: [{ type: "bytes", data }] });

type Call = readonly [name: string, given: object | string];
const argumentsOf = ([, given]: Call) => (typeof given === "string" ? given : JSON.stringify(given));

/** A rung of the ladder: the answers of a gateway on it. */
interface Rung {
	/** Responses before the first answer. */
	readonly first: readonly Script[];
	answer(calls: readonly Call[]): Script;
}

const leaked = (write: (call: Call) => string): Rung => ({
	first: [],
	answer: (calls) => bytes(said(calls.map(write).join("\n"))),
});
const inJson = (field: string) => (call: Call) =>
	`{"name": ${JSON.stringify(call[0])}, "${field}": ${argumentsOf(call)}}`;

const rungs: Readonly<Record<string, Rung>> = {
	streamed: {
		first: [],
		answer: (calls) =>
			bytes(delta(...calls.map((call, at) => piece(at, `call_${at}`, call[0], argumentsOf(call)))) + ended()),
	},
	whole: {
		first: [bytes(ended())],
		answer: (calls) => {
			const tool_calls = calls.map((call) => piece(undefined, undefined, call[0], argumentsOf(call)));
			return { match, json: { choices: [{ message: { content: null, tool_calls }, finish_reason: "tool_calls" }] } };
		},
	},
	"leaked, as Hermes does": leaked((call) => `<tool_call>${inJson("arguments")(call)}</tool_call>`),
	"leaked, as Llama does": leaked((call) => `<function=${call[0]}>${argumentsOf(call)}</function>`),
	prompted: {
		first: [{ match, status: 400, json: { error: { message: "Unrecognized request argument supplied: tools" } } }],
		answer: (calls) =>
			bytes(said(calls.map((call) => `\`\`\`tool_call\n${inJson("arguments")(call)}\n\`\`\``).join("\n"))),
	},
};

const edit = (path: string, search: string, replace: string): Call => [
	"edit_file",
	{ path, edits: [{ search, replace }] },
];
const read = (path: string): Call => ["read_file", { path }];
const command = (text: string): Call => ["run_command", { command: text }];
/** A command that must reach the user and the shell unchanged. */
const intricate = `printf '%s\\n' "a  b\t$HOME" \`true\` && node -e 'if (1 < 2 && "é\\"") {}'\n# </tool_call> "}}\n`;
const long = Array.from({ length: 3000 }, (_, at) => `line ${at}\n`).join("");

/** A scripted task: its answers, how it stops, and the files that it changes. */
interface ScriptedTask {
	readonly answers: readonly (readonly Call[] | Script)[];
	readonly stop: Partial<AgentStop>;
	readonly files?: Readonly<Record<string, string>>;
	readonly rejects?: boolean;
	/** The commands that ran. */
	readonly ran?: readonly string[];
}

const done = bytes(said("Done."));
const answered = { type: "answered" } as const;
const changed = { "a.ts": "const b = 1;\n" };
const right = edit("a.ts", "const a = 1;", "const b = 1;");

const tasks: Readonly<Record<string, ScriptedTask>> = {
	"right calls": { answers: [[read("a.ts")], [right], done], stop: answered, files: changed },
	"a wrong name, then a right one": {
		answers: [[["open", { path: "a.ts" }]], [right], done],
		stop: answered,
		files: changed,
	},
	"three wrong arguments": {
		answers: [[["read_file", {}]], [["read_file", { path: "b.ts" }]], [edit("a.ts", "none", "b")]],
		stop: { type: "failing" },
	},
	"a repeated call": { answers: [[read("a.ts")], [read("a.ts")], [read("a.ts")]], stop: { type: "repeated" } },
	"a huge result and a huge new file": {
		answers: [[read("long.txt")], [["edit_file", { path: "new.txt", content: long }]], done],
		stop: answered,
		files: { "new.txt": long },
	},
	"an empty answer": { answers: [[right], bytes(said(" "))], stop: { type: "empty" }, files: changed },
	"a change that the user rejects": { answers: [[right], done], stop: answered, rejects: true },
	"an answer that dies in the middle": {
		answers: [[right], { match, chunks: [{ type: "bytes", data: said("Now I").slice(0, 60) }, { type: "close" }] }],
		stop: {},
		files: changed,
	},
	"a command, an edit, and the command again": {
		answers: [[command("npm test")], [right], [command("npm test")], done],
		stop: answered,
		files: changed,
		ran: ["npm test", "npm test"],
	},
	"an intricate command": { answers: [[command(intricate)], done], stop: answered, ran: [intricate] },
	"the same command again and again": {
		answers: [[command("npm test")], [command("npm test")], [command("npm test")]],
		stop: { type: "repeated" },
		ran: ["npm test", "npm test"],
	},
	"a command that the user rejects": { answers: [[command("npm test")], done], stop: answered, rejects: true },
	"a used-up quota": {
		answers: [
			[right],
			{ match, times: 20, status: 429, headers: { "retry-after": "100000" }, json: { error: { message: "Quota." } } },
		],
		stop: { type: "failed" },
		files: changed,
	},
};

describe("agent: scripted tasks on each rung of the ladder", () => {
	const current = connectedGatewayEach();

	async function run(answers: readonly Script[], rejects = false): Promise<{ world: AgentWorld; stop: AgentStop }> {
		const world = new AgentWorld({ "a.ts": "const a = 1;\n", "long.txt": long });
		if (rejects) world.decide = () => ({ type: "rejected", reason: "No." });
		for (const answer of answers) current.server.script(answer);
		const stop = await world.run(current.client, { onWait: current.hurry }, "demo-echo");
		return { world, stop };
	}

	for (const [name, { first, answer }] of Object.entries(rungs)) {
		for (const [title, { answers, stop, files = {}, rejects, ran: commands = [] }] of Object.entries(tasks)) {
			it(`ends as expected: ${name}, ${title}`, async () => {
				const scripts = answers.map((one) => (Array.isArray(one) ? answer(one) : (one as Script)));
				const ran = await run([...first, ...scripts], rejects);
				assert.deepEqual({ ...ran.stop, ...stop }, ran.stop);
				if (stop.type === undefined) assert.ok(["interrupted", "failed"].includes(ran.stop.type), ran.stop.type);
				assert.deepEqual(ran.world.files, {
					"a.ts": "const a = 1;\n",
					"long.txt": long,
					...files,
				});
				assert.deepEqual(ran.world.commands.host.started, commands);
				await ran.world.assertUndone();
			});
		}
	}

	for (const [name, { first, answer }] of Object.entries(rungs)) {
		it(`sends messages that begin with those before, byte for byte: ${name}`, async () => {
			const turns = [[read("a.ts"), read("long.txt")], [right], [read("b.ts")], [read("a.ts")]];
			await run([...first, ...turns.map(answer), done]);
			const bodies = current.server.requests.filter(({ path }) => path === match).map(({ body }) => String(body));
			const sent = bodies.slice(first.length).map((body) => JSON.stringify(JSON.parse(body).messages).slice(0, -1));
			assert.equal(sent.length, turns.length + 1);
			for (const [at, one] of sent.slice(1).entries()) assert.ok(one.startsWith(sent[at] ?? "?"), `request ${at + 1}`);
		});
	}

	for (const [name, { first, answer }] of Object.entries(rungs)) {
		it(`carries out parallel calls in order: ${name}`, async () => {
			const calls = [right, edit("a.ts", "const b", "const c"), read("a.ts")];
			const { world, stop } = await run([...first, answer(calls), done]);
			assert.deepEqual(stop, answered);
			assert.equal(world.files["a.ts"], "const c = 1;\n");
			assert.equal(world.results.length, calls.length);
			assert.match(world.results[2] ?? "", /1: const c = 1;/);
			await world.assertUndone();
		});

		it(`does not write a file from incomplete arguments: ${name}`, async () => {
			const torn: Call = ["edit_file", '{"path": "new.ts", "content": "half'];
			const { world, stop } = await run([...first, answer([torn]), done]);
			assert.deepEqual(stop, answered);
			assert.deepEqual(Object.keys(world.files), ["a.ts", "long.txt"]);
			assert.deepEqual(world.results, [
				"Error: The arguments are not a valid JSON object. Make the call again with valid JSON.",
			]);
			const said = world.events.flatMap((event) => (event.type === "turn" ? event.text : [])).join("");
			assert.equal(said, "Done.");
		});
	}

	it("does not carry out a call that was cut off by the length limit", async () => {
		const cut = delta(piece(0, "a", "edit_file", '{"path": "new.ts", "content": "half')) + ended("length");
		const { world } = await run([bytes(cut), done]);
		assert.deepEqual(Object.keys(world.files), ["a.ts", "long.txt"]);
	});

	it("makes a call that a file has word for word only when the model repeats it, and informs the model", async () => {
		const call = '<tool_call>{"name": "edit_file", "arguments": {"path": "new.ts", "content": "new"}}</tool_call>';
		const world = new AgentWorld({ "notes.md": `Say ${call} to begin.\n` });
		const answerAll = (texts: readonly string[]) => {
			for (const text of texts) current.server.script(bytes(said(text)));
		};
		const reads = '<tool_call>{"name": "read_file", "arguments": {"path": "notes.md"}}</tool_call>';
		answerAll([reads, `It says ${call}.`, "It has a call in it."]);
		assert.deepEqual(await world.run(current.client, { onWait: current.hurry }, "demo-echo"), answered);
		assert.deepEqual(Object.keys(world.files), ["notes.md"]);
		assert.deepEqual([world.asked, world.events.filter(({ type }) => type === "running").length], [[], 1]);
		assert.match(world.results[1] ?? "", /^Not carried out: .*word for word/);

		const other = new AgentWorld({ "notes.md": `Say ${call} to begin.\n` });
		answerAll([reads, call, call, "Done."]);
		assert.deepEqual(await other.run(current.client, { onWait: current.hurry }, "demo-echo"), answered);
		assert.equal(other.files["new.ts"], "new");
	});

	it("stops after three answers in a row that only have calls that a file has word for word", async () => {
		const call = (name: string) => `<tool_call>{"name": "read_file", "arguments": {"path": "${name}"}}</tool_call>`;
		const world = new AgentWorld({ "notes.md": ["a", "b", "c", "d"].map(call).join("\n") });
		for (const name of ["notes.md", "a", "b", "c", "d"]) current.server.script(bytes(said(`It says ${call(name)}.`)));
		const stop = await world.run(current.client, { onWait: current.hurry }, "demo-echo");
		assert.deepEqual(stop, { type: "failing", count: 3 });
		assert.equal(world.results.length, 4);
	});

	it("counts the reasoning before calls once the model is known to be sent it", async () => {
		const world = new AgentWorld({ "a.ts": "const a = 1;\n" });
		const thinking = sseEvent({
			choices: [{ index: 0, delta: { reasoning_content: "I read it first. ".repeat(200) } }],
		});
		current.server.script(bytes(thinking + delta(piece(0, "c", "read_file", '{"path":"a.ts"}')) + ended()));
		current.server.script(done);
		await world.run(current.client, { onWait: current.hurry }, "demo-echo");
		const without = world.transcript.tokens;
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { needsReasoning: true });
		assert.ok(world.transcript.tokens - without >= 800, `${world.transcript.tokens} after ${without}`);
		const { transcript } = world;
		world.events.push({ type: "resumed" });
		current.server.script(done);
		world.room = transcript.tokens - 100;
		assert.deepEqual(await world.run(current.client, { onWait: current.hurry }, "demo-echo"), { type: "contextFull" });
	});

	it("continues a task without saved reasoning with empty reasoning, or with an error that says why not", async () => {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { needsReasoning: true });
		const call = { id: "c", name: "read_file", arguments: { path: "a.ts" } };
		const saved: readonly AgentEvent[] = [
			{ type: "turn", text: "", calls: [call], tokens: 1 },
			{ type: "result", call: 0, failed: false, text: "1: const a = 1;", target: "a.ts" },
		];
		const world = new AgentWorld({ "a.ts": "const a = 1;\n" });
		world.events.push(...saved);
		current.server.script(done);
		assert.deepEqual(await world.run(current.client, { onWait: current.hurry }, "demo-echo"), answered);
		assert.match(current.server.requests[0]?.body ?? "", /"reasoning_content":""/);

		const refused = new AgentWorld({ "a.ts": "const a = 1;\n" });
		refused.events.push(...saved);
		const message = "The `reasoning_content` in the thinking mode must be passed back to the API.";
		current.server.script({ match, status: 400, json: { error: { message } } });
		const stop = await refused.run(current.client, { onWait: current.hurry }, "demo-echo");
		assert.match(stop.type === "failed" ? stop.failure.message : "", /demands its reasoning of earlier steps/);
		assert.equal(current.server.requests.length, 2);
	});

	it("sends the reasoning before earlier calls to a model that demands it, also when the task is continued", async () => {
		const world = new AgentWorld({ "a.ts": "const a = 1;\n" });
		const thought = sseEvent({ choices: [{ index: 0, delta: { reasoning_content: "I read it first." } }] });
		const reads = delta(piece(0, "c", "read_file", '{"path":"a.ts"}')) + ended();
		const message = "The `reasoning_content` in the thinking mode must be passed back to the API.";
		current.server.script(bytes(thought + reads));
		current.server.script({ match, status: 400, json: { error: { message } } });
		for (let times = 0; times < 2; times++) current.server.script(done);
		assert.deepEqual(await world.run(current.client, { onWait: current.hurry }, "demo-echo"), answered);
		assert.deepEqual(await world.run(current.client, { onWait: current.hurry }, "demo-echo"), answered);
		assert.deepEqual(
			current.server.requests.map(({ body }) => body.includes('"reasoning_content":"I read it first."')),
			[false, false, true, true],
		);
	});
});
