import { editorGlob } from "../../../shared/untrusted/editorGlob";
import { globOf, matches } from "../../../shared/untrusted/globSteps";
import { agentLimits, limits } from "../../../shared/untrusted/limits";
import { Pauses } from "../../base/pauses";
import { fileTree } from "../../context/fileTree";
import { hasSecretName } from "../../context/secrets/secretFiles";
import { type AgentTool, ToolError } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { plainPath } from "./filePlace";
import { optionalText } from "./toolArguments";
import { cappedLines, counted, fencedData } from "./toolResult";
import { schemaField, toolDefinition } from "./toolSchema";

/** Returns the tool that lists files. */
export function listFilesTool(workspace: AgentWorkspace): AgentTool {
	return {
		changes: false,
		definition: toolDefinition(
			"list_files",
			"Returns the tree of the files in a folder. Ignored and secret files are left out.",
			{ path: schemaField("string", "folder; default: all"), glob: schemaField("string", "such as **/*.ts") },
		),
		async prepare(given) {
			const folder = plainPath(workspace.folder, optionalText(given, "path") ?? "");
			const filter = pathFilter(workspace, folder, optionalText(given, "glob"));
			return {
				target: folder === "" ? (optionalText(given, "glob") ?? "") : folder,
				run: async (signal) => {
					const { paths, cut } = await workspace.list(signal);
					const found = await fittingPaths(paths, filter, signal);
					const shown = found.filter((path) => !hasSecretName(path));
					return treeResult(shown, found.length - shown.length, cut);
				},
			};
		},
	};
}

/**
 * Returns a function that tests whether a path is in a call's folder and matches its glob.
 *
 * @throws ToolError when the folder is outside the workspace, or the glob is too long.
 */
export function pathFilter(
	{ folder: root }: Pick<AgentWorkspace, "folder">,
	folder: string,
	glob: string | undefined,
): (path: string) => boolean {
	if (/^(?:\/|[a-z]:\/)/i.test(folder)) throw new ToolError("Only files of the workspace are listed.", folder);
	if (glob !== undefined && glob.length > limits.globLength) throw new ToolError("The glob is too long.");
	const prefix = folder === "" ? "" : `${folder}/`;
	const isWanted = (path: string) => path === folder || path.startsWith(prefix);
	const given = glob?.trim() ?? "";
	if (given === "") return isWanted;
	// As in VS Code, a glob without a slash applies to names in any folder.
	const plain = plainPath(root, given);
	const parsed = globOf(editorGlob(plain.includes("/") ? plain : `**/${plain}`));
	if (parsed.load > limits.globSteps) throw new ToolError("The glob has too many wildcards.");
	return (path) =>
		isWanted(path) && (matches(parsed, path) || (prefix !== "" && matches(parsed, path.slice(prefix.length))));
}

/** Returns the paths that pass a test, with pauses for other work: a model's glob may be slow with many paths. */
export async function fittingPaths(
	paths: readonly string[],
	fits: (path: string) => boolean,
	signal: AbortSignal,
	pauses = new Pauses(),
): Promise<readonly string[]> {
	const found: string[] = [];
	for (const path of paths) {
		while (pauses.isDue) await pauses.pause();
		signal.throwIfAborted();
		if (fits(path)) found.push(path);
	}
	return found;
}

function treeResult(paths: readonly string[], secret: number, cut: boolean): string {
	const hidden = secret > 0 ? `\n(${counted(secret, "file")} left out: they may contain secrets.)` : "";
	if (paths.length === 0) return `No files.${hidden}`;
	const { lines, left } = cappedLines(
		fileTree(paths.slice(0, limits.listedFiles)).split("\n"),
		agentLimits.resultTokens,
	);
	const isMore = left > 0 || cut || paths.length > limits.listedFiles;
	const more = isMore ? "\n(There are more. Give a folder or a glob to see them.)" : "";
	return `${counted(paths.length, "file")}:\n${fencedData(lines.join("\n"))}${more}${hidden}`;
}
