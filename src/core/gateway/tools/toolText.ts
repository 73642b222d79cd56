import type { ToolCall, ToolDefinition } from "../gateway";
import { fenceName } from "./leakDialects";

/**
 * Returns the instructions for a model that is not sent `tools`: its tools, and the fenced block with which it calls
 * one. In English, like everything that models are sent.
 */
export function toolInstructions(tools: readonly ToolDefinition[], mustCall: boolean): string {
	const list = tools.map(
		({ name, description, parameters }) =>
			`- ${name}: ${description}\n  Arguments (JSON schema): ${JSON.stringify(parameters)}`,
	);
	return [
		"You can call tools. To call one, end your answer with a fenced block of this form, and wait for the result:",
		callText({ name: "TOOL_NAME", arguments: {} }),
		'The block has a JSON object with exactly the fields "name" and "arguments". Call only these tools:',
		list.join("\n"),
		mustCall ? "Answer with such a block now." : "If you need no tool, answer without such a block.",
	].join("\n\n");
}

/** Returns a call as the text that a model without `tools` is asked to write. */
export function callText(call: Pick<ToolCall, "name" | "arguments">): string {
	return fenced(JSON.stringify({ name: call.name, arguments: call.arguments }), fenceName);
}

/** Returns the result of a call as the user's text, for models that refuse messages with the role `tool`. */
export function resultText(name: string, content: string): string {
	return `Result of the tool ${name}:\n\n${fenced(content)}`;
}

/** Fences a text with more backticks than any run in it has. */
function fenced(text: string, info = ""): string {
	let longest = 2;
	for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
	const fence = "`".repeat(longest + 1);
	return `${fence}${info}\n${text}\n${fence}`;
}
