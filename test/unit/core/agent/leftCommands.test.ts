import assert from "node:assert/strict";
import { LeftCommands } from "../../../../src/core/agent/leftCommands";
import type { ChatSession } from "../../../../src/core/chat/session/chatSession";
import type { AgentEvent } from "../../../../src/shared/agentEvent";
import { agentLimits } from "../../../../src/shared/untrusted/limits";

const given = { command: "npm start" };
const called: AgentEvent = {
	type: "turn",
	text: "",
	calls: [{ id: "", name: "run_command", arguments: given }],
	tokens: 1,
};

type UserAnswer = "end" | "decided" | "closed" | "open";

/** Creates a window with a conversation whose commands still run; the user gives these answers to its questions. */
function windowWith(answers: readonly UserAnswer[], commands = 1) {
	const events = Array.from({ length: commands }, (_, call): AgentEvent[] => [
		called,
		{ type: "running", call },
	]).flat();
	const looked: string[] = [];
	const logged = events.map((event, at) => ({ type: "agent", message: "task", event, id: `${at}`, at }) as const);
	const answer = { role: "assistant", state: { type: "interrupted", message: "" } };
	const conversation = { events: logged, message: () => answer } as unknown as ChatSession["conversation"];
	const asked: string[] = [];
	let due = () => {};
	let canEnd = true;
	const left = new LeftCommands({
		agent: {
			refusal: undefined,
			load: async () => ({
				commandRuns: async (id) => looked.push(id) > 0,
				endCommand: async () => {
					if (!canEnd) throw new Error("It could not be ended.");
				},
			}),
		},
		session: { conversation },
		clock: {
			after: (_, run) => {
				due = run;
				return { dispose: () => {} };
			},
		},
		log: { warn: (message) => assert.fail(message) },
		ask: async (command, end) => {
			const decision = answers[asked.push(command) - 1] ?? assert.fail("asked too often");
			if (decision === "open") return new Promise(() => {});
			if (decision === "end")
				return end().then(
					() => true,
					() => false,
				);
			return decision === "decided";
		},
	});
	return {
		asked,
		looked,
		fail: (failing: boolean) => {
			canEnd = !failing;
		},
		/** Shows the conversation, after every window has had time to report that it works on the task. */
		show: async () => {
			due = () => {};
			left.askLater();
			due();
			await new Promise(setImmediate);
		},
	};
}

describe("agent: commands left running by a crash", () => {
	it("are asked about again when the question was closed without an answer, until there is one", async () => {
		const { asked, show } = windowWith(["closed", "closed", "decided"]);
		for (let shown = 1; shown <= 5; shown++) {
			await show();
			assert.equal(asked.length, Math.min(shown, 3));
		}
		assert.deepEqual(asked, ["npm start", "npm start", "npm start"]);
	});

	it("are not asked about while a question is open", async () => {
		const { asked, show } = windowWith(["open"]);
		await show();
		await show();
		assert.equal(asked.length, 1);
	});

	it("are asked about again when they could not be ended", async () => {
		const { asked, show, fail } = windowWith(["end", "end"]);
		fail(true);
		await show();
		fail(false);
		await show();
		await show();
		assert.equal(asked.length, 2);
	});

	it("limits: are looked for up to a maximum number, the latest ones, whatever a conversation says", async () => {
		const most = agentLimits.leftCommands;
		const { looked, show } = windowWith(
			Array.from({ length: most }, () => "decided" as const),
			most + 10,
		);
		await show();
		assert.deepEqual(
			looked,
			Array.from({ length: most }, (_, at) => `task.${at + 10}`),
		);
		// Older ones are not looked for after the user has decided about these.
		await show();
		assert.equal(looked.length, most);
	});
});
