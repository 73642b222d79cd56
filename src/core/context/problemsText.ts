/** A problem that a language's extension found. */
export interface Problem {
	/** Counted from 1. */
	readonly line: number;
	readonly severity: "error" | "warning" | "information" | "hint";
	readonly message: string;
	/** Who found it, such as `ts`. */
	readonly source?: string | undefined;
	readonly code?: string | undefined;
}

/** Problems as compilers print them, a line each: `src/a.ts:3: error: … (ts 2304)`. */
export function problemsText(
	files: readonly { readonly path: string; readonly problems: readonly Problem[] }[],
): string {
	return files
		.flatMap(({ path, problems }) =>
			problems.map(({ line, severity, message, source, code }) => {
				const by = [source, code].filter((part) => part !== undefined).join(" ");
				return `${path}:${line}: ${severity}: ${inOneLine(message)}${by && ` (${by})`}`;
			}),
		)
		.join("\n");
}

function inOneLine(message: string): string {
	const lines = message.split("\n").map((line) => line.trim());
	return lines.filter((line) => line !== "").join(" ");
}
