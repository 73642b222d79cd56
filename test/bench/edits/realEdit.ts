import type { Hunk } from "../../../src/core/edits/text/hunks";

/** A range of lines, counted from 0. */
export interface Lines {
	readonly start: number;
	readonly count: number;
}

/** The half of the corpus to which a package belongs: rules are written against one and measured on the other. */
export type Half = "train" | "held";

/** A change that people made to a file between two published versions of its package. */
export interface RealEdit {
	/** The package, the file and the first changed line. */
	readonly id: string;
	readonly half: Half;
	readonly path: string;
	/** The lines of the file before the change. */
	readonly lines: readonly string[];
	/** The changed lines, in order; without other changes of that version. */
	readonly hunks: readonly Hunk[];
	/** The lines that a user would select to ask for the change. */
	readonly selection: Lines;
	/** The smallest block that contains the selection and is larger than it. */
	readonly enclosing: Lines | undefined;
	/** The smallest function or type around the change. */
	readonly declaration: Lines | undefined;
	/** One step of indentation in the file, as VS Code would detect it. */
	readonly indentation: string;
}

/** Returns lines with hunks applied. Independent of the measured code. */
export function applied(lines: readonly string[], hunks: readonly Hunk[]): readonly string[] {
	const result: string[] = [];
	let done = 0;
	for (const { start, removed, added } of hunks) {
		result.push(...lines.slice(done, start), ...added);
		done = start + removed;
	}
	return [...result, ...lines.slice(done)];
}

/** Returns what a range that contains all changed lines becomes. */
export function rangeAfter(
	{ lines, hunks }: Pick<RealEdit, "lines" | "hunks">,
	{ start, count }: Lines,
): readonly string[] {
	const shifted = hunks.map((hunk) => ({ ...hunk, start: hunk.start - start }));
	return applied(lines.slice(start, start + count), shifted);
}

/** Returns the range from the first changed line to the last. */
export function changedLines(hunks: readonly Hunk[]): Lines {
	const start = hunks[0]?.start ?? 0;
	const last = hunks.at(-1);
	return { start, count: last ? last.start + last.removed - start : 0 };
}

/** Returns the number of white-space characters at the beginning of a line. */
export function depthOf(line: string): number {
	return line.length - line.trimStart().length;
}

export function isBlank(line: string | undefined): boolean {
	return line === undefined || line.trim() === "";
}
