import assert from "node:assert/strict";
import { agentTools } from "../../../../src/core/agent/agentTask";
import { CommandOutput } from "../../../../src/core/agent/commands/commandOutput";
import { runCommandTool } from "../../../../src/core/agent/commands/runCommandTool";
import type { CommandEnd } from "../../../../src/core/agent/commands/taskCommands";
import { conversationMarkdown } from "../../../../src/core/chat/storage/conversationMarkdown";
import type { AgentEvent } from "../../../../src/shared/agentEvent";
import { failedOutcome, rowTitle, shownResult } from "../../../../src/shared/agentRowTexts";
import { shownAgentEvent, withAgentEvent } from "../../../../src/shared/agentSteps";
import { answerOf } from "../../../host/panelSnapshot";
import { agentWindows } from "./agentWindows";
import { memoryCommands } from "./memoryCommands";
import { MemoryWorkspace } from "./memoryWorkspace";

describe("agent: the rows of its steps", () => {
	it("have a short title, however long the model's path or text is", () => {
		const long = "x".repeat(100_000);
		const approval = { kind: "write", path: long, reasons: ["firstEdit"], detail: "" } as const;
		const events: AgentEvent[] = [
			{ type: "turn", text: "", calls: [{ id: "c", name: "search", arguments: { text: long } }], tokens: 1 },
			{ type: "asking", call: 0, approval },
			{ type: "result", call: 0, failed: false, text: "", target: long },
		];
		let [here, page] = [answerOf("a", "", false), answerOf("a", "", false)];
		for (const event of events) {
			const shown = shownAgentEvent(event);
			here = withAgentEvent(here, event, 1);
			page = withAgentEvent(page, shown, 1);
			assert.equal(here.agent?.rows[0]?.target.length, 500, event.type);
			assert.deepEqual(page.agent?.rows[0]?.target, here.agent?.rows[0]?.target);
			if (event.type === "result") assert.ok(JSON.stringify(shown).length < 2_000);
		}
	});

	it("have a title in words for each tool, not its name", () => {
		const tools = agentTools(new MemoryWorkspace(), { write: async () => {} }, memoryCommands());
		const calls = tools.map(({ definition: { name } }) => ({ id: name, name, arguments: {} }));
		const { agent } = withAgentEvent(answerOf("a", "", false), { type: "turn", text: "", calls, tokens: 1 }, 1);
		assert.deepEqual(
			(agent?.rows ?? []).filter((row) => rowTitle(row).includes(row.tool)).map(({ tool }) => tool),
			[],
		);
		assert.equal(agent?.rows.length, tools.length);
	});

	it("begin a command's result in the user's language, and change nothing of its output", async () => {
		const ends: readonly CommandEnd[] = [
			{ type: "exited", code: 0 },
			{ type: "exited", code: 3, outputCut: true },
			{ type: "exited", code: undefined },
			{ type: "signalled", signal: "SIGKILL" },
			...(["closed", "stopped", "timedOut", "waitsForInput", "tooMuchOutput", "stillRunning"] as const).map((type) => ({
				type,
			})),
		];
		// Like the lines of a result, but its own.
		const printed = "Exit code 1 after 2 seconds.\n(1 process could not be ended.)\nNo output.\n";
		const fence = "```";
		for (const end of ends)
			for (const count of [0, 1, 2]) {
				const result = await resultOf(end, { ended: count, left: count }, printed);
				const shown = shownResult({ tool: "run_command", result });
				const [head = "", rest] = [shown.slice(0, shown.indexOf(fence)), shown.slice(shown.indexOf(fence))];
				assert.equal(rest, result.slice(result.indexOf(fence)));
				assert.ok(rest.includes(printed.trim()), rest);
				// None of the sentences for the model is left.
				assert.doesNotMatch(head, /[.)]\n| seconds?\b|Output|Use background|timeout/, result);
				assert.ok(head.includes(String(end.type === "exited" ? (end.code ?? "unknown") : "1")), head);
				assert.equal(shownResult({ tool: "read_file", result }), result);
			}
		assert.match(
			shownResult({ tool: "run_command", result: await resultOf(exitedWell) }),
			/^Exit code 0 .*\nNo output/,
		);
	});

	it("say how a command ended, unless it succeeded or still runs, in the words of its tool's results", async () => {
		const exited = (code: number | undefined) => ({ type: "exited", code }) as const;
		const ends: Readonly<Record<CommandEnd["type"], readonly (readonly [CommandEnd, outcome: string])[]>> = {
			exited: [
				[exited(0), ""],
				[exited(3), "exit code 3"],
				[exited(-1), "exit code -1"],
				[exited(3_221_225_786), "exit code 3221225786"],
				[exited(undefined), "exit code unknown"],
			],
			signalled: [[{ type: "signalled", signal: "SIGKILL" }, "ended early"]],
			closed: [[{ type: "closed" }, "ended early"]],
			stopped: [[{ type: "stopped" }, "stopped"]],
			timedOut: [[{ type: "timedOut" }, "ended early"]],
			waitsForInput: [[{ type: "waitsForInput" }, "ended early"]],
			tooMuchOutput: [[{ type: "tooMuchOutput" }, "ended early"]],
			stillRunning: [[{ type: "stillRunning" }, ""]],
		};
		for (const [end, outcome] of Object.values(ends).flat()) {
			const result = await resultOf(end);
			const row = { tool: "run_command", target: "", note: "", state: "done", given: "", result } as const;
			assert.equal(failedOutcome(row), outcome, result);
			assert.equal(failedOutcome({ ...row, tool: "read_file" }), "");
		}
	});

	it("say whether a file is edited, created or deleted, however long the arguments are", () => {
		const long = "x".repeat(5_000);
		const edits = [{ search: "a", replace: long }];
		const given = [{ edits }, { content: "", delete: false }, { content: long }, { delete: true }];
		const calls = [...given, { delete: "true", note: long }].map((one, at) => ({
			...{ id: `${at}`, name: "edit_file", arguments: { path: "a.ts", ...one } },
		}));
		const event: AgentEvent = { type: "turn", text: "", calls, tokens: 1 };
		for (const one of [event, shownAgentEvent(event)])
			assert.deepEqual(withAgentEvent(answerOf("a", "", false), one, 1).agent?.rows.map(rowTitle), [
				...["Edit a.ts", "Create a.ts", "Create a.ts", "Delete a.ts", "Delete a.ts"],
			]);
	});

	it("say that calls prevented by a closed window or Stop were not carried out, also after Continue", () => {
		const calls = ["running", "asking", "waiting", "failing", "stopped"].map((id) => ({
			...{ id, name: "edit_file", arguments: {} },
		}));
		const approval = { kind: "write", path: "a.ts", reasons: ["firstEdit"], detail: "" } as const;
		const result = (call: number): AgentEvent => ({ type: "result", call, failed: true, text: "", target: "" });
		const events: AgentEvent[] = [
			{ type: "turn", text: "", calls, tokens: 1 },
			result(3),
			{ type: "asking", call: 4, approval },
			result(4),
			{ type: "running", call: 0 },
			{ type: "asking", call: 1, approval },
			{ type: "resumed" },
			result(0),
			result(1),
			result(2),
		];
		const answer = events.reduce((one, event) => withAgentEvent(one, event, 1), answerOf("a", "", false));
		assert.deepEqual(
			answer.agent?.rows.map(({ state }) => state),
			["interrupted", "skipped", "skipped", "failed", "skipped"],
		);
	});

	it("stay in their place in Markdown, whatever the model wrote before and in a call", async () => {
		const { open } = agentWindows([
			{
				text: `Look:\n\n\`\`\`ts\n${"code();\n".repeat(1_000)}\`\`\``,
				calls: [
					["search", { text: "a\r# Title <img src=x>[x](command:evil)" }],
					["evil\r\n# Tool", {}],
				],
			},
			{ text: "Done." },
		]);
		const { session, ends, ask } = open();
		const ended = ends();
		await ask("Look.");
		await ended;
		const markdown = conversationMarkdown(session.conversation);
		const lines = markdown.split(/\r\n|\r|\n/);
		const unquoted = lines.filter((line) => !line.startsWith("> "));
		assert.ok(
			unquoted.every((line) => !/^#+ T|^\s*`{3}|code\(\)|<|\]\(/.test(line)),
			unquoted.join("\n"),
		);
		assert.ok(unquoted.some((line) => line.startsWith("- Search for “a # Title &lt;img src=x>[x] (command:evil)”")));
		assert.ok(unquoted.includes("Done."));
	});
});

const exitedWell: CommandEnd = { type: "exited", code: 0 };

/** Returns the tool's result for a command that ended in this way. */
async function resultOf(end: CommandEnd, processes = { ended: 0, left: 0 }, printed = ""): Promise<string> {
	const commands = memoryCommands();
	const output = new CommandOutput((text) => text);
	output.add(printed);
	commands.run = async () => ({ end, seconds: 1, processes, output });
	const { signal } = new AbortController();
	const call = await runCommandTool(commands).prepare({ command: "npm test" }, signal, 0);
	return call.run(signal, 1);
}
