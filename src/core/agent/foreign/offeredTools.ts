import { agentLimits } from "../../../shared/untrusted/limits";
import { isTooDeep } from "../../../shared/untrusted/parseJson";
import type { ForeignTool } from "./foreignTool";

/** A tool as VS Code lists it. */
export interface ListedTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: object | undefined;
	readonly tags: readonly string[];
	/** The server's and the tool's name, joined by `/`, where VS Code gives them. */
	readonly fullReferenceName?: unknown;
}

/** An extension, and the tools that its manifest declares. */
export interface ToolContributor {
	readonly id: string;
	/** Whether it comes with VS Code. */
	readonly builtIn: boolean;
	readonly tools: readonly { readonly name: string; readonly modelDescription: string }[];
}

/** Extensions that are part of VS Code, however they were installed, and Gatehouse, whose search is already a tool. */
const neverOffered = /^(?:gatehouse\.gatehouse|vscode\..*|github\.copilot(?:-chat)?)$/i;

/**
 * VS Code's own tools that write files, run commands or send data, and the prefixes that it reserves: an extension
 * could declare one of them as its own.
 */
const ownTools =
	/^(?:vscode_|copilot_|run_?in_?terminal|send_to_terminal|get_terminal|kill_terminal|await_terminal|create_and_run_task|run_task|run_?subagent|manage_todo|install_extension|run_vscode_command|run_?tests?$|task_complete)|_internal$/i;

/**
 * Returns the tools that the user may choose from: those of MCP servers, and those that exactly one extension declares
 * with the same description, unless it is built in. VS Code does not say who registered a tool or what it may do, so
 * its own tools, which are the rest of the list, are not offered.
 */
export function offeredTools(
	listed: readonly ListedTool[],
	contributors: readonly ToolContributor[],
): readonly ForeignTool[] {
	const owners = new Map<string, { readonly id: string; readonly words: string; readonly offered: boolean }[]>();
	for (const { id, builtIn, tools } of contributors)
		for (const { name, modelDescription: words } of tools)
			owners.set(name, [...(owners.get(name) ?? []), { id, words, offered: !builtIn && !neverOffered.test(id) }]);
	const offered: ForeignTool[] = [];
	const names = new Set<string>();
	for (const tool of listed) {
		const { name, description } = tool;
		const schema = jsonOf(tool.inputSchema);
		if (ownTools.test(name) || names.has(name) || schema === undefined || !fits(tool)) continue;
		const [owner, ...others] = owners.get(name) ?? [];
		const isTheirs = owner?.offered && others.length === 0 && owner.words === description;
		if (owner && !isTheirs) continue;
		if (!owner && !isOfServer(tool)) continue;
		names.add(name);
		offered.push({ name, owner: owner?.id ?? serverOf(tool), description, schema });
		if (offered.length === agentLimits.offeredTools) break;
	}
	return offered;
}

/**
 * Returns whether a tool that no extension declares is an MCP server's, by the name and the tag that VS Code gives it.
 */
function isOfServer({ name, tags }: ListedTool): boolean {
	return name.startsWith("mcp_") && tags.includes("mcp");
}

/**
 * Matches VS Code's name for a server's tool: first a form of the server's name, then the tool's; both may have `_`.
 */
const serverTool = /^mcp_([^_]+)_(.+)/s;

/** Returns a name for a tool's server. Not translated, because the user's choice is compared with it. */
function serverOf({ name, fullReferenceName: whole }: ListedTool): string {
	const server = typeof whole === "string" ? whole.slice(0, Math.max(0, whole.lastIndexOf("/"))) : "";
	if (server !== "") return `MCP: ${server.slice(0, agentLimits.toolName)}`;
	const [, beginning, rest = ""] = serverTool.exec(name) ?? [];
	if (beginning === undefined) return "MCP server (not named by VS Code)";
	return `MCP: ${beginning}${rest.includes("_") ? "…" : ""}`;
}

/**
 * Returns whether a tool's texts are short enough to be shown to the user, and to leave room in the model's context.
 */
function fits({ name, description }: ListedTool): boolean {
	return name !== "" && name.length <= agentLimits.toolName && description.length <= agentLimits.toolSource;
}

function jsonOf(schema: object | undefined): string | undefined {
	try {
		const json = JSON.stringify(schema ?? {});
		return json.length <= agentLimits.toolSchema && !isTooDeep(json) ? json : undefined;
	} catch {
		return undefined;
	}
}
