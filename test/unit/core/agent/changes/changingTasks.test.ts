import assert from "node:assert/strict";
import { changingTasks } from "../../../../../src/core/agent/changes/changingTasks";
import type { LoggedEvent } from "../../../../../src/core/chat/conversation/conversationEvent";
import type { AgentEvent } from "../../../../../src/shared/agentEvent";

describe("agent changes: the tasks that may have changed files", () => {
	it("are all tasks in which edit_file ran, however many tasks came later", () => {
		const events: LoggedEvent[] = [];
		const add = (message: string, event: AgentEvent) =>
			events.push({ type: "agent", message, event, id: `${events.length}`, at: events.length });
		const call = (name: string) => ({ id: "c", name, arguments: {} });
		add("first", { type: "turn", text: "", calls: [call("read_file"), call("edit_file")], tokens: 1 });
		add("first", { type: "running", call: 0 });
		add("first", { type: "running", call: 1 });
		for (let task = 0; task < 20; task++) {
			add(`reads${task}`, { type: "turn", text: "", calls: [call("read_file")], tokens: 1 });
			add(`reads${task}`, { type: "running", call: 0 });
			add(`rejected${task}`, { type: "turn", text: "", calls: [call("edit_file")], tokens: 1 });
		}
		add("last", { type: "turn", text: "", calls: [call("edit_file")], tokens: 1 });
		add("last", { type: "running", call: 0 });
		add("first", { type: "running", call: 1 });
		assert.deepEqual(changingTasks(events), ["first", "last"]);
	});
});
