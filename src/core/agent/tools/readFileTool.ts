import { agentLimits } from "../../../shared/untrusted/limits";
import { textLines } from "../../edits/text/textLines";
import { type AgentTool, ToolError } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { readableFile } from "./filePlace";
import { optionalInteger, requiredText } from "./toolArguments";
import { cappedLines, counted, fencedData } from "./toolResult";
import { schemaField, toolDefinition } from "./toolSchema";

/** Returns the tool that reads lines of a file. */
export function readFileTool(workspace: AgentWorkspace): AgentTool {
	return {
		changes: false,
		definition: toolDefinition(
			"read_file",
			"Returns a file's text with line numbers.",
			{
				path: schemaField("string"),
				from: schemaField("integer", "first line, from 1"),
				to: schemaField("integer", "last line"),
			},
			["path"],
		),
		async prepare(given) {
			const [from, to] = ["from", "to"].map((name) => optionalInteger(given, name, "a line number"));
			const { path, reasons, text } = await readableFile(workspace, requiredText(given, "path"));
			return {
				target: path,
				access: { kind: "read", path, reasons, detail: "" },
				run: async () => linesResult(path, await text(), from, to),
			};
		},
	};
}

/** Returns lines of a text with their numbers, as many as fit. */
function linesResult(path: string, text: string, from = 1, to?: number): string {
	const { lines } = textLines(text);
	// A final line break does not begin another line.
	const all = lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
	if (text === "") return `${path} is empty.`;
	const first = Math.max(1, from);
	const last = Math.min(to ?? all.length, all.length);
	if (first > all.length) throw new ToolError(`The file has only ${counted(all.length, "line")}.`, path);
	if (last < first) throw new ToolError(`The last line must not come before the first.`, path);
	const numbered = all.slice(first - 1, last).map((line, at) => `${first + at}: ${line}`);
	const { lines: kept, left } = cappedLines(numbered, agentLimits.readTokens);
	const end = first + kept.length - 1;
	const head = `${path}, lines ${first} to ${end} of ${all.length}:`;
	const more = left > 0 ? `\n(${counted(left, "line")} left out: read on from line ${end + 1}.)` : "";
	return `${head}\n${fencedData(kept.join("\n"))}${more}`;
}
