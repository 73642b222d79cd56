import { depthOf, isBlank } from "./realEdit";

/** Returns one step of indentation, as VS Code guesses it when it opens a file. */
export function indentationStep(lines: readonly string[]): string {
	const filled = lines.filter((line) => !isBlank(line));
	const tabbed = filled.filter((line) => line.startsWith("\t")).length;
	if (tabbed > filled.filter((line) => line.startsWith("  ")).length) return "\t";
	const counts = new Map<number, number>();
	for (const [at, line] of filled.entries()) {
		const step = Math.abs(depthOf(line) - depthOf(filled[at - 1] ?? ""));
		counts.set(step, (counts.get(step) ?? 0) + 1);
	}
	const count = (step: number) => counts.get(step) ?? 0;
	const most = [2, 4, 6, 8, 3, 5, 7].reduce((best, step) => (count(step) > count(best) ? step : best), 2);
	if (count(most) === 0) return "    ";
	const isHalf = most === 4 && count(2) > 0 && count(2) >= count(4) / 2;
	return " ".repeat(isHalf ? 2 : most);
}
