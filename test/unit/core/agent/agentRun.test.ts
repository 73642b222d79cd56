import assert from "node:assert/strict";
import { taskTranscript } from "../../../../src/core/agent/agentTask";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { approvalSubject, approvalText } from "../../../../src/shared/agentApproval";
import { AgentWorld, type ModelTurn, scriptedModel } from "./agentWorld";

const read = (path: string): ModelTurn => ({ calls: [["read_file", { path }]] });
const edit = (path: string, search: string, replace: string): ModelTurn => ({
	calls: [["edit_file", { path, edits: [{ search, replace }] }]],
});

describe("agent: the loop", () => {
	it("reads, edits and answers, and is undone byte for byte", async () => {
		const world = new AgentWorld({ "a.ts": "const one = 1;\r\n", "b.ts": "other\n" });
		const model = scriptedModel([read("a.ts"), edit("a.ts", "const one = 1;", "const one = 2;"), { text: "Changed." }]);
		assert.deepEqual(await world.run(model), { type: "answered" });
		assert.deepEqual(world.files, { "a.ts": "const one = 2;\r\n", "b.ts": "other\n" });
		assert.match(world.results[0] ?? "", /a\.ts, lines 1 to 1 of 1:\n```\n1: const one = 1;\n```/);
		assert.match(world.results[1] ?? "", /Changed a\.ts/);
		assert.deepEqual(
			world.asked.map((one) => [one.kind, approvalSubject(one), one.reasons, approvalText(one)]),
			[["write", "a.ts", ["firstEdit"], "@@ 1 @@\n-const one = 1;\n+const one = 2;"]],
		);
		await world.assertUndone();
	});

	it("writes the turn before its calls run, and a call before it changes anything", async () => {
		const world = new AgentWorld({ "a.ts": "old\n" });
		const seen: [string, string][] = [];
		world.onRecord = ({ type }) => void seen.push([type, world.files["a.ts"] ?? ""]);
		await world.run(scriptedModel([edit("a.ts", "old", "new")]));
		assert.deepEqual(seen, [
			["turn", "old\n"],
			["asking", "old\n"],
			["decided", "old\n"],
			["running", "old\n"],
			["result", "new\n"],
			["turn", "new\n"],
			["ended", "new\n"],
		]);
	});

	it("sends requests whose messages begin with those of the one before", async () => {
		const world = new AgentWorld({ "a.ts": "1\n2\n", "b.ts": "2\n" });
		const model = scriptedModel([
			read("a.ts"),
			{ calls: [...(read("b.ts").calls ?? []), ["nothing", {}]] },
			edit("a.ts", "1", "x"),
		]);
		await world.run(model);
		const sent = model.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
		assert.equal(sent.length, 4);
		for (const [at, one] of sent.slice(1).entries()) assert.ok(one.startsWith(sent[at] ?? "?"), `request ${at + 1}`);
		const tools = model.requests.map((request) => JSON.stringify(request.tools));
		assert.equal(new Set(tools).size, 1);
	});

	it("builds the same messages from the log as it sent", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		await world.run(scriptedModel([read("a.ts"), edit("a.ts", "1", "2"), read("a.ts")]));
		const replayed = taskTranscript(world.transcript.messages.slice(0, 2), world.events);
		assert.equal(JSON.stringify(replayed.messages), JSON.stringify(world.transcript.messages));
		assert.equal(replayed.tokens, world.transcript.tokens);
	});

	it("stops at the third identical call, unless something has changed in between", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		assert.deepEqual(await world.run(scriptedModel(() => read("a.ts"))), { type: "repeated", tool: "read_file" });
		assert.equal(world.results.length, 3);
		assert.match(world.results[2] ?? "", /same call/);

		const other = new AgentWorld({ "a.ts": "1\n" });
		const model = scriptedModel((_, turn) =>
			turn >= 8
				? { text: "Done." }
				: turn % 2 === 0
					? read("a.ts")
					: edit("a.ts", `${(turn + 1) / 2}`, `${(turn + 3) / 2}`),
		);
		assert.deepEqual(await other.run(model), { type: "answered" });
		assert.equal(other.files["a.ts"], "5\n");
	});

	it("stops at the third identical change, even if each succeeds", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		const model = scriptedModel((_, turn) => (turn % 2 === 0 ? edit("a.ts", "1", "2") : edit("a.ts", "2", "1")));
		assert.equal((await world.run(model)).type, "repeated");
		await world.assertUndone();
	});

	it("stops after three failures in a row", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		const model = scriptedModel((_, turn) => read(`missing${turn}.ts`));
		assert.deepEqual(await world.run(model), { type: "failing", count: 3 });
		assert.equal(world.results.length, 3);
	});

	it("counts failures in a row within one answer once, so that the model sees them before the run stops", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		const calls: ModelTurn["calls"] = ["b", "c", "d", "e"].map((name) => ["read_file", { path: `${name}.ts` }]);
		const model = scriptedModel([{ calls }, { calls: [["read_file", { path: "a.ts" }]] }, { text: "Done." }]);
		assert.deepEqual(await world.run(model), { type: "answered" });
		assert.equal(world.results.length, 5);
	});

	it("stops at its limits of turns, tokens and requests", async () => {
		const numbered = scriptedModel((_, turn) => read(`${turn % 2 === 0 ? "a" : `missing${turn}`}.ts`));
		const turns = new AgentWorld({ "a.ts": "1\n" });
		turns.limits = { turns: 4, sameCalls: 100 };
		assert.deepEqual(await turns.run(numbered), { type: "turnLimit", count: 4 });
		const tokens = new AgentWorld({ "a.ts": "1\n" });
		tokens.limits = { tokens: 1000, sameCalls: 100 };
		assert.deepEqual(await tokens.run(scriptedModel(() => read("a.ts"))), { type: "tokenLimit", count: 1000 });
		const requests = new AgentWorld({ "a.ts": "1\n" });
		requests.requestsLeft = 2;
		const model = scriptedModel([]);
		assert.deepEqual(await requests.run(model), { type: "requestLimit", left: 2 });
		assert.equal(model.requests.length, 0);
	});

	it("tells the model what was wrong with a call", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		const calls: ModelTurn["calls"] = [
			["write", {}],
			["read_file", { path: "a.ts" }],
			["read_file", '{"path": "a.t'],
			["read_file", {}],
			["list_files", {}],
			["read_file", { path: "a.ts", from: "x" }],
		];
		await world.run(scriptedModel([{ calls }]));
		assert.match(
			world.results[0] ?? "",
			/no tool of this name.*list_files, search, read_file, edit_file, get_problems/,
		);
		assert.match(world.results[2] ?? "", /not a valid JSON object/);
		assert.match(world.results[3] ?? "", /"path" is missing/);
		assert.match(world.results[5] ?? "", /must be a line number/);
	});

	it("tells the model of a rejection with the user's reason, and writes nothing", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.decide = () => ({ type: "rejected", reason: "Not this file." });
		assert.deepEqual(await world.run(scriptedModel([edit("a.ts", "1", "2")])), { type: "answered" });
		assert.equal(world.files["a.ts"], "1\n");
		assert.deepEqual(world.results, ["The user rejected this call. Their reason: Not this file."]);
	});

	it("counts a rejected call neither as a success nor as a failure", async () => {
		const rejecting = (...turns: readonly ModelTurn[]) => {
			const world = new AgentWorld({ "a.ts": "1\n" });
			world.decide = () => ({ type: "rejected", reason: "" });
			return { world, stop: world.run(scriptedModel(turns)) };
		};
		const edits = ["2", "3", "4", "5"].map((text) => edit("a.ts", "1", text));
		const [two, three, four, five] = edits as [ModelTurn, ModelTurn, ModelTurn, ModelTurn];
		assert.deepEqual(await rejecting(two, three, four, five).stop, { type: "answered" });
		const failing = rejecting(read("b.ts"), read("c.ts"), two, read("d.ts"), { text: "Done." });
		assert.deepEqual(await failing.stop, { type: "failing", count: 3 });
		const repeating = rejecting(read("a.ts"), two, read("a.ts"), three, read("a.ts"), { text: "Done." });
		assert.deepEqual(await repeating.stop, { type: "repeated", tool: "read_file" });
		const results = repeating.world.events.flatMap((event) => (event.type === "result" ? event.failed : []));
		assert.deepEqual(results, [false, true, false, true, true]);
	});

	it("asks for the first change only, and for each change of a file that others obey", async () => {
		const world = new AgentWorld({ "a.ts": "1\n2\n", "package.json": "1\n2\n" });
		await world.run(
			scriptedModel([
				edit("package.json", "1", "one"),
				edit("a.ts", "1", "one"),
				edit("a.ts", "2", "two"),
				edit("package.json", "2", "two"),
			]),
		);
		assert.deepEqual(
			world.asked.map((one) => [approvalSubject(one), ...one.reasons]),
			[
				["package.json", "firstEdit", "sensitive"],
				["a.ts", "firstEdit"],
				["package.json", "sensitive"],
			],
		);
	});

	it("stops while it waits for the user, and while the model answers", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.decide = () => {
			world.abort.abort();
			return { type: "allowed" };
		};
		assert.deepEqual(await world.run(scriptedModel([edit("a.ts", "1", "2")])), { type: "stopped" });
		assert.equal(world.files["a.ts"], "1\n");
		const other = new AgentWorld();
		const stop = await other.run({
			async *chat() {
				yield { type: "text", text: "I" };
				other.abort.abort();
			},
		});
		assert.deepEqual(stop, { type: "stopped" });
		assert.deepEqual(
			other.events.map(({ type }) => type),
			["ended"],
		);
	});

	it("stops with the gateway's failure, and goes on from there when it is continued", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		let requests = 0;
		const model = scriptedModel([read("a.ts"), edit("a.ts", "1", "2")]);
		const failing: typeof model = {
			requests: model.requests,
			chat: (...given) => {
				if (requests++ === 1) throw new GatewayError("rateLimited", "Too many requests.", 429);
				return model.chat(...given);
			},
		};
		const stop = await world.run(failing);
		assert.equal(stop.type === "failed" && stop.failure.reason, "rateLimited");
		assert.deepEqual(await world.run(failing), { type: "answered" });
		assert.equal(world.files["a.ts"], "2\n");
		await world.assertUndone();
	});

	it("does nothing that is not in its log", async () => {
		for (let fails = 0; fails < 7; fails++) {
			const world = new AgentWorld({ "a.ts": "1\n" });
			let left = fails;
			world.onRecord = () => {
				if (left-- === 0) throw new Error("ENOSPC");
			};
			const stop = await world.run(scriptedModel([edit("a.ts", "1", "2")]));
			assert.equal(stop.type, fails < 6 ? "notSaved" : "answered", `${fails}`);
			assert.equal(world.files["a.ts"], fails < 4 ? "1\n" : "2\n", `${fails}`);
			await world.assertUndone();
		}
	});

	it("continues after a crash at every event, and asks again", async () => {
		const whole = new AgentWorld({ "a.ts": "1\n", "b.ts": "1\n" });
		const turns = [
			{ calls: [...(edit("a.ts", "1", "2").calls ?? []), ...(read("b.ts").calls ?? [])] },
			edit("b.ts", "1", "2"),
		];
		await whole.run(scriptedModel(turns));
		const all = whole.events.length;
		for (let crash = 0; crash < all; crash++) {
			const world = new AgentWorld({ "a.ts": "1\n", "b.ts": "1\n" });
			let left = crash;
			world.onRecord = () => {
				if (left-- <= 0) throw new Error("killed");
			};
			await world.run(scriptedModel(turns));
			world.onRecord = () => {};
			const seen = world.events.length;
			// The model reads the results so far and carries on.
			const model = scriptedModel((request) => {
				const results = request.messages.filter(({ role }) => role === "tool").length;
				return results < 20 && world.files["a.ts"] === "1\n"
					? edit("a.ts", "1", "2")
					: world.files["b.ts"] === "1\n"
						? edit("b.ts", "1", "2")
						: { text: "Done." };
			});
			assert.deepEqual(await world.run(model), { type: "answered" }, `crash ${crash}`);
			assert.deepEqual(world.files, { "a.ts": "2\n", "b.ts": "2\n" });
			const [first] = model.requests;
			const calls = first?.messages.flatMap(({ toolCalls = [] }) => toolCalls).length;
			assert.equal(first?.messages.filter(({ role }) => role === "tool").length, calls, "each call has a result");
			assert.ok(world.events.length > seen);
			await world.assertUndone();
		}
	});

	it("replaces old results by stubs when the context is full, several at a time", async () => {
		const big = Array.from({ length: 200 }, (_, at) => `line number ${at} of this file`).join("\n");
		const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.txt`, big]));
		const world = new AgentWorld(files);
		world.room = 12_000;
		const model = scriptedModel((_, turn) => (turn < 40 ? read(`f${turn}.txt`) : { text: "Done." }));
		assert.deepEqual(await world.run(model), { type: "answered" });
		const stubbed = world.events.filter(({ type }) => type === "stubbed");
		assert.ok(stubbed.length > 1 && stubbed.length < 20, `${stubbed.length}`);
		const last = model.requests.at(-1)?.messages ?? [];
		assert.ok(
			last.some(({ content }) => typeof content === "string" && content.startsWith("(The result of read_file")),
		);
		assert.ok(world.transcript.tokens <= 12_000);
		const replayed = taskTranscript(world.transcript.messages.slice(0, 2), world.events);
		assert.equal(JSON.stringify(replayed.messages), JSON.stringify(world.transcript.messages));
	});

	it("stops when the task does not fit even without old results", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.room = 50;
		assert.deepEqual(await world.run(scriptedModel([])), { type: "contextFull" });
	});

	it("asks for the rest of a cut-off answer, as chat does", async () => {
		const world = new AgentWorld();
		assert.deepEqual(await world.run(scriptedModel([{ text: "I be", reason: "length" }])), { type: "cutOff" });
		world.events.push({ type: "resumed" });
		const model = scriptedModel([{ text: "gan." }]);
		assert.deepEqual(await world.run(model), { type: "answered" });
		const roles = model.requests[0]?.messages.map(({ role }) => role);
		assert.deepEqual(roles, ["system", "user", "assistant", "user"]);
		assert.match(String(model.requests[0]?.messages.at(-1)?.content), /^Your last answer was cut off\./);
	});

	it("says whether an answer was empty or cut off", async () => {
		assert.deepEqual(await new AgentWorld().run(scriptedModel([{ text: " " }])), { type: "empty" });
		assert.deepEqual(await new AgentWorld().run(scriptedModel([{ text: "I be", reason: "length" }])), {
			type: "cutOff",
		});
	});
});
