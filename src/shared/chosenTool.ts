import { hasFields } from "./untrusted/ownField";

/** A tool of another extension or of an MCP server that the user has chosen for a conversation. */
export interface ChosenTool {
	/** The name under which its owner has registered it. */
	readonly name: string;
	/** The extension's id, or the MCP server. */
	readonly owner: string;
	/** The digest of its owner, description and schema: the choice ends when they change. */
	readonly digest: string;
}

/** Returns whether a value is a list of chosen tools. */
export function areChosenTools(value: unknown): value is readonly ChosenTool[] {
	return Array.isArray(value) && value.every(isChosenTool);
}

function isChosenTool(value: unknown): value is ChosenTool {
	return (
		hasFields(value) && [value.name, value.owner, value.digest].every((one) => typeof one === "string" && one !== "")
	);
}
