import { indentOf } from "./indentation";
import { declaredName } from "./lineMatch";

/** What has members when it is declared so. A function's variables are its own affair. */
const holder = /\b(?:class|interface|struct|enum|trait|impl|module|namespace|record|type)\b/;

/** A member's line up to the sign behind its name. */
const member = /^\s*(?:[^\s({=:;,]+\s+)*?[#~$]?([\p{L}_][\p{L}\p{N}_]*)\s*(?:[({=:;,<?!]|$)/u;

/** Comments, what stands above a member, and brackets. */
const beside = /^\s*(?:\/\/|\/\*|\*|#[\s[!]|--|@\w+(?:\(.*\))?\s*$|\[\w.*\]\s*$|[)\]}{]|[^\p{L}_]*$)/u;

/** Whether code has every member that these lines have: one that it lacks may have been left out without a mark. */
export function keepsMembers(code: readonly string[], lines: readonly string[]): boolean {
	const left = membersOf(code);
	return membersOf(lines).every((name) => {
		const at = left.indexOf(name);
		// There can be several of one name, such as overloads.
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

/** The members of all that lines declare, such as `Sums.add`. */
function membersOf(lines: readonly string[]): string[] {
	return lines.flatMap((line, at) => {
		const name = declaredName(line);
		if (name === undefined || !holder.test(line)) return [];
		const within = linesWithin(lines, at);
		const depth = Math.min(...within.map((inner) => indentOf(inner).length));
		const direct = within.filter((inner) => indentOf(inner).length === depth);
		return direct.flatMap((inner) => {
			const own = declaredName(inner) ?? member.exec(inner)?.[1];
			return own === undefined ? [] : [`${name}.${own}`];
		});
	});
}

/** The lines of code below a line that are deeper than it; Python's texts about them are none. */
function linesWithin(lines: readonly string[], at: number): readonly string[] {
	const depth = indentOf(lines[at] ?? "").length;
	const within: string[] = [];
	let quoted = false;
	for (const line of lines.slice(at + 1)) {
		const quotes = line.match(/"""|'''/g)?.length ?? 0;
		const isText = quoted || quotes > 0;
		if (quotes % 2 === 1) quoted = !quoted;
		if (isText || beside.test(line)) continue;
		if (indentOf(line).length <= depth) break;
		within.push(line);
	}
	return within;
}
