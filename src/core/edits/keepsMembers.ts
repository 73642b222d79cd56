import { limits } from "../../shared/untrusted/limits";
import { indentOf } from "./indentation";
import { declaredName } from "./lineMatch";

/** What has members when it is declared so. A function's variables are its own affair. */
const holder = /\b(?:class|interface|struct|enum|trait|impl|module|namespace|record|type)\b/;

/** A member's line up to the sign behind its name. */
const member = /^\s*(?:[^\s({=:;,]+\s+)*?[#~$]?([\p{L}_][\p{L}\p{N}_]*)\s*(?:[({=:;,<?!]|$)/u;

/** How comments, lines above a member, and brackets begin. */
const beside = /^(?:\/\/|\/\*|\*|#[\s[!]|--|[)\]}{])/;
/** An attribute alone on its line, in TypeScript's and Python's way of writing it, and in C#'s. */
const decorator = /^@\w+(?:\(.*\))?$/;
const attribute = /^\[\w.*\]$/;

/** The facts of a line that are needed to find what it is a member of. */
interface MemberLine {
	readonly line: string;
	readonly depth: number;
	/** How many of Python's signs around texts it has. */
	readonly quotes: number;
	readonly isBeside: boolean;
}

/** Whether code has every member that these lines have: one that it lacks may have been left out without a mark. */
export function keepsMembers(code: readonly string[], lines: readonly string[]): boolean {
	const left = membersOf(code);
	const members = membersOf(lines);
	if (!left || !members) return false;
	// There can be several of one name, such as overloads.
	return [...members].every(([name, count]) => count <= (left.get(name) ?? 0));
}

/**
 * The members of all that lines declare, such as `Sums.add`, and how often each is there; `undefined` when there are more
 * lines within others than are looked through.
 */
function membersOf(texts: readonly string[]): ReadonlyMap<string, number> | undefined {
	const members = new Map<string, number>();
	const lines = texts.map(memberLine);
	let left: number = limits.memberLines;
	for (const [at, text] of texts.entries()) {
		const name = declaredName(text);
		if (name === undefined || !holder.test(text)) continue;
		const { within, read } = linesWithin(lines, at, left);
		left -= read;
		if (left <= 0) return undefined;
		const depth = within.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
		for (const { line } of within.filter((inner) => inner.depth === depth)) {
			const own = declaredName(line) ?? member.exec(line)?.[1];
			if (own !== undefined) members.set(`${name}.${own}`, (members.get(`${name}.${own}`) ?? 0) + 1);
		}
	}
	return members;
}

function memberLine(line: string): MemberLine {
	const text = line.trim();
	const isBeside = beside.test(text) || decorator.test(text) || attribute.test(text) || !/[\p{L}_]/u.test(text);
	return { line, depth: indentOf(line).length, quotes: line.match(/"""|'''/g)?.length ?? 0, isBeside };
}

/**
 * The lines of code below a line that are deeper than it; Python's texts about them are none.
 *
 * @returns also how many lines were read, which are no more than allowed.
 */
function linesWithin(
	lines: readonly MemberLine[],
	from: number,
	most: number,
): { readonly within: readonly MemberLine[]; readonly read: number } {
	const depth = lines[from]?.depth ?? 0;
	const within: MemberLine[] = [];
	let quoted = false;
	let at = from + 1;
	for (; at < Math.min(lines.length, from + 1 + most); at++) {
		const line = lines[at];
		if (!line) break;
		const isText = quoted || line.quotes > 0;
		if (line.quotes % 2 === 1) quoted = !quoted;
		if (isText || line.isBeside) continue;
		if (line.depth <= depth) break;
		within.push(line);
	}
	return { within, read: at - from };
}
