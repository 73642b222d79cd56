import { cutText } from "../../../shared/untrusted/cutText";
import { agentLimits } from "../../../shared/untrusted/limits";
import { fileText } from "../../context/fileText";
import { hasSecretName } from "../../context/secrets/secretFiles";
import { secretIn } from "../../context/secrets/secretTexts";
import { realPathIn } from "../../edits/apply/realPathIn";
import { textLines } from "../../edits/text/textLines";
import { type AgentTool, ToolError } from "../loop/agentTool";
import type { AgentWorkspace, FileMatch, FileSearch } from "./agentWorkspace";
import { plainPath } from "./filePlace";
import { fittingPaths, pathFilter } from "./listFilesTool";
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
			// Models often copy the line break too.
			const text = requiredText(given, "text").replace(/\r?\n$/, "");
			if (/[\r\n]/.test(text))
				throw new ToolError("Only single lines are searched. Search for one of these lines.", text);
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

/** Maximum number of repeated searches. Each leaves out the files found to be secret; the last one, every such file. */
const mostRounds = 4;

async function found(workspace: AgentWorkspace, { text, isPattern, filter }: Wanted, signal: AbortSignal) {
	const { paths } = await workspace.list(signal);
	const listed = new Set((await fittingPaths(paths, filter, signal)).filter((path) => !hasSecretName(path)));
	const search = { text, isPattern, most: agentLimits.matches * 10, wants: (path: string) => listed.has(path) };
	let matches = await sendableMatches(workspace, search, listed, signal);
	for (let round = 1; matches.cut && matches.secret.size > 0 && round <= mostRounds; round++) {
		// If matches in these files counted towards the limit, the model could infer what the files contain.
		const secret = round < mostRounds ? matches.secret : await secretFiles(workspace, search, listed, signal);
		for (const path of secret) listed.delete(path);
		matches = await sendableMatches(workspace, search, listed, signal);
	}
	const { lines, changed, more } = matches;
	const notes = [
		isPattern && !workspace.grep ? "Regular expressions are not available here: the text was searched literally." : "",
		changed.size > 0
			? `Matches in ${counted(changed.size, "file")} left out: they have unsaved changes. Read them.`
			: "",
	];
	const { lines: kept, left } = cappedLines(lines, agentLimits.resultTokens);
	if (more || left > 0) notes.push("There are more matches. Search in a folder or with a glob to see them.");
	const said = notes.filter((note) => note !== "").map((note) => `\n(${note})`);
	if (lines.length === 0) return `No matches.${said.join("")}`;
	return `${counted(kept.length, "match")}:\n${fencedData(kept.join("\n"))}${said.join("")}`;
}

interface SendableMatches {
	readonly lines: readonly string[];
	/** The files with matches in lines that an editor shows differently. */
	readonly changed: ReadonlySet<string>;
	/**
	 * The files with matches that may not be sent. The model must not learn of them: it could guess a secret piece by
	 * piece.
	 */
	readonly secret: ReadonlySet<string>;
	/** Whether the search ended before all files were searched. */
	readonly cut: boolean;
	/** Whether there are, or could be, more matches that may be sent. */
	readonly more: boolean;
}

/** Searches the listed files, and returns the lines that may be sent. */
async function sendableMatches(
	workspace: AgentWorkspace,
	search: FileSearch,
	listed: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<SendableMatches> {
	const matches = workspace.grep
		? await workspace.grep(search, signal)
		: literalMatches(workspace, listed, search.text, signal);
	const cut = Array.isArray(matches) && matches.length >= search.most;
	const lines: string[] = [];
	const secret = new Set<string>();
	const changed = new Set<string>();
	/** The file of the last match; the matches of a file come one after another. */
	let file: { readonly path: string; readonly lines: readonly string[] | undefined } | undefined;
	for await (const { path, line, text: matched } of matches) {
		signal.throwIfAborted();
		if (!listed.has(path)) continue;
		if (file?.path !== path) file = { path, lines: await sendableLines(workspace, path) };
		// Sends the text that was checked. The search reads the disk; the text in an editor may differ.
		const sent = file.lines?.[line - 1];
		if (!file.lines) secret.add(path);
		else if (sent === undefined || sent !== withoutBreak(matched)) changed.add(path);
		else if (lines.length >= agentLimits.matches) return { lines, secret: new Set(), changed, cut, more: true };
		else lines.push(`${path}:${line}: ${cutText(sent, agentLimits.lineLength)}`);
	}
	return { lines, secret, changed, cut, more: cut };
}

/** Returns all files that have a match and may not be sent, without a limit: one match of each file is enough. */
async function secretFiles(
	workspace: AgentWorkspace,
	search: FileSearch,
	listed: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<ReadonlySet<string>> {
	const seen = new Set<string>();
	const wants = (path: string) => {
		if (!listed.has(path) || seen.has(path)) return false;
		seen.add(path);
		return true;
	};
	await workspace.grep?.({ ...search, most: listed.size, wants }, signal);
	const secret = new Set<string>();
	for (const path of seen) {
		signal.throwIfAborted();
		if (!(await sendableLines(workspace, path))) secret.add(path);
	}
	return secret;
}

/**
 * Returns a file's lines if its real path and its text show that they may be sent without asking; otherwise
 * `undefined`.
 */
async function sendableLines(workspace: AgentWorkspace, path: string): Promise<readonly string[] | undefined> {
	const real = await realPathIn(workspace.folder, path, workspace);
	if (real === undefined || hasSecretName(real)) return undefined;
	if (real !== path && (await workspace.ignores(real))) return undefined;
	const bytes = await workspace.read(real).catch(() => undefined);
	const text = bytes && fileText(bytes);
	return text !== undefined && secretIn(text) === undefined ? textLines(text).lines : undefined;
}

/** Returns a line that a search found, without a byte order mark before it and a carriage return after it. */
function withoutBreak(line: string): string {
	return line.replace(/^\ufeff/, "").replace(/\r$/, "");
}

/** Finds a text in the files, ignoring case. */
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
		const real = await realPathIn(workspace.folder, path, workspace);
		if (real === undefined) continue;
		const bytes = await workspace.read(real).catch(() => undefined);
		const content = bytes && fileText(bytes);
		if (content === undefined || !content.toLowerCase().includes(wanted)) continue;
		for (const [at, line] of textLines(content).lines.entries())
			if (line.toLowerCase().includes(wanted)) yield { path, line: at + 1, text: line };
	}
}
