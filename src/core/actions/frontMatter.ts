import { splitLines } from "../base/splitLines";

/** The fields at the beginning of a file, and the text after them. */
export interface FrontMatter {
	/** The entries of a list; for any other value, an array of one. */
	readonly fields: ReadonlyMap<string, readonly string[]>;
	readonly body: string;
}

const field = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t](.*))?$/;
const entry = /^[ \t]*-[ \t](.*)$/;
const block = /^[|>][-+\d]*$/;

/**
 * Reads front matter: the part of YAML that prompt files use, which is quoted and plain scalars, lists, and block
 * scalars. Any other value is ignored, and so is front matter without an end.
 */
export function readFrontMatter(text: string): FrontMatter {
	const lines = splitLines(text.replace(/^\ufeff/, ""));
	const end = /^---[ \t]*$/.test(lines[0] ?? "")
		? lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line))
		: -1;
	if (end < 0) return { fields: new Map(), body: lines.join("\n").trim() };
	const fields = new Map<string, readonly string[]>();
	for (let line = 1; line < end; line++) {
		const [, name, value = ""] = field.exec(lines[line] ?? "") ?? [];
		if (name === undefined) continue;
		const under: string[] = [];
		while (line + 1 < end && isUnder(lines[line + 1] ?? "")) under.push(lines[++line] ?? "");
		// The first occurrence of a field wins.
		if (!fields.has(name)) fields.set(name, valuesOf(value.trim(), under));
	}
	return {
		fields,
		body: lines
			.slice(end + 1)
			.join("\n")
			.trim(),
	};
}

/** Returns whether a line belongs to the field above it. */
function isUnder(line: string): boolean {
	return /^[ \t]+\S/.test(line) || entry.test(line);
}

function valuesOf(value: string, under: readonly string[]): readonly string[] {
	if (block.test(value)) return [under.map((line) => line.trim()).join(value.startsWith("|") ? "\n" : " ")];
	const list = /^\[(.*)\]$/.exec(value)?.[1];
	if (list !== undefined) return (list.match(/\s*"(?:[^"\\]|\\.)*"|\s*'(?:[^']|'')*'|[^,]+/g) ?? []).flatMap(scalar);
	if (value !== "") return scalar(value);
	return under.flatMap((line) => scalar(entry.exec(line)?.[1] ?? ""));
}

/** Returns a scalar without its quotation marks or its comment; an empty array if nothing is left. */
function scalar(value: string): readonly string[] {
	const trimmed = value.trim();
	const [, double] = /^"((?:[^"\\]|\\.)*)"/.exec(trimmed) ?? [];
	if (double !== undefined) return [double.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign))];
	const [, single] = /^'((?:[^']|'')*)'/.exec(trimmed) ?? [];
	if (single !== undefined) return [single.replaceAll("''", "'")];
	const plain = trimmed.slice(0, /(?:^|\s)#/.exec(trimmed)?.index).trimEnd();
	return /^(?:|~|null|[&*!{[].*)$/.test(plain) ? [] : [plain];
}
