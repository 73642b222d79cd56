import * as vscode from "vscode";
import {
	callName,
	chosenTool,
	definitionTokens,
	type ForeignTool,
	foreignDefinition,
	isChosen,
} from "../../core/agent/foreign/foreignTool";
import type { ChosenTool } from "../../shared/chosenTool";
import { numberText } from "../../shared/text/numberText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { agentLimits } from "../../shared/untrusted/limits";
import { notify, type PickRow, pickMany } from "../adapters/messages";
import { foreignToolsHere } from "./foreignToolsHere";

/** A row of the list; has no tool if the chosen tool is not available now. */
interface ToolRow extends PickRow {
	readonly tool?: ForeignTool;
	readonly chosen?: ChosenTool;
}

/** Lets the user choose from the tools of other extensions and MCP servers; `undefined` when they cancel. */
export async function pickTools(chosen: readonly ChosenTool[]): Promise<readonly ChosenTool[] | undefined> {
	const tools = foreignToolsHere.list();
	const rows = await Promise.all([
		...tools.map(async (tool) => rowOf(tool, await wasChosen(tool, chosen))),
		...chosen.filter(({ name }) => !tools.some((tool) => tool.name === name)).map(absentRow),
	]);
	if (rows.length === 0) {
		await notify("info", inertLine(vscode.l10n.t("No other extension or MCP server currently offers tools.")));
		return undefined;
	}
	const picked = await pickMany(rows, {
		title: inertLine(vscode.l10n.t("Tools for the Agent in This Conversation")),
		placeHolder: inertLine(vscode.l10n.t("You are asked before each call.")),
		matchOnDescription: true,
		matchOnDetail: true,
	});
	if (!picked) return undefined;
	const kept = picked.slice(0, agentLimits.chosenTools);
	return Promise.all(kept.flatMap(({ tool, chosen: one }) => (tool ? chosenTool(tool) : (one ?? []))));
}

async function wasChosen(tool: ForeignTool, chosen: readonly ChosenTool[]): Promise<boolean> {
	const one = chosen.find(({ name }) => name === tool.name);
	return one !== undefined && isChosen(tool, one);
}

function rowOf(tool: ForeignTool, picked: boolean): ToolRow {
	const { name, owner, description } = tool;
	const tokens = definitionTokens(foreignDefinition(tool, callName(name, new Set())));
	return {
		label: inertName(name),
		description: inertLine(`${owner} · ${vscode.l10n.t("{0} tokens", numberText(tokens))}`),
		detail: inertLine(description),
		picked,
		tool,
	};
}

async function absentRow(chosen: ChosenTool): Promise<ToolRow> {
	const { name, owner } = chosen;
	const description = inertLine(`${owner} · ${vscode.l10n.t("not available now")}`);
	return { label: inertName(name), description, picked: true, chosen };
}
