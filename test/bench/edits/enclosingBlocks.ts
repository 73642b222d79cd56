import { depthOf, isBlank, type Lines } from "./realEdit";

/** Matches the line that closes a block. */
const closer = /^\s*(?:[}\])]|end\b|fi\b|done\b|esac\b|<\/|#endif)/;
/** Matches a line that continues the block before it, such as `} else {` and `) {`. */
const continuation =
	/^\s*(?:[}\])].*[{([:]\s*$|\}\s*(?:else|catch|finally|while)\b|(?:else|elif|elsif|elseif|except|finally|rescue|ensure|catch|case|when|default)\b.*|[{]\s*$|[})\]][^{]*\{\s*$|where\b.*|[:?.&|+,=].*)/;
/** Matches the lines of comments, which do not begin a block. */
const comment = /^\s*(?:\/\*|\*|\/\/|<!--|"""|''')/;
/** Matches lines whose indentation has no meaning: preprocessor lines, labels and continuation marks. */
const unindented = /^(?:#\s*(?:if|ifdef|ifndef|else|elif|endif|define|include|pragma|undef|import)\b|\w+:\s*$)/;

/**
 * Returns the blocks around a range by their indentation, from the innermost one out: each from its first line to the
 * line that closes it.
 */
export function enclosingBlocks(lines: readonly string[], range: Lines, depth: number): readonly Lines[] {
	const blocks: Lines[] = [];
	let limit = depth;
	let from = range.start;
	let to = range.start + range.count;
	while (limit > 0) {
		const head = headAbove(lines, from, limit);
		if (head === undefined) break;
		const end = endBelow(lines, to, depthOf(lines[head] ?? ""));
		blocks.push({ start: head, count: end - head });
		limit = depthOf(lines[head] ?? "");
		from = head;
		to = end;
	}
	return blocks;
}

/** Returns the line above that is indented less and begins the block. */
function headAbove(lines: readonly string[], from: number, limit: number): number | undefined {
	let most = limit;
	for (let at = from - 1; at >= 0; at--) {
		const line = lines[at] ?? "";
		if (isBlank(line) || unindented.test(line.trimStart())) continue;
		const depth = depthOf(line);
		if (depth >= most) continue;
		if (comment.test(line)) {
			most = depth + 1;
			continue;
		}
		if (!continuation.test(line)) return at;
		most = depth + 1;
	}
	return undefined;
}

/** Returns the index after the line that closes a block of a depth. */
function endBelow(lines: readonly string[], from: number, depth: number): number {
	let end = from;
	for (let at = from; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (isBlank(line) || unindented.test(line.trimStart())) continue;
		if (depthOf(line) > depth) {
			end = at + 1;
			continue;
		}
		if (depthOf(line) < depth) break;
		if (continuation.test(line)) {
			end = at + 1;
			continue;
		}
		if (closer.test(line)) end = at + 1;
		break;
	}
	return end;
}

/** Returns the sections of a Markdown text around a range, from the innermost one out: each from its heading on. */
export function enclosingSections(lines: readonly string[], { start, count }: Lines): readonly Lines[] {
	let isCode = false;
	const levels = lines.map((line) => {
		if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
		return isCode ? 0 : (/^(#{1,6}) /.exec(line)?.[1]?.length ?? 0);
	});
	const sections: Lines[] = [];
	let least = 7;
	for (let at = start; at >= 0; at--) {
		const level = levels[at] ?? 0;
		if (level === 0 || level >= least) continue;
		least = level;
		const next = levels.findIndex((other, index) => index > at && other > 0 && other <= level);
		let end = next < 0 ? lines.length : next;
		while (end > at && isBlank(lines[end - 1])) end--;
		if (end >= start + count) sections.push({ start: at, count: end - at });
	}
	return sections;
}

/** Returns the paragraph around a range: the lines up to the next blank ones. */
export function paragraphAround(lines: readonly string[], { start, count }: Lines): Lines {
	let first = start;
	let end = start + count;
	while (first > 0 && !isBlank(lines[first - 1])) first--;
	while (end < lines.length && !isBlank(lines[end])) end++;
	return { start: first, count: end - first };
}
