import { limits } from "../../../shared/untrusted/limits";
import { indentOf } from "../text/indentation";
import { declaredName } from "../text/lineMatch";
import { declarationHead, headAt } from "./declarationHead";

/** Matches declarations that have members. The variables of a function do not count. */
const holder = /\b(?:class|interface|struct|enum|trait|impl|module|namespace|record|type)\b/;

/** Matches a member's line up to the character after its name. */
const member = /^\s*(?:pub\([^)]*\)\s+)?(?:[^\s({=:;,]+\s+)*?[#~$]?([\p{L}_][\p{L}\p{N}_]*)\s*(?:[({=:;,<?!]|$)/u;

/** Matches the beginning of lines that are not members: comments, attributes and brackets. */
const beside = /^(?:\/\/|\/\*|\*|#[\s[!]|--|[)\]}{])/;
/** Match an attribute alone on its line, as in TypeScript and Python, and as in C#. */
const decorator = /^@\w+(?:\(.*\))?$/;
const attribute = /^\[\w.*\]$/;

/** The properties of a line that are needed to find the declaration that it belongs to. */
interface MemberLine {
	readonly line: string;
	readonly depth: number;
	/** The number of Python's triple quotes in it. */
	readonly quotes: number;
	readonly isBeside: boolean;
}

/**
 * Returns the members of each declaration in the lines, by the declaration's name, and how often each occurs;
 * `undefined` when there are more nested lines than the limit.
 */
export function membersOf(texts: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> | undefined {
	const members = new Map<string, Map<string, number>>();
	const lines = texts.map(memberLine);
	let left: number = limits.memberLines;
	for (const [at, text] of texts.entries()) {
		const head = declarationHead(text);
		const name = head?.kind === "type" ? head.name : holder.test(text) ? declaredName(text) : undefined;
		if (name === undefined) continue;
		const { within, read } = linesWithin(lines, headAt(texts, at).end, left);
		left -= read;
		if (left <= 0) return undefined;
		const depth = within.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
		for (const { line } of within.filter((inner) => inner.depth === depth)) {
			const inner = declarationHead(line);
			const own = inner && inner.kind !== "shape" ? inner.name : member.exec(line)?.[1];
			if (own === undefined) continue;
			const counts = members.get(name) ?? new Map<string, number>();
			members.set(name, counts.set(own, (counts.get(own) ?? 0) + 1));
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
 * Returns the lines below a line that are indented further, without Python's docstrings.
 *
 * @returns also the number of lines that were read, which does not exceed the limit.
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
