import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "../../core/agent/loop/agentTool";
import type { FileMatch, FileSearch } from "../../core/agent/tools/agentWorkspace";
import { agentLimits } from "../../shared/untrusted/limits";
import { hasFields } from "../../shared/untrusted/ownField";
import { parseJson } from "../../shared/untrusted/parseJson";

/** Maximum length of ripgrep's error message about a pattern, in characters. */
const complaintLength = 1_000;
/**
 * Maximum length of a line of output, in characters; longer ones, which are matches in minified files, are left out.
 */
const outputLength = 1024 * 1024;

/**
 * Returns the path of the ripgrep that comes with VS Code, whose place differs between versions; `undefined` where
 * there is none.
 */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
	const { platform, arch } = process;
	const name = platform === "win32" ? "rg.exe" : "rg";
	const places = ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) => [
		join(appRoot, modules, "@vscode", "ripgrep-universal", "bin", `${platform}-${arch}`, name),
		join(appRoot, modules, "@vscode", "ripgrep", "bin", name),
		join(appRoot, modules, "@vscode", `ripgrep-${platform}-${arch}`, "bin", name),
	]);
	for (const place of places) {
		const found = await stat(place).catch(() => undefined);
		if (found?.isFile()) return place;
	}
	return undefined;
}

/**
 * Searches the files of a folder with ripgrep, which takes linear time for any pattern and ignores case. Links are not
 * followed; what Git ignores is left out.
 *
 * @throws ToolError when the pattern is not valid, or the search cannot be run.
 */
export async function searchWithRipgrep(
	program: string,
	folder: string,
	{ text, isPattern, most, wants }: FileSearch,
	signal: AbortSignal,
): Promise<readonly FileMatch[]> {
	const child = spawn(
		program,
		[
			...["--json", "--no-config", "--no-require-git", "--hidden", "--glob=!.git", "--ignore-case", "--sort=path"],
			...[`--max-count=${agentLimits.matches + 1}`, "--max-filesize=10M"],
			...(isPattern ? [] : ["--fixed-strings"]),
			...[`--regexp=${text}`, "--", "."],
		],
		{ cwd: folder, signal, stdio: ["ignore", "pipe", "pipe"] },
	);
	let complaint = "";
	child.stderr.setEncoding("utf8").on("data", (piece: string) => {
		complaint = (complaint + piece).slice(0, complaintLength);
	});
	const ended = new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve(code ?? 0));
	});
	// Awaited below; an error may come earlier.
	ended.catch(() => undefined);
	const found: FileMatch[] = [];
	for await (const line of shortLines(child.stdout.setEncoding("utf8"), outputLength)) {
		const match = matchIn(line);
		if (match && wants(match.path)) found.push(match);
		if (found.length < most) continue;
		child.kill();
		break;
	}
	const code = await ended;
	if (code === 2 && found.length === 0) throw new ToolError(`The search failed: ${complaint.trim()}`, text);
	return found;
}

/** Yields the lines of a text that arrives in pieces, except lines that are too long. */
export async function* shortLines(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
	let line = "";
	let tooLong = false;
	for await (const piece of pieces) {
		let from = 0;
		for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", from)) {
			if (!tooLong && line.length + end - from <= longest) yield line + piece.slice(from, end);
			line = "";
			tooLong = false;
			from = end + 1;
		}
		tooLong ||= line.length + piece.length - from > longest;
		line = tooLong ? "" : line + piece.slice(from);
	}
	if (line !== "") yield line;
}

/** Reads a line of ripgrep's output; paths and lines that are not UTF-8 are left out. */
function matchIn(line: string): FileMatch | undefined {
	const value = parseJson(line);
	if (!hasFields(value) || value.type !== "match" || !hasFields(value.data)) return undefined;
	const { path, lines, line_number: number } = value.data;
	if (!hasFields(path) || typeof path.text !== "string" || typeof number !== "number") return undefined;
	if (!hasFields(lines) || typeof lines.text !== "string") return undefined;
	const [first = ""] = lines.text.split("\n", 1);
	return { path: path.text.replaceAll("\\", "/").replace(/^\.\//, ""), line: number, text: first };
}
