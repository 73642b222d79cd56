import { hunksBetween } from "../text/hunks";
import { declaredName } from "../text/lineMatch";
import { areAlike, isSameDeclaration } from "./coverage";
import { imports } from "./missingLines";

/** Lines without a counterpart that an end of the replaced lines may lose: a change removes few of them there. */
const mostLost = 2;

/**
 * Returns whether shorter code lacks several lines at the beginning or the end of those that it replaces, without new
 * versions of them: it is a part of them, and the others would be lost. Where it ends as they do, only imports count.
 */
export function losesEnd(code: readonly string[], before: readonly string[]): boolean {
	const [now, old] = [code, before].map((lines) => lines.map((line) => line.trim()).filter((line) => line !== ""));
	if (!now || !old || now.length >= old.length) return false;
	const counts = endsAlike(now.at(-1), old.at(-1)) ? imports : /[\p{L}\p{N}]/u;
	const hunks = hunksBetween(old, now);
	const same = old.length - hunks.reduce((sum, { removed }) => sum + removed, 0);
	const hasHead = now[0] === old[0] && declaredName(now[0] ?? "") !== undefined;
	if (hasHead ? same === 1 : same === 0 && isSameDeclaration(code, before)) return false;
	return hunks.some(({ start, removed, added }) => {
		if (start > 0 && start + removed < old.length) return false;
		const gone = old.slice(start, start + removed).filter((line) => counts.test(line));
		return gone.filter((line) => !added.some((other) => areAlike(line, other))).length > mostLost;
	});
}

/** Returns whether two lines are equal, or close the same brackets, which an earlier line opens. */
function endsAlike(now = "", old = ""): boolean {
	const closing = /[)\]}]{1,9}[;,]?$/.exec(old)?.[0];
	const count = (signs: RegExp) => old.match(signs)?.length ?? 0;
	return now === old || (closing !== undefined && now.endsWith(closing) && count(/[)\]}]/g) > count(/[([{]/g));
}
