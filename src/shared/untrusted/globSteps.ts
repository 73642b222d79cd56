/**
 * One step of a glob: the code unit that it takes, or a test of it, or where to go on from here, counted from this step, without
 * taking anything. Behind the last step the glob has matched.
 */
export type GlobStep = number | ((unit: number) => boolean) | readonly number[];

const slash = 47;
const anyUnit = () => true;

/** A character that is no slash: `?`. */
export const notSlash = (unit: number): boolean => unit !== slash;

/** The steps of a text that stands for itself. */
export function literal(text: string): readonly GlobStep[] {
	return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

/** Any number of characters, slashes not among them: `*`. */
export const star: readonly GlobStep[] = [[1, 3], notSlash, [-2]];

/** Any number of characters: a `**` at the end. */
export const anything: readonly GlobStep[] = [[1, 3], anyUnit, [-2]];

/** Any number of folders, none among them, each with its slash: `**` and the slash behind it. */
export const anyFolders: readonly GlobStep[] = optional([...anything, slash]);

/** All or nothing of these steps. */
export function optional(steps: readonly GlobStep[]): readonly GlobStep[] {
	return [[1, steps.length + 1], ...steps];
}

/** One of several. */
export function oneOf(choices: readonly (readonly GlobStep[])[]): readonly GlobStep[] {
	let length = 1;
	const starts = choices.map((steps) => {
		const start = length;
		length += steps.length + 1;
		return start;
	});
	return [starts, ...choices.flatMap((steps, i) => [...steps, [length - (starts[i] ?? 0) - steps.length]])];
}

/** A glob, made ready to be compared with many texts. */
export interface Glob {
	/** Without those for its end. */
	readonly steps: readonly GlobStep[];
	/** What a text has to end in: most texts need no closer look. */
	readonly end: string;
	/** How many of its steps can be at work for one character: what decides how long it takes to compare. */
	readonly load: number;
}

/** The glob of some steps. */
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
	// Before the first step that leads to several, only one is at work.
	return { steps: steps.slice(0, head), end: end.join(""), load: Math.max(1, head - first) };
}

/** Whether a text is what the glob stands for. */
export function matches({ steps, end }: Glob, text: string): boolean {
	return text.endsWith(end) && matchesGlob(steps, text.slice(0, text.length - end.length));
}

/**
 * Whether a text is what a glob stands for. All the ways to match are followed at once, a character at a time, so that the time
 * grows with the length of the glob times that of the text; a regular expression would try one way after the other.
 */
export function matchesGlob(steps: readonly GlobStep[], text: string): boolean {
	if (steps.length === 0) return text === "";
	if (typeof steps[0] === "number" && steps[0] !== text.charCodeAt(0)) return false;
	/** By step: behind which character it was reached last. */
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
