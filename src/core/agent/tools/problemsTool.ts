import { agentLimits } from "../../../shared/untrusted/limits";
import { problemsText } from "../../context/problemsText";
import { hasSecretName } from "../../context/secrets/secretFiles";
import { secretIn } from "../../context/secrets/secretTexts";
import { type AgentTool, ToolError } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { plainPath, writableFile } from "./filePlace";
import { optionalText } from "./toolArguments";
import { cappedLines, counted, fencedData } from "./toolResult";
import { schemaField, toolDefinition } from "./toolSchema";

/** Returns the tool that reports the problems that the editor found in files. */
export function problemsTool(workspace: AgentWorkspace): AgentTool {
	return {
		changes: false,
		definition: toolDefinition("get_problems", "Returns the errors and warnings that the editor reports.", {
			path: schemaField("string", "file; default: all"),
		}),
		async prepare(given) {
			const path = await placeOf(workspace, plainPath(workspace.folder, optionalText(given, "path") ?? ""));
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
					if (files.length === 0 && path !== undefined) await assertExists(workspace, path);
					if (files.length === 0 || lines.join("") === "") return "No problems.";
					const { lines: kept, left } = cappedLines(lines, agentLimits.resultTokens);
					const more = left > 0 ? `\n(${counted(left, "problem")} left out.)` : "";
					return `${fencedData(kept.join("\n"))}${more}`;
				},
			};
		},
	};
}

/** Returns the file or folder without links; `undefined` for all. @throws ToolError for one outside the workspace. */
async function placeOf(workspace: AgentWorkspace, path: string): Promise<string | undefined> {
	if (path === "") return undefined;
	try {
		return (await writableFile(workspace, path)).path;
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		throw new ToolError("Only problems of the workspace's files are reported.", path, { cause: error });
	}
}

/** @throws ToolError when there is no such file: without it, a misspelt path would seem to have no problems. */
async function assertExists(workspace: AgentWorkspace, path: string): Promise<void> {
	if ((await workspace.realPath(`${workspace.folder}/${path}`)) === undefined)
		throw new ToolError("There is no such file. Use list_files or search to find it.", path);
}
