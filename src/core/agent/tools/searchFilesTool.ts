import { agentLimits } from "../../../shared/untrusted/agentLimits";
import { cutText } from "../../../shared/untrusted/cutText";
import { fileText } from "../../context/fileText";
import { hasSecretName } from "../../context/secretFiles";
import { secretIn } from "../../context/secretTexts";
import { realPathIn } from "../../edits/apply/realPathIn";
import { textLines } from "../../edits/text/textLines";
import type { AgentTool } from "../loop/agentTool";
import type { AgentWorkspace, FileMatch } from "./agentWorkspace";
import { plainPath } from "./filePlace";
import { pathFilter } from "./listFilesTool";
import { optionalSwitch, optionalText, requiredText } from "./toolArguments";
import { cappedLines, counted, fencedData } from "./toolResult";
import { schemaField, toolDefinition } from "./toolSchema";

/** Returns the tool that searches the text of files. */
export function searchFilesTool(workspace: AgentWorkspace): AgentTool {
	return {
		changes: false,
		definition: toolDefinition(
			"search",
			"Finds lines in the workspace's files. Ignored and secret files are left out.",
			{
				text: schemaField("string"),
				regex: schemaField("boolean"),
				path: schemaField("string", "folder or file; default: all"),
				glob: schemaField("string"),
			},
			["text"],
		),
		async prepare(given) {
			const text = requiredText(given, "text");
			const isPattern = optionalSwitch(given, "regex");
			const filter = pathFilter(
				workspace,
				plainPath(workspace.folder, optionalText(given, "path") ?? ""),
				optionalText(given, "glob"),
			);
			return {
				target: text,
				run: (signal) => found(workspace, { text, isPattern, filter }, signal),
			};
		},
	};
}

interface Wanted {
	readonly text: string;
	readonly isPattern: boolean;
	filter(path: string): boolean;
}

async function found(workspace: AgentWorkspace, { text, isPattern, filter }: Wanted, signal: AbortSignal) {
	const { paths } = await workspace.list(signal);
	const listed = new Set(paths.filter(filter));
	const search = { text, isPattern, most: agentLimits.matches * 10 };
	const matches = workspace.grep
		? await workspace.grep(search, signal)
		: literalMatches(workspace, listed, text, signal);
	const lines: string[] = [];
	let secret = 0;
	let more = false;
	const safe = new Map<string, boolean>();
	for await (const match of matches) {
		signal.throwIfAborted();
		if (!listed.has(match.path)) continue;
		const known = safe.get(match.path);
		const isSafe = known ?? (await maySend(workspace, match.path));
		safe.set(match.path, isSafe);
		if (known === undefined && !isSafe) secret++;
		if (!isSafe) continue;
		if (lines.length >= agentLimits.matches) {
			more = true;
			break;
		}
		lines.push(`${match.path}:${match.line}: ${cutText(match.text, agentLimits.lineLength)}`);
	}
	const notes = [
		isPattern && !workspace.grep ? "Regular expressions are not available here: the text was searched literally." : "",
		secret > 0 ? `Matches in ${counted(secret, "file")} left out: they may contain secrets.` : "",
	];
	const { lines: kept, left } = cappedLines(lines, agentLimits.resultTokens);
	if (more || left > 0) notes.push("There are more matches. Search in a folder or with a glob to see them.");
	const said = notes.filter((note) => note !== "").map((note) => `\n(${note})`);
	if (lines.length === 0) return `No matches.${said.join("")}`;
	return `${counted(kept.length, "match")}:\n${fencedData(kept.join("\n"))}${said.join("")}`;
}

/** Returns whether a file's lines may be sent without asking: by its name, by where it really is, and by its text. */
async function maySend(workspace: AgentWorkspace, path: string): Promise<boolean> {
	const real = await realPathIn(workspace.folder, path, workspace);
	if (real === undefined || hasSecretName(path) || hasSecretName(real)) return false;
	if (real !== path && (await workspace.ignores(real))) return false;
	const bytes = await workspace.read(real).catch(() => undefined);
	const text = bytes && fileText(bytes);
	return text !== undefined && secretIn(text) === undefined;
}

/** Finds a text in the files, whatever its case. */
async function* literalMatches(
	workspace: AgentWorkspace,
	paths: Iterable<string>,
	text: string,
	signal: AbortSignal,
): AsyncGenerator<FileMatch> {
	const wanted = text.toLowerCase();
	for (const path of paths) {
		signal.throwIfAborted();
		// A link may lead out of the workspace.
		if ((await realPathIn(workspace.folder, path, workspace)) === undefined) continue;
		const bytes = await workspace.read(path).catch(() => undefined);
		const content = bytes && fileText(bytes);
		if (content === undefined || !content.toLowerCase().includes(wanted)) continue;
		for (const [at, line] of textLines(content).lines.entries())
			if (line.toLowerCase().includes(wanted)) yield { path, line: at + 1, text: line };
	}
}
