/** A test of one character. */
export interface CharacterTest {
	/** Returns whether a character, which is a whole code point, matches. */
	readonly takes: (character: string) => boolean;
	/** The number of steps that a test takes, besides the first. */
	readonly cost: number;
}

/** The named classes; case is not ignored. */
const classes: Readonly<Record<string, RegExp>> = {
	"\\d": /^\d/,
	"\\D": /^\D/,
	"\\w": /^\w/,
	"\\W": /^\W/,
	"\\s": /^\s/,
	"\\S": /^\S/,
	"\\p{L}": /^\p{L}/u,
	"\\P{L}": /^\P{L}/u,
	"\\p{Lu}": /^\p{Lu}/u,
	"\\p{Ll}": /^\p{Ll}/u,
	"\\p{N}": /^\p{N}/u,
	"\\p{Nd}": /^\p{Nd}/u,
	"\\p{P}": /^\p{P}/u,
	"\\p{S}": /^\p{S}/u,
	"\\p{Z}": /^\p{Z}/u,
};

/** The escapes of control characters; `b` counts only within brackets. */
const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", v: "\v", f: "\f", 0: "\0", b: "\b" };

/** Matches a member of a class: one character, or a named class. */
const member =
	/\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|c([a-zA-Z])|[pP]\{[\w=]{1,40}\}|[^pPuxck1-9])|[^\\]/uy;

/**
 * Returns a test for what one part of a regular expression matches: a character, an escape, the dot or a class in
 * brackets.
 *
 * @returns `undefined` for anything else, and for a Unicode property that is not in `classes`.
 */
export function characterTest(part: string): CharacterTest | undefined {
	if (part === ".") return { takes: (character) => !"\n\r\u2028\u2029".includes(character), cost: 0 };
	if (!part.startsWith("[")) {
		const only = memberAt(part, 0);
		return only?.end === part.length ? { takes: only.takes, cost: 0 } : undefined;
	}
	const isNegated = part.startsWith("[^");
	const last = part.length - 1;
	const single = new Set<number>();
	const others: Takes[] = [];
	for (let at = isNegated ? 2 : 1; at < last; ) {
		const first = memberAt(part, at);
		if (!first) return undefined;
		at = first.end;
		const second = part[at] === "-" && at + 1 < last ? memberAt(part, at + 1) : undefined;
		if (first.code === undefined) others.push(first.takes);
		else if (second?.code === undefined) single.add(first.code);
		else {
			const [from, to] = [first.code, second.code];
			if (from > to) return undefined;
			others.push((character) => from <= codeOf(character) && codeOf(character) <= to);
			at = second.end;
		}
	}
	const takes = (character: string) =>
		(single.has(codeOf(character)) || others.some((one) => one(character))) !== isNegated;
	return { takes, cost: others.length };
}

type Takes = CharacterTest["takes"];

interface Member {
	readonly takes: Takes;
	/** The code point; absent for a named class. */
	readonly code?: number;
	readonly end: number;
}

function memberAt(part: string, at: number): Member | undefined {
	member.lastIndex = at;
	const found = member.exec(part);
	if (!found) return undefined;
	const [text, braced, four, two, letter] = found;
	const end = at + text.length;
	const named = Object.hasOwn(classes, text) ? classes[text] : undefined;
	if (named) return { takes: (character) => named.test(character), end };
	if (text.startsWith("\\p") || text.startsWith("\\P")) return undefined;
	const hex = braced ?? four ?? two;
	const escaped = text.length > 1 && text.startsWith("\\") ? text.slice(1) : text;
	const code =
		hex !== undefined
			? Number.parseInt(hex, 16)
			: letter !== undefined
				? codeOf(letter) % 32
				: codeOf(text === escaped ? text : (controls[escaped] ?? escaped));
	// Half of a surrogate pair is not a code point of its own.
	if (code >= 0xd800 && code <= 0xdfff) return undefined;
	return { takes: (character) => codeOf(character) === code, code, end };
}

const codeOf = (character: string): number => character.codePointAt(0) ?? -1;
