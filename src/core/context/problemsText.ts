import { limits } from "../../shared/untrusted/limits";

/** A problem that a language extension reported. */
export interface Problem {
	/** Counted from 1. */
	readonly line: number;
	readonly severity: "error" | "warning" | "information" | "hint";
	readonly message: string;
	/** The source of the problem, such as `ts`. */
	readonly source?: string | undefined;
	readonly code?: string | undefined;
}

/** Formats problems as compilers do, one per line: `src/a.ts:3: error: … (ts 2304)`. */
export function problemsText(
	files: readonly { readonly path: string; readonly problems: readonly Problem[] }[],
): string {
	const lines: string[] = [];
	let more = 0;
	for (const { path, problems } of files) {
		for (const problem of problems) {
			if (lines.length < limits.problems) lines.push(problemLine(path, problem));
			else more++;
		}
	}
	// For the model, so not translated.
	return (more > 0 ? [...lines, `(${more} further problems are not listed)`] : lines).join("\n");
}

function problemLine(path: string, { line, severity, message, source, code }: Problem): string {
	const by = [source, code].filter((part) => part !== undefined).join(" ");
	return `${path}:${line}: ${severity}: ${inOneLine(message)}${by && ` (${by})`}`;
}

function inOneLine(message: string): string {
	const lines = message.split("\n").map((line) => line.trim());
	return lines.filter((line) => line !== "").join(" ");
}
