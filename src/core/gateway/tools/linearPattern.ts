import { appendAll } from "../../../shared/untrusted/appendAll";
import { type CharacterTest, characterTest } from "./characterTest";

/** Maximum length of a pattern, in characters; a longer one cannot be matched. */
const longestPattern = 1_000;
/** Maximum number of steps of a pattern, with its repetitions written out; one with more cannot be matched. */
const mostSteps = 2_000;
/** Maximum number of steps that are written or copied to read a pattern; one with more cannot be matched. */
const mostCopies = 20_000;
/** Costs of following a step of a pattern, and of reading a pattern, in steps of a budget. */
const costOfStep = 10;
export const costOfReading = 100_000;

/** A step of a pattern: consumes a character, asserts a position, or goes on at other steps. */
type Step =
	| { readonly kind: "take"; readonly test: CharacterTest }
	| { readonly kind: "start" | "end" | "word" | "noWord" | "found" }
	| { readonly kind: "fork"; to: readonly number[] };

/** Thrown for what cannot be matched in linear time, such as a lookahead, and for an invalid pattern. */
class Unsupported extends Error {}

/** The steps that are left, each of some ten nanoseconds. */
export interface StepBudget {
	steps: number;
}

/** Returns whether a pattern matches somewhere in a text; `undefined` when the budget was used up. */
export type MatchPattern = (text: string, budget: StepBudget) => boolean | undefined;

/**
 * Returns a function that matches a regular expression from outside. It takes time in proportion to the text, whatever
 * the pattern is: all possible steps are followed at once, without backtracking.
 *
 * @returns `undefined` for a pattern with lookarounds or backreferences, for one that is too long, and for an invalid
 * one.
 */
export function linearPattern(pattern: string): MatchPattern | undefined {
	if (pattern.length > longestPattern) return undefined;
	try {
		const steps = new PatternReader(pattern).read();
		return (text, budget) => matches(steps, text, budget);
	} catch (error) {
		if (error instanceof Unsupported) return undefined;
		throw error;
	}
}

const isWord = (character: string | undefined) => character !== undefined && /^\w/.test(character);

function matches(steps: readonly Step[], text: string, budget: StepBudget): boolean | undefined {
	budget.steps -= text.length * costOfStep;
	if (budget.steps < 0) return undefined;
	const characters = [...text];
	let current = new Set<number>();
	for (let at = 0; at <= characters.length; at++) {
		const [before, after] = [characters[at - 1], characters[at]];
		const isBorder = isWord(before) !== isWord(after);
		const next = new Set<number>();
		const reached = new Set<number>();
		const open = [0, ...current];
		for (let number = open.pop(); number !== undefined; number = open.pop()) {
			budget.steps -= costOfStep;
			if (budget.steps < 0) return undefined;
			if (reached.has(number)) continue;
			reached.add(number);
			const step = steps[number];
			if (step === undefined || step.kind === "found") return true;
			if (step.kind === "fork") appendAll(open, step.to);
			else if (step.kind === "take") {
				budget.steps -= step.test.cost * costOfStep;
				if (after !== undefined && step.test.takes(after)) next.add(number + 1);
			} else {
				const holds = { start: at === 0, end: after === undefined, word: isBorder, noWord: !isBorder }[step.kind];
				if (holds) open.push(number + 1);
			}
		}
		current = next;
	}
	return false;
}

/** Parses a pattern into steps. */
class PatternReader {
	#at = 0;
	#copies = 0;

	constructor(private readonly pattern: string) {}

	read(): readonly Step[] {
		const steps = [...this.#choice(), { kind: "found" } as const];
		if (this.#at < this.pattern.length) throw new Unsupported();
		return absolute(steps);
	}

	/** Reads alternatives, up to the end of their group. The targets of forks are relative. */
	#choice(): readonly Step[] {
		const choices = [this.#sequence()];
		while (this.#skip("|")) choices.push(this.#sequence());
		const last = choices.length - 1;
		const length = choices.reduce((sum, each) => sum + each.length, 2 * last);
		const steps: Step[] = [];
		for (const [number, each] of choices.entries()) {
			if (number < last) steps.push(fork(1, each.length + 2));
			appendAll(steps, each);
			if (number < last) steps.push(fork(length - steps.length));
		}
		return last === 0 ? steps : this.#limited(steps);
	}

	#sequence(): readonly Step[] {
		const steps: Step[] = [];
		while (this.#at < this.pattern.length && !"|)".includes(this.pattern[this.#at] as string)) {
			const more = this.#limited(this.#repeated(this.#term()));
			appendAll(steps, more);
			if (steps.length > mostSteps) throw new Unsupported();
		}
		return steps;
	}

	/** Counts copied steps. @throws Unsupported when there are too many. */
	#limited(steps: readonly Step[]): readonly Step[] {
		this.#copies += steps.length;
		if (steps.length > mostSteps || this.#copies > mostCopies) throw new Unsupported();
		return steps;
	}

	#term(): readonly Step[] {
		const rest = this.pattern.slice(this.#at);
		if (this.#skip("^")) return [{ kind: "start" }];
		if (this.#skip("$")) return [{ kind: "end" }];
		if (this.#skip("\\b")) return [{ kind: "word" }];
		if (this.#skip("\\B")) return [{ kind: "noWord" }];
		if (rest.startsWith("(")) {
			const open = /^\((?:\?:|\?<\w{1,50}>|(?!\?))/.exec(rest)?.[0];
			if (open === undefined) throw new Unsupported();
			this.#at += open.length;
			const inner = this.#choice();
			if (!this.#skip(")")) throw new Unsupported();
			return inner;
		}
		// A class, an escape, or a character.
		const atom =
			/^(?:\[\^?(?:\\[\s\S]|[^\]\\])*\]|\\(?:u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[\w=]{1,40}\}|c[a-zA-Z]|[^1-9k])|[^\\*+?{}[\]])/u.exec(
				rest,
			)?.[0];
		if (atom === undefined) {
			// A brace or bracket without a special meaning is a character.
			if (this.#skip("{") || this.#skip("}") || this.#skip("]"))
				return [taking({ takes: (each) => each === rest[0], cost: 0 })];
			throw new Unsupported();
		}
		this.#at += atom.length;
		const test = characterTest(atom);
		if (!test) throw new Unsupported();
		return [taking(test)];
	}

	#repeated(steps: readonly Step[]): readonly Step[] {
		const found = /^(?:[*+?]|\{(\d{1,4})(,(\d{0,4}))?\})/.exec(this.pattern.slice(this.#at, this.#at + 12));
		if (!found) {
			// A count of more than four digits is not read: so many repetitions cannot be matched.
			if (/^\{\d/.test(this.pattern.slice(this.#at, this.#at + 2))) throw new Unsupported();
			return steps;
		}
		this.#at += found[0].length;
		// Whether a repetition is greedy or lazy makes no difference to whether there is a match.
		this.#skip("?");
		const least = { "*": 0, "+": 1, "?": 0 }[found[0]] ?? Number(found[1]);
		const isOpen = found[0] === "*" || found[0] === "+" || found[3] === "";
		const most = found[0] === "?" ? 1 : found[2] === undefined ? least : Number(found[3] || least);
		if (most < least || steps.length * Math.max(1, most) > mostSteps) throw new Unsupported();
		const needed = Array.from({ length: least }, () => steps).flat();
		if (isOpen) return this.#limited([...needed, fork(1, steps.length + 2), ...steps, fork(-steps.length - 1)]);
		return this.#limited([
			...needed,
			...Array.from({ length: most - least }, () => [fork(1, steps.length + 1), ...steps]).flat(),
		]);
	}

	#skip(text: string): boolean {
		if (!this.pattern.startsWith(text, this.#at)) return false;
		this.#at += text.length;
		return true;
	}
}

const taking = (test: CharacterTest): Step => ({ kind: "take", test });

/** Returns a step that goes on at others, given by their distances from it. */
const fork = (...to: readonly number[]): Step => ({ kind: "fork", to });

/** Returns the steps with the absolute targets of forks. A repeated step is the same object in several places. */
function absolute(steps: readonly Step[]): readonly Step[] {
	return steps.map((step, at) => (step.kind === "fork" ? { kind: "fork", to: step.to.map((by) => at + by) } : step));
}
