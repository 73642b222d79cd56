import assert from "node:assert/strict";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { withAgentEvent } from "../../../../src/shared/agentSteps";
import type { Answer } from "../../../../src/shared/conversation";
import { agentWindows, edit, read } from "./agentWindows";

describe("agent: a task that is continued", () => {
	it("is shown as interrupted after its window is killed, and is continued and undone in another window", async () => {
		const { model, workspace, open } = agentWindows([read, edit, { text: "Done." }]);
		const killed = open();
		const asked = killed.asks();
		await killed.ask();
		await asked;
		killed.stall();
		const { session, agent, last, asks, ends, continueAfter } = open();
		await session.restore();
		assert.equal(last().state.type, "interrupted");
		assert.deepEqual(
			last().agent?.rows.map(({ state }) => state),
			["done", "asking"],
		);
		const [again, ended] = [asks(), ends()];
		// The model repeats the call that was never carried out.
		model.requests.length = 1;
		await continueAfter(15_000);
		await again;
		assert.match(String(model.requests[1]?.messages.at(-1)?.content), /not carried out/);
		session.decide(last().id, 2, { type: "allowed" });
		await ended;
		assert.deepEqual([last().text, last().state.type], ["Done.", "complete"]);
		const { agent: { waited = 0 } = {}, paused = 0 } = last();
		assert.ok(paused >= 15_000 && waited < 15_000, `the time of no window counts once: ${paused}, ${waited}`);
		assert.deepEqual(
			last().agent?.rows.map(({ state }) => state),
			["done", "skipped", "done"],
		);
		assert.equal(workspace.files["a.ts"], "new\n");
		await open().agent.undo(last().id);
		assert.equal(workspace.files["a.ts"], "old\n");
		await agent.keep(last().id);
	});

	it("is not continued in a second window while the first waits for the user", async () => {
		const { workspace, open } = agentWindows([edit, { text: "Done." }]);
		const first = open();
		const [asked, ended] = [first.asks(), first.ends()];
		await first.ask();
		await asked;
		const second = open();
		await second.session.restore();
		assert.equal(second.last().state.type, "interrupted");
		await assert.rejects(second.continueAfter(15_000), { name: "UserError", message: /this task in another window/ });
		// The first window has reported its progress, so the second one shows the task as running.
		assert.equal(second.last().state.type, "streaming");
		assert.throws(() => second.session.decide(second.last().id, 0, { type: "allowed" }), {
			name: "UserError",
			message: /another window\. Answer there/,
		});
		first.session.decide(first.last().id, 0, { type: "allowed" });
		await ended;
		assert.equal(first.last().state.type, "complete");
		assert.equal(workspace.files["a.ts"], "new\n");
	});

	it("is left to the second window that continued it, and is not ended by the first", async () => {
		const { model, workspace, conversations, open } = agentWindows([edit, edit, { text: "Done." }]);
		const first = open();
		const asked = first.asks();
		await first.ask();
		await asked;
		// The window hangs long enough to count as closed.
		first.stall();
		const second = open();
		await second.session.restore();
		const [again, ended] = [second.asks(), second.ends()];
		const left = first.until(({ type }) => type === "reset");
		await second.continueAfter(15_000);
		await again;
		await left;
		assert.throws(() => first.session.decide(first.last().id, 0, { type: "allowed" }), /another window/);
		second.session.decide(second.last().id, 1, { type: "allowed" });
		await ended;
		assert.deepEqual([second.last().text, second.last().state.type], ["Done.", "complete"]);
		assert.equal(workspace.files["a.ts"], "new\n");
		assert.equal(model.requests.length, 3);
		const logs = [...(conversations.files.get(first.session.conversationId)?.values() ?? [])];
		assert.equal(logs.join("").match(/"type":"ended","message"/g)?.length, 1);
	});

	it("keeps the received part of an answer that was stopped or interrupted, and does not send it again", async () => {
		const arrived = { type: "text", text: "I am" } as const;
		const dropped = { type: "interrupted", cause: new GatewayError("network", "The connection broke.") } as const;
		for (const [how, events] of [
			["stopped", [arrived]],
			["interrupted", [arrived, dropped]],
		] as const) {
			const { model, open } = agentWindows([read, { events }, { text: "I did it." }]);
			const { session, last, ends, until, ask } = open();
			let shown: Answer | undefined;
			session.onDidChange((change) => {
				if (change.type === "message" && change.message.role === "assistant") shown = change.message;
				if (shown && change.type === "text") shown = { ...shown, text: shown.text + change.text };
				if (shown && change.type === "agent") shown = withAgentEvent(shown, change.event, change.at);
			});
			const [ended, text] = [ends(), until(({ type }) => type === "text")];
			await ask();
			await text;
			if (how === "stopped") {
				await until((change) => change.type === "text" && change.text === "I am");
				await session.stop();
			}
			await ended;
			assert.deepEqual([last().text, last().state.type, shown?.text], ["I am", how, "I am"]);
			const again = ends();
			await session.continueAnswer(last().id);
			await again;
			assert.deepEqual([last().text, last().state.type, shown?.text], ["I did it.", "complete", "I did it."]);
			assert.ok(!JSON.stringify(model.requests.at(-1)).includes("I am"));
		}
	});

	it("continues an answer that was cut off within a word", async () => {
		const { open } = agentWindows([{ text: "I be", reason: "length" }, { text: "gan." }]);
		const { session, last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		assert.equal(last().state.type, "interrupted");
		const again = ends();
		await session.continueAnswer(last().id);
		await again;
		assert.deepEqual([last().text, last().state.type], ["I began.", "complete"]);
	});

	it("is not continued in another folder after it has changed files", async () => {
		const { model, open, useOtherFolder } = agentWindows((_, turn) => (turn === 0 ? edit : read));
		const { session, last, asks, ends, ask } = open();
		const [asked, ended] = [asks(), ends()];
		await ask();
		await asked;
		session.decide(last().id, 0, { type: "allowed" });
		await ended;
		assert.equal(last().state.type, "interrupted");
		// Another folder has changes of its own.
		useOtherFolder();
		const again = ends();
		await session.continueAnswer(last().id);
		await again;
		const { state } = last();
		assert.ok(state.type === "interrupted");
		assert.match(state.message, /files in another folder/);
		assert.equal(model.requests.length, 4);
	});

	it("says why it stopped by itself, and can be continued", async () => {
		const { open } = agentWindows(() => read);
		const { last, ends, ask } = open();
		const ended = ends();
		await ask();
		await ended;
		const { state } = last();
		assert.ok(state.type === "interrupted");
		assert.match(state.message, /made the same call again and again \(read_file\)/);
	});
});
