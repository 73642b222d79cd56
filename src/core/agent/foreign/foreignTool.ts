import type { ChosenTool } from "../../../shared/chosenTool";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { cutText } from "../../../shared/untrusted/cutText";
import { agentLimits } from "../../../shared/untrusted/limits";
import { hasFields } from "../../../shared/untrusted/ownField";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { textTokens } from "../../context/tokens/tokenEstimate";
import type { ToolDefinition } from "../../gateway/gateway";
import { contentHash } from "../changes/changePorts";

/** A tool of another extension or of an MCP server. All of its texts are untrusted. */
export interface ForeignTool {
	readonly name: string;
	/** The extension's id, or a name for the MCP server. */
	readonly owner: string;
	readonly description: string;
	/** The schema of its input, as JSON. */
	readonly schema: string;
}

/** The result of a foreign tool. */
export interface ForeignResult {
	readonly texts: readonly string[];
	/** The number of its parts that are not text. */
	readonly others: number;
}

/** The foreign tools of this window. */
export interface ForeignTools {
	/** Returns the tools that the user may choose from, as they are now. */
	list(): readonly ForeignTool[];
	/** Calls a tool. @throws its owner's error, unchanged. */
	call(name: string, input: object, signal: AbortSignal): Promise<ForeignResult>;
}

/** Returns the user's choice of a tool as it is stored. */
export async function chosenTool({ name, owner, description, schema }: ForeignTool): Promise<ChosenTool> {
	const all = new TextEncoder().encode(JSON.stringify([name, owner, description, schema]));
	return { name, owner, digest: await contentHash(all) };
}

/** Returns whether a tool is still the one that the user chose. */
export async function isChosen(tool: ForeignTool, chosen: ChosenTool): Promise<boolean> {
	return tool.name === chosen.name && (await chosenTool(tool)).digest === chosen.digest;
}

/** Returns a name by which a model can call a foreign tool: valid for a function, and not taken. */
export function callName(name: string, taken: ReadonlySet<string>): string {
	const plain = name.replaceAll(/[^\w-]/g, "_").slice(0, nameLength) || "tool";
	for (let number = 1; ; number++) {
		const ending = number === 1 ? "" : `_${number}`;
		const one = plain.slice(0, nameLength - ending.length) + ending;
		if (!taken.has(one)) return one;
	}
}

/** Maximum length of a function's name at common servers, in characters. */
const nameLength = 64;

/** Returns the definition of a foreign tool for a model, without hidden characters. */
export function foreignDefinition({ description, schema }: ForeignTool, name: string): ToolDefinition {
	const known: unknown = parseJson(withoutHidden(schema));
	const fields = hasFields(known) && !Array.isArray(known) ? known : {};
	const { properties } = fields;
	return {
		name,
		description: cutText(withoutHidden(description), agentLimits.toolDescription),
		parameters: { ...fields, type: "object", properties: hasFields(properties) ? properties : {} },
	};
}

/** Returns the estimated tokens of a tool's definition. */
export function definitionTokens(definition: ToolDefinition): number {
	return textTokens(JSON.stringify(definition));
}
