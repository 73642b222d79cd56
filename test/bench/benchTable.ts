import type { Figure } from "./figure";

const headings = ["part", "figure", "value", "unit", "goal", "holds"] as const;

/** Columns of numbers, which are aligned to the right. */
const rightAligned = new Set<string>(["value", "goal"]);

/** Returns the figures as a table for a terminal: one line for each figure, without a final newline. */
export function benchTable(figures: readonly Figure[]): string {
	const rows = [headings, ...figures.map(row)];
	const widths = headings.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) => {
				const width = widths[column] ?? 0;
				return rightAligned.has(headings[column] ?? "") ? cell.padStart(width) : cell.padEnd(width);
			})
			.join("  ")
			.trimEnd();
	const [first = "", ...rest] = rows.map(line);
	const rule = widths.map((width) => "─".repeat(width)).join("  ");
	return [first, rule, ...rest].join("\n");
}

function row({ part, name, value, unit, goal, holds }: Figure): string[] {
	return [part, name, String(value), unit, goal ?? "", holds === null ? "" : holds ? "yes" : "NO"];
}
