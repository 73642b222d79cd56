import type { ChatModel } from "../model";
import { nextRenameStep } from "./demoRename";
import { doneCalls, said } from "./demoStep";
import { nextTestFixStep } from "./demoTestFix";

const standIn =
	"`demo-agent` belongs to Gatehouse's demo gateway and is not a language model. It can do two tasks: “Rename OLD to NEW” and “Fix the failing test”.";

/** Follows the plan that the task names; each step depends on the actual results of the tools. */
export const demoAgent: ChatModel = {
	kind: "chat",
	id: "demo-agent",
	description: "A stand-in, not a language model: renames a name or fixes a test with an agent's tools.",
	contextLength: 32768,
	answer: () => standIn,
	step(messages, tools) {
		const asked = messages.findLastIndex(({ role }) => role === "user");
		const task = messages[asked]?.content ?? "";
		const [, from, to] = /\brename\s+`?(\w+)`?\s+to\s+`?(\w+)`?/i.exec(task) ?? [];
		const renames = from !== undefined && to !== undefined;
		if (!renames && !/\bfix\s+the\s+failing\s+test/i.test(task)) return said(standIn);
		const needed = ["search", "read_file", "edit_file", ...(renames ? [] : ["run_command"])];
		if (!needed.every((name) => tools.includes(name)))
			return said(`${standIn} It needs tools: switch the agent on below.`);
		const done = doneCalls(messages.slice(asked + 1));
		return renames ? nextRenameStep(done, from, to) : nextTestFixStep(done);
	},
};
