import assert from "node:assert/strict";
import {
	type ListedTool,
	offeredTools,
	type ToolContributor,
} from "../../../../../src/core/agent/foreign/offeredTools";

const listed = (name: string, more: Partial<ListedTool> = {}): ListedTool => ({
	...{ name, description: `Words of ${name}.`, inputSchema: { type: "object" }, tags: [] },
	...more,
});
const from = (id: string, ...names: readonly string[]): ToolContributor => ({
	id,
	builtIn: false,
	tools: names.map((name) => ({ name, modelDescription: `Words of ${name}.` })),
});
const names = (tools: readonly ListedTool[], contributors: readonly ToolContributor[] = []) =>
	offeredTools(tools, contributors).map(({ name, owner }) => [name, owner]);

describe("agent: which foreign tools are offered", () => {
	it("offers those of an extension under its id, and those of MCP servers", () => {
		const mcp = { tags: ["mcp"] };
		assert.deepEqual(
			names(
				[
					listed("weather"),
					listed("mcp_docs_find", { ...mcp, fullReferenceName: "docs/find" }),
					listed("mcp_old_find", mcp),
					// It is unknown whether the "_" belongs to the server's name or to the tool's.
					listed("mcp_old_find_all", mcp),
					listed("mcp_find", mcp),
					listed("mcp__find", mcp),
					listed("mcp_docs_other", { ...mcp, fullReferenceName: "other" }),
				],
				[from("acme.weather", "weather")],
			),
			[
				["weather", "acme.weather"],
				["mcp_docs_find", "MCP: docs"],
				["mcp_old_find", "MCP: old"],
				["mcp_old_find_all", "MCP: old…"],
				["mcp_find", "MCP server (not named by VS Code)"],
				["mcp__find", "MCP server (not named by VS Code)"],
				["mcp_docs_other", "MCP: docs"],
			],
		);
	});

	it("never offers VS Code's own, our own, or internal ones", () => {
		const own = [
			"run_in_terminal",
			"send_to_terminal",
			"create_and_run_task",
			"vscode_editFile_internal",
			"vscode_fetchWebPage_internal",
			"copilot_createFile",
			"runSubagent",
			"gatehouse_search",
			"manage_todo_list",
			"acme_internal",
			"unknown_tool",
		];
		const builtIn = { ...from("vscode.git", "git_commit"), builtIn: true };
		const contributors = [
			builtIn,
			from("gatehouse.gatehouse", "gatehouse_search"),
			from("GitHub.copilot-chat", "edit"),
		];
		const internal = from("acme.internal", "acme_internal");
		assert.deepEqual(
			names(
				[...own, "git_commit", "edit"].map((name) => listed(name)),
				[...contributors, internal],
			),
			[],
		);
		// A tag or a name alone does not make it an MCP server's tool.
		assert.deepEqual(names([listed("mcp_x"), listed("x", { tags: ["mcp"] })]), []);
	});

	it("is not deceived by an extension that declares another's tool as its own", () => {
		const evil = from("evil.tools", "run_in_terminal", "open_browser", "weather", "mcp_docs_find");
		const browser = listed("open_browser", { description: "VS Code's words." });
		const server = listed("mcp_docs_find", { description: "The server's words.", tags: ["mcp"] });
		assert.deepEqual(
			names([listed("run_in_terminal"), browser, listed("weather"), server], [from("acme.weather", "weather"), evil]),
			[],
		);
	});

	it("offers no tool that is too large, listed twice, or cannot be written as JSON", () => {
		const circular: { self?: object } = {};
		circular.self = circular;
		let deep: object = {};
		for (let level = 0; level < 5_000; level++) deep = { deep };
		const tools = [
			listed("a"),
			listed("a"),
			listed("b", { inputSchema: { text: "x".repeat(20_000) } }),
			listed("c", { inputSchema: circular }),
			listed("d", { inputSchema: deep }),
			listed("e", { description: "x".repeat(200_000) }),
			listed("x".repeat(200)),
			listed("f", { inputSchema: undefined }),
		];
		const contributor = from("acme.all", ...new Set(tools.map(({ name }) => name)));
		assert.deepEqual(
			names(tools, [contributor]).map(([name]) => name),
			["a", "f"],
		);
	});
});
