/** A declaration in a piece of code. */
export interface Declaration {
	readonly kind: "function" | "method" | "class" | "type" | "variable";
	readonly name: string;
	/** The line's number in the code, counted from 1. */
	readonly line: number;
	/** The line itself, including its indentation. */
	readonly source: string;
}

/** Length from which a line is considered data, not a declaration, in characters. */
const maxLineLength = 300;

const modifiers = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|override|readonly|async|pub(?:\([\w ]+\))?|unsafe|inline|virtual|extern|open|data)\s+)*`;
const name = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`;

/** Patterns of declarations; the first one that matches a line decides. */
const patterns: readonly (readonly [Declaration["kind"], RegExp])[] = [
	["function", line(String.raw`(?:function\s*\*?|def|fn|fun|sub)\s+${name}`)],
	["function", line(String.raw`func\s+(?:\([^)]*\)\s*)?${name}`)],
	["class", line(String.raw`(?:class|struct|trait|object|record|module)\s+${name}`)],
	["type", line(String.raw`(?:const\s+)?(?:interface|enum|type|union|typedef|protocol)\s+${name}`)],
	[
		"function",
		line(String.raw`(?:const|let|var|val)\s+${name}\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)[^=]*=>|[\w$]+\s*=>)`),
	],
	["variable", line(String.raw`(?:const|let|var|val)\s+(?:mut\s+)?${name}`)],
	["method", line(String.raw`(?:[gs]et\s+)?#?${name}\s*\([^;]*\)\s*(?::[^={]+)?\{`, String.raw`\s+`)],
	[
		"function",
		line(String.raw`(?!(?:default|export)\b)[\w$][\w$<>\[\],.*&:]*\s+[*&]*${name}\s*\([^;]*\)[\w\s]*\{?\s*$`),
	],
	["variable", line(String.raw`${name}\s*(?::[^=]+)?=(?![=>])`, "")],
];

/** Words before a parenthesis or a name that do not declare anything. */
const statements = new Set(
	"if else for foreach while do switch case catch return throw await yield new delete typeof with using assert not in and or print echo elif raise del import from".split(
		" ",
	),
);

/**
 * Returns the declarations in a piece of code, in order, by patterns of lines in the common languages,
 * which are sometimes wrong. A substitute for a real model's understanding.
 */
export function outlineCode(lines: readonly string[]): readonly Declaration[] {
	return lines.flatMap((text, index) => {
		if (text.length > maxLineLength) return [];
		if (statements.has(/^\s*([a-z]+)/.exec(text)?.[1] ?? "")) return [];
		for (const [kind, pattern] of patterns) {
			const found = pattern.exec(text)?.[1];
			if (found && !statements.has(found)) return [{ kind, name: found, line: index + 1, source: text.trimEnd() }];
		}
		return [];
	});
}

function line(rest: string, indent = String.raw`\s*`): RegExp {
	return new RegExp(`^${indent}${modifiers}${rest}`, "u");
}
