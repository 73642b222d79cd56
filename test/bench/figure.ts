/** One measured figure, as `--json` writes it. */
export interface Figure {
	/** The part of the bench that measured it. */
	readonly part: string;
	/** The subject, and what was measured of it. */
	readonly name: string;
	readonly value: number;
	/** "ms", "µs", "KB", "MB", or "×" for a ratio; empty for a count. */
	readonly unit: string;
	/** Such as "≤ 0.25", in the figure's own unit; null for a figure that only informs. */
	readonly goal: string | null;
	/** Whether the goal is reached; null without one. */
	readonly holds: boolean | null;
}

/** A figure before its part is known: what a part hands out. */
export type Measured = Omit<Figure, "part">;

/**
 * Measures one of a part's subjects. One that fails, or that was not asked for, has no figures: the others still count.
 *
 * @param name describes in the progress output what the subject does.
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

/** A figure in its unit, held against its goal before it is rounded to four digits. */
export function measured(name: string, value: number, unit: string, goal?: Goal): Measured {
	const rounded = Number(value.toPrecision(4));
	return { name, value: rounded, unit, goal: goal?.text ?? null, holds: goal ? goal.holds(value) : null };
}
