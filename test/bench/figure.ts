/** One measured figure, as `--json` writes it. */
export interface Figure {
	/** The part of the bench that measured it. */
	readonly part: string;
	/** The subject and the measured property. */
	readonly name: string;
	readonly value: number;
	/** "ms", "µs", "KB", "MB", or "×" for a ratio; empty for a count. */
	readonly unit: string;
	/** Such as "≤ 0.25", in the figure's own unit; null for a figure without a goal. */
	readonly goal: string | null;
	/** Whether the goal is reached; null without one. */
	readonly holds: boolean | null;
}

/** A figure as a part returns it, without the part's name. */
export type Measured = Omit<Figure, "part">;

/**
 * Measures one of a part's subjects. A subject that fails, or that was not selected, returns no figures; the others are
 * measured all the same.
 *
 * @param name describes the subject in the progress output.
 */
export type Subject = (name: string, run: () => Promise<Measured[]>) => Promise<Measured[]>;

/** Measures a part. @param tell prints a line of progress. @param subject measures one of its subjects. */
export type Part = (tell: (line: string) => void, subject: Subject) => Promise<Measured[]>;

/** The goal of a figure. */
export interface Goal {
	readonly text: string;
	readonly holds: (value: number) => boolean;
}

/** The goal of a figure that should be small. */
export const atMost = (limit: number): Goal => ({ text: `≤ ${limit}`, holds: (value) => value <= limit });

/** The goal of a figure that should be large. */
export const atLeast = (limit: number): Goal => ({ text: `≥ ${limit}`, holds: (value) => value >= limit });

/** Returns a figure, compared with its goal before it is rounded to four digits. */
export function measured(name: string, value: number, unit: string, goal?: Goal): Measured {
	const rounded = Number(value.toPrecision(4));
	return { name, value: rounded, unit, goal: goal?.text ?? null, holds: goal ? goal.holds(value) : null };
}
