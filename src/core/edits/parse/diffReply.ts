import type { Replacement } from "../text/replacements";

const hunkHead = /^@@(?:\s|$|@)/;
const fileHead =
	/^(?:diff --git |index [0-9a-f]+\.\.|(?:new|deleted) file mode |similarity index |rename |--- |\+\+\+ )/;

/** Returns whether lines are a unified diff, by the block's language or by their marks. */
export function isDiff(language: string, lines: readonly string[]): boolean {
	if (language === "diff" || language === "patch" || language === "udiff") return true;
	const headed = lines.some((line, at) => line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ") === true);
	return headed || lines.some((line) => /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line));
}

/**
 * Returns the replacements that the hunks of a unified diff stand for. Line numbers are ignored, because models
 * miscount: the lines of a hunk determine its place.
 *
 * @returns `undefined` when this is not a diff of a single file with lines to find.
 */
export function diffReplacements(lines: readonly string[]): readonly Replacement[] | undefined {
	const hunks: { search: string[]; replace: string[] }[] = [];
	let files = 0;
	let open: (typeof hunks)[number] | undefined;
	for (const [at, line] of lines.entries()) {
		if (hunkHead.test(line)) {
			open = { search: [], replace: [] };
			hunks.push(open);
			continue;
		}
		const heads =
			fileHead.test(line) && (!open || lines[at + 1]?.startsWith("+++ ") || lines[at - 1]?.startsWith("--- "));
		if (heads) {
			if (line.startsWith("+++ ")) files++;
			open = undefined;
			continue;
		}
		if (line.startsWith("\\ No newline")) continue;
		if (!open && line.trim() === "") continue;
		if (!open) {
			open = { search: [], replace: [] };
			hunks.push(open);
		}
		const rest = line.slice(1);
		if (line.startsWith("+")) open.replace.push(rest);
		else if (line.startsWith("-")) open.search.push(rest);
		else {
			// Models sometimes omit the space before an unchanged line.
			const same = line.startsWith(" ") ? rest : line;
			open.search.push(same);
			open.replace.push(same);
		}
	}
	const changing = hunks.map(trimmed).filter(({ search, replace }) => search.join("\n") !== replace.join("\n"));
	if (files > 1 || changing.length === 0 || changing.some(({ search }) => search.every((line) => line.trim() === ""))) {
		return undefined;
	}
	return changing;
}

/** Removes a trailing blank line that does not belong to the hunk. */
function trimmed({ search, replace }: Replacement): Replacement {
	const blank = (lines: readonly string[]) => lines.at(-1) === "";
	return blank(search) && blank(replace)
		? { search: search.slice(0, -1), replace: replace.slice(0, -1) }
		: { search, replace };
}
