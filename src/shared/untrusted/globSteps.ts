/**
 * A step of a glob: the code unit that it matches, a test of a code unit, or the relative positions of the steps to
 * continue with, without matching anything. After the last step, the glob has matched.
 */
export type GlobStep = number | ((unit: number) => boolean) | readonly number[];

const slash = 47;
const anyUnit = () => true;

/** Matches a character that is not a slash: `?`. */
export const notSlash = (unit: number): boolean => unit !== slash;

/** Returns the steps of a literal text. */
export function literal(text: string): readonly GlobStep[] {
	return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

/** Any number of characters except slashes: `*`. */
export const star: readonly GlobStep[] = [[1, 3], notSlash, [-2]];

/** Any number of characters: a `**` at the end. */
export const anything: readonly GlobStep[] = [[1, 3], anyUnit, [-2]];

/** Any number of folders, including none, each with its slash: `**` and the slash after it. */
export const anyFolders: readonly GlobStep[] = optional([...anything, slash]);

/** Makes steps optional, all or none of them. */
export function optional(steps: readonly GlobStep[]): readonly GlobStep[] {
	return [[1, steps.length + 1], ...steps];
}

/** Matches one of several alternatives. */
export function oneOf(choices: readonly (readonly GlobStep[])[]): readonly GlobStep[] {
	let length = 1;
	const starts = choices.map((steps) => {
		const start = length;
		length += steps.length + 1;
		return start;
	});
	return [starts, ...choices.flatMap((steps, i) => [...steps, [length - (starts[i] ?? 0) - steps.length]])];
}

/** A glob, prepared to be matched with many texts. */
export interface Glob {
	/** The steps without the literal end. */
	readonly steps: readonly GlobStep[];
	/** The literal end of a matching text: most texts are ruled out by it. */
	readonly end: string;
	/** The number of steps that can be active for one character, which determines how long matching takes. */
	readonly load: number;
}

/** Prepares a glob from its steps. */
export function globOf(steps: readonly GlobStep[]): Glob {
	let first = steps.length;
	let head = 0;
	for (const [at, what] of steps.entries()) {
		if (typeof what === "object") {
			first = Math.min(first, at);
			for (const by of what) head = Math.max(head, at + by);
		}
		if (typeof what !== "number") head = Math.max(head, at + 1);
	}
	const end = steps.slice(head).map((unit) => String.fromCharCode(unit as number));
	// Before the first step with several continuations, only one step is active.
	return { steps: steps.slice(0, head), end: end.join(""), load: Math.max(1, head - first) };
}

/** Returns whether a text matches the glob. */
export function matches({ steps, end }: Glob, text: string): boolean {
	return text.endsWith(end) && matchesGlob(steps, text.slice(0, text.length - end.length));
}

/**
 * Returns whether a text matches the steps of a glob. All ways to match are followed at the same time, character by
 * character, so that the time grows with the length of the glob times that of the text; a regular expression would try
 * one way after the other.
 */
export function matchesGlob(steps: readonly GlobStep[], text: string): boolean {
	if (steps.length === 0) return text === "";
	if (typeof steps[0] === "number" && steps[0] !== text.charCodeAt(0)) return false;
	/** For each step, the position at which it was last reached. */
	const reached = new Int32Array(steps.length + 1).fill(-1);
	let now: number[] = [];
	let next: number[] = [];
	const open: number[] = [];
	const reach = (first: number, at: number, into: number[]) => {
		for (let step: number | undefined = first; step !== undefined; step = open.pop()) {
			if (reached[step] === at) continue;
			reached[step] = at;
			const what = steps[step];
			if (typeof what !== "object") into.push(step);
			else for (const by of what) open.push(step + by);
		}
	};
	reach(0, 0, now);
	for (let at = 0; at < text.length && now.length > 0; at++) {
		const unit = text.charCodeAt(at);
		for (const step of now) {
			const what = steps[step];
			if (typeof what === "number" ? what === unit : typeof what === "function" && what(unit))
				reach(step + 1, at + 1, next);
		}
		[now, next] = [next, now];
		next.length = 0;
	}
	return now.includes(steps.length) && reached[steps.length] === text.length;
}
