import { anyFolders, anything, type GlobStep, literal, notSlash, star } from "./globSteps";

/**
 * Parses a pattern of a `.gitignore` like Git's `wildmatch.c`, for paths in lower case; the case of the pattern is
 * ignored. `undefined` for a pattern that Git never matches.
 */
export function gitGlob(pattern: string): readonly GlobStep[] | undefined {
	const lower = pattern.toLowerCase();
	const steps: GlobStep[] = [];
	const add = (more: readonly GlobStep[]) => {
		for (const step of more) steps.push(step);
	};
	// Git compares the part before the first wildcard literally, and treats the rest as a separate pattern.
	const first = lower.search(/[*?[\\]/);
	const start = first < 0 ? lower.length : first;
	add(literal(lower.slice(0, start)));
	for (let at = start; at < lower.length; at++) {
		const character = lower[at] as string;
		if (character === "*") {
			let end = at;
			while (lower[end] === "*") end++;
			const whole = end - at > 1 && (at === start || lower[at - 1] === "/");
			if (whole && end === lower.length) add(anything);
			else if (whole && lower[end] === "/") {
				add(anyFolders);
				end++;
			} else add(star);
			at = end - 1;
		} else if (character === "?") {
			steps.push(notSlash);
		} else if (character === "[") {
			const set = characterSet(lower, at);
			if (!set) return undefined;
			steps.push(set.takes);
			at = set.end;
		} else if (character === "\\") {
			at++;
			if (at === lower.length) return undefined;
			steps.push(lower.charCodeAt(at));
		} else {
			steps.push(lower.charCodeAt(at));
		}
	}
	return steps;
}

/** The character classes by name, such as `[:alpha:]`; at this point, everything is in lower case. */
const classes: ReadonlyMap<string, RegExp> = new Map([
	["alnum", /[a-z\d]/],
	["alpha", /[a-z]/],
	["blank", /[ \t]/],
	["cntrl", /[^ -~\x80-\uffff]/],
	["digit", /\d/],
	["graph", /[!-~]/],
	["lower", /[a-z]/],
	["print", /[ -~]/],
	["punct", /[!-/:-@[-`{-~]/],
	["space", /[ \t\n\r]/],
	["upper", /[a-z]/],
	["xdigit", /[a-f\d]/],
]);

interface CharacterSet {
	readonly takes: (unit: number) => boolean;
	/** The position of its closing bracket. */
	readonly end: number;
}

/**
 * Parses the set of characters that begins at this bracket; returns `undefined` if it is not closed, or names an
 * unknown class.
 */
function characterSet(pattern: string, bracket: number): CharacterSet | undefined {
	const ranges: (readonly [first: number, last: number])[] = [];
	const named: RegExp[] = [];
	let at = bracket + 1;
	const negated = pattern[at] === "!" || pattern[at] === "^";
	if (negated) at++;
	/** The previous character, with which a range may begin. */
	let before: number | undefined;
	do {
		if (at >= pattern.length) return undefined;
		const close = pattern[at] === "[" && pattern[at + 1] === ":" ? pattern.indexOf("]", at + 2) : -1;
		if (pattern[at] === "-" && before !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]") {
			at += pattern[at + 1] === "\\" ? 2 : 1;
			if (at >= pattern.length) return undefined;
			ranges.push([before, pattern.charCodeAt(at)]);
			before = undefined;
		} else if (pattern[at] === "[" && pattern[at + 1] === ":" && close < 0) {
			return undefined;
		} else if (close > at + 2 && pattern[close - 1] === ":") {
			const found = classes.get(pattern.slice(at + 2, close - 1));
			if (!found) return undefined;
			named.push(found);
			before = undefined;
			at = close;
		} else {
			if (pattern[at] === "\\") at++;
			if (at >= pattern.length) return undefined;
			before = pattern.charCodeAt(at);
			ranges.push([before, before]);
		}
		at++;
	} while (pattern[at] !== "]");
	const holds = (unit: number) =>
		ranges.some(([first, last]) => first <= unit && unit <= last) ||
		named.some((one) => one.test(String.fromCharCode(unit)));
	return { takes: (unit) => notSlash(unit) && holds(unit) !== negated, end: at };
}
