import { agentLimits } from "../../../shared/untrusted/limits";
import { problemsText } from "../../context/problemsText";
import { hasSecretName } from "../../context/secretFiles";
import { secretIn } from "../../context/secretTexts";
import type { AgentTool } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { writableFile } from "./filePlace";
import { optionalText } from "./toolArguments";
import { cappedLines, counted, fencedData } from "./toolResult";
import { schemaField, toolDefinition } from "./toolSchema";

/** Returns the tool that reports what the editor found in files. */
export function problemsTool(workspace: AgentWorkspace): AgentTool {
	return {
		changes: false,
		definition: toolDefinition("get_problems", "Returns the errors and warnings that the editor reports.", {
			path: schemaField("string", "file; default: all"),
		}),
		async prepare(given) {
			const named = optionalText(given, "path")?.trim() ?? "";
			const path = named === "" ? undefined : (await writableFile(workspace, named)).path;
			return {
				target: path ?? "",
				run: async (signal) => {
					const files: Awaited<ReturnType<AgentWorkspace["problems"]>>[number][] = [];
					for (const file of await workspace.problems(path, signal))
						if (!hasSecretName(file.path) && !(await workspace.ignores(file.path))) files.push(file);
					// A message can quote the file.
					const lines = problemsText(files)
						.split("\n")
						.filter((line) => secretIn(line) === undefined);
					if (files.length === 0 || lines.join("") === "") return "No problems.";
					const { lines: kept, left } = cappedLines(lines, agentLimits.resultTokens);
					const more = left > 0 ? `\n(${counted(left, "problem")} left out.)` : "";
					return `${fencedData(kept.join("\n"))}${more}`;
				},
			};
		},
	};
}
