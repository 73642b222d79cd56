import assert from "node:assert/strict";
import { shownRowState } from "../../../../../src/shared/agentRowTexts";
import type { AgentRow, AgentRowState } from "../../../../../src/shared/agentWork";
import { stepGroups } from "../../../../../src/webview/transcript/agent/stepGroups";

const row = (tool: string, state: AgentRowState = "done", note = ""): AgentRow => ({
	...{ tool, state, note, target: "a.ts", given: "{}", result: "" },
});
const reads = (count: number) => Array.from({ length: count }, () => row("read_file"));
const shown = (rows: readonly AgentRow[], running: boolean) =>
	stepGroups(rows, running).map(({ from, to, folded }) => `${from}-${to}${folded ? " folded" : ""}`);

describe("agent: the rows of its steps", () => {
	it("fold steps that only look at something, once another kind of step follows or the task has ended", () => {
		assert.deepEqual(shown(reads(3), true), ["0-3"]);
		assert.deepEqual(shown(reads(3), false), ["0-3 folded"]);
		assert.deepEqual(shown([...reads(3), row("edit_file", "running")], true), ["0-3 folded", "3-4"]);
		assert.deepEqual(shown(reads(2), false), ["0-2"]);
	});

	it("do not fold while the next step that only reads is still running", () => {
		assert.deepEqual(shown([...reads(3), row("search", "running")], true), ["0-3", "3-4"]);
		assert.deepEqual(shown([...reads(3), row("search", "failed")], false), ["0-3 folded", "3-4"]);
		assert.deepEqual(shown([...reads(3), row("read_file", "running", "Now this.")], true), ["0-3 folded", "3-4"]);
	});

	it("do not say that they wait when no agent works", () => {
		const states = (["waiting", "asking", "running", "done", "rejected"] as const).map((state) =>
			row("read_file", state),
		);
		assert.deepEqual(
			states.map((one) => shownRowState(one, false)),
			["skipped", "skipped", "interrupted", "done", "rejected"],
		);
		assert.deepEqual(
			states.map((one) => shownRowState(one, true)),
			states.map(({ state }) => state),
		);
	});
});
