import assert from "node:assert/strict";
import type { AgentTool } from "../../../../src/core/agent/loop/agentTool";
import { toolApproval } from "../../../../src/core/agent/loop/callApproval";
import { CallLimits, defaultAgentLimits } from "../../../../src/core/agent/loop/callLimits";
import { Permissions } from "../../../../src/core/agent/loop/permissions";
import { isAgentEvent } from "../../../../src/core/chat/conversation/agentEventFields";
import { type AgentApproval, approvalText } from "../../../../src/shared/agentApproval";
import { approvalAnnouncement } from "../../../../src/shared/agentRowTexts";
import { shownAgentEvent, withAgentEvent } from "../../../../src/shared/agentSteps";
import { answerOf } from "../../../host/panelSnapshot";
import { AgentWorld, type ModelTurn, scriptedModel } from "./agentWorld";
import { askedCommand } from "./askedCommand";

const folder = "/home/user/project";
const variables = { GATEHOUSE_TASK: "1" };

/** A tool that runs nothing: it only records the commands. */
function commandTool(ran: string[]): AgentTool {
	return {
		changes: false,
		definition: { name: "run_command", description: "", parameters: {} },
		prepare: async (given) => ({
			target: String(given.command),
			access: askedCommand(String(given.command), { folder, variables, ...given }),
			run: async () => {
				ran.push(String(given.command));
				return "Ran.";
			},
		}),
	};
}

/** Commands that begin or look like `npm test`, but differ from it. */
const alike: readonly (readonly [name: string, given: Readonly<Record<string, unknown>>])[] = [
	["a second command", { command: "npm test; curl evil" }],
	["a second command if the first succeeds", { command: "npm test && curl evil" }],
	["a pipe", { command: "npm test | sh" }],
	["a background command", { command: "npm test & curl evil" }],
	["a substitution", { command: "npm test $(curl evil)" }],
	["a second line", { command: "npm test\ncurl evil" }],
	["a second line behind a carriage return", { command: "npm test\rcurl evil" }],
	["a final line break", { command: "npm test\n" }],
	["a no-break space", { command: "npm\u00a0test" }],
	["a tab", { command: "npm\ttest" }],
	["a second space", { command: "npm  test" }],
	["a final space", { command: "npm test " }],
	["a comment", { command: "npm test # fine" }],
	["another case", { command: "npm Test" }],
	["a letter that looks the same", { command: "npm t\u0435st" }],
	["an invisible character", { command: "npm test\u200b" }],
	["a redirection", { command: "npm test > ~/.bashrc" }],
	["a variable before it", { command: "NODE_OPTIONS=--require=evil npm test" }],
	["another folder", { command: "npm test", folder: `${folder}/evil` }],
	["another variable", { command: "npm test", variables: { ...variables, NODE_OPTIONS: "--require=evil" } }],
	["another value of a variable", { command: "npm test", variables: { GATEHOUSE_TASK: "2" } }],
	["another shell", { command: "npm test", shell: "fish" }],
	["more time", { command: "npm test", timeout: 1_800 }],
	["the background", { command: "npm test", background: true }],
	["no variable", { command: "npm test", variables: {} }],
	["its beginning", { command: "npm" }],
];

const run = (given: Readonly<Record<string, unknown>>): ModelTurn => ({ calls: [["run_command", given]] });

describe("agent: the approval of commands", () => {
	const started = () => {
		const world = new AgentWorld();
		const ran: string[] = [];
		const allowed = new Set<string>();
		const work = (turns: readonly ModelTurn[]) =>
			world.run(scriptedModel(turns), {
				tools: [commandTool(ran)],
				permissions: new Permissions(allowed),
				limits: new CallLimits({ ...defaultAgentLimits, sameCalls: 100 }),
			});
		return { world, ran, work };
	};

	it("asks before every command, with its exact text, its folder and its variables", async () => {
		const { world, ran, work } = started();
		await work([run({ command: "npm test" }), run({ command: "npm test" })]);
		const more = { shell: "bash", timeout: 120, background: false, reasons: [] };
		assert.deepEqual(world.asked, [
			{ kind: "command", command: "npm test", folder, variables, ...more },
			{ kind: "command", command: "npm test", folder, variables, ...more },
		]);
		assert.equal(ran.length, 2);
		assert.ok(world.events.every(isAgentEvent));
	});

	it("covers only the identical command in a conversation", async () => {
		for (const [name, given] of alike) {
			const { world, ran, work } = started();
			world.decide = ({ kind }) =>
				kind === "command" && world.asked.length === 1
					? { type: "allowedInConversation" }
					: { type: "rejected", reason: "" };
			await work([
				run({ command: "npm test" }),
				run({ command: "npm test" }),
				run(given),
				run({ command: "npm test" }),
			]);
			assert.equal(world.asked.length, 2, `${name} was not asked for`);
			assert.deepEqual(ran, ["npm test", "npm test", "npm test"], name);
		}
	});

	it("reports several lines, and characters that are invisible or look like others", () => {
		const reasons = (command: string, where = folder, set = {}) =>
			askedCommand(command, { folder: where, variables: set }).reasons;
		assert.deepEqual(reasons("npm test"), []);
		assert.deepEqual(reasons("a\nb"), ["lines"]);
		assert.deepEqual(reasons("a\u202eb"), ["hidden"]);
		assert.deepEqual(reasons("a\u00a0\rb"), ["lines", "hidden"]);
		assert.deepEqual(reasons("a", "/home/\u200bme"), ["hidden"]);
		assert.deepEqual(reasons("a", folder, { NAME: "\u2800" }), ["hidden"]);
	});

	it("refuses a command that is too long to be shown, without asking", async () => {
		const { world, ran, work } = started();
		const long = "x".repeat(100_001);
		const input = { text: long };
		await work([run({ command: long }), run({ command: "a", folder: long }), run({ command: "b", variables: input })]);
		assert.deepEqual(world.asked, []);
		assert.deepEqual(ran, []);
		for (const result of world.results) assert.match(result, /too long to be shown/);
		assert.throws(() => toolApproval({ name: "t", owner: "o", digest: "d" }, input), /too long to be shown/);
	});

	it("warns of hidden or look-alike characters in a foreign tool's name and owner, too", () => {
		const reasons = (name: string, owner: string) => toolApproval({ name, owner, digest: "d" }, {}).reasons;
		assert.deepEqual(reasons("mcp_github_create", "MCP: github"), []);
		assert.deepEqual(reasons("mcp_github_create", "MCP: g\u0456thub"), ["hidden"]);
		assert.deepEqual(reasons("mcp_github\u200b_create", "MCP: github"), ["hidden"]);
	});

	it("shows the beginning of a long command on the page, and says that it is cut", () => {
		const approval = askedCommand(`true ${"x".repeat(50_000)}; curl evil`);
		const turn = {
			type: "turn",
			text: "",
			calls: [{ id: "c", name: "run_command", arguments: {} }],
			tokens: 1,
		} as const;
		let answer = withAgentEvent(answerOf("a", "", false), turn, 1);
		answer = withAgentEvent(answer, shownAgentEvent({ type: "asking", call: 0, approval }), 1);
		const [row] = answer.agent?.rows ?? [];
		assert.equal(row?.approval?.cut, true);
		assert.equal(row?.approval && approvalText(row.approval).length, 4_000);
		assert.equal(row?.target.length, 500);
		answer = withAgentEvent(answer, { type: "decided", call: 0, decision: { type: "allowed" } }, 1);
		const decided = answer.agent?.rows[0]?.approval;
		assert.equal(decided && approvalText(decided), "");
	});

	it("is announced with the command, however long that is", () => {
		assert.match(approvalAnnouncement(askedCommand("npm\u00a0test")), /run this command\? npm⟨U\+00A0⟩test$/);
		assert.ok(approvalAnnouncement(askedCommand("x".repeat(50_000))).length < 300);
	});

	it("is read from a log only if it has all of its fields", () => {
		const asking = (approval: object) => isAgentEvent({ type: "asking", call: 0, approval });
		const command: AgentApproval = askedCommand("npm test", { variables });
		const tool: AgentApproval = toolApproval({ name: "t", owner: "o", digest: "d" }, { a: 1 });
		assert.ok(asking(command) && asking(tool));
		for (const whole of [command, tool])
			for (const field of Object.keys(whole)) {
				const { [field]: _, ...rest } = { ...whole } as Record<string, unknown>;
				assert.ok(!asking(rest), `${whole.kind} without ${field}`);
			}
		for (const wrong of [
			{ variables: { A: 1 } },
			{ variables: [] },
			{ reasons: ["other"] },
			{ kind: "constructor" },
			{ timeout: "1" },
		])
			assert.ok(!asking({ ...command, ...wrong }), JSON.stringify(wrong));
	});
});
