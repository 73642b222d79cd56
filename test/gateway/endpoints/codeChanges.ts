import type { CodeBlock } from "./codeBlocks";
import { outlineCode } from "./codeOutline";

/** A change of a piece of code; returns the same lines if it finds nothing to change. */
export type CodeChange = (block: CodeBlock) => readonly string[];

const hashLanguages = new Set(["python", "ruby", "shellscript", "yaml", "perl", "r", "elixir", "powershell", "toml"]);
const dashLanguages = new Set(["lua", "sql", "haskell"]);

/** Returns a line that is a comment in the code's language. */
export function commentLine(language: string, text: string): string {
	const mark = hashLanguages.has(language) ? "#" : dashLanguages.has(language) ? "--" : "//";
	return `${mark} ${text}`;
}

/**
 * Returns the change that adds a comment to each declaration without one: to functions and types, or else to
 * variables.
 *
 * @param above the line above the code.
 */
export const document =
	(above = ""): CodeChange =>
	({ language, lines }) => {
		const declarations = outlineCode(lines);
		const isBare = (line: number) =>
			!/^\s*(?:\/\/|\/\*|\*|#|--|@|""")/.test(lines[line - 2] ?? (line === 1 ? above : ""));
		const bare = declarations.filter(
			({ line, kind }) => kind !== "variable" && isBare(line) && !hasDocstring(lines, line),
		);
		const chosen =
			bare.length > 0 ? bare : declarations.filter(({ line, kind }) => kind === "variable" && isBare(line));
		return lines.flatMap((line, index) => {
			const found = chosen.find((one) => one.line === index + 1);
			if (!found) return [line];
			const indent = indentOf(line);
			const text = `${sentence(found.name)}.`;
			if (found.kind === "variable") return [indent + commentLine(language, `The ${words(found.name)}.`), line];
			if (language === "python") return [line, `${indentOf(lines[index + 1] ?? "") || `${indent}    `}"""${text}"""`];
			const isPlain = language === "go" || commentLine(language, "").startsWith("//") === false;
			return [indent + (isPlain ? commentLine(language, text) : `/** ${text} */`), line];
		});
	};

/** Matches a loose comparison in JavaScript, in its group. Strings and comments match first, without the group. */
const looseComparison = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*|(?<![=!<>])([=!]=)(?=[^=])/g;

/** Corrects what looks wrong: loose comparisons, `var`, a bare `except`, trailing spaces. */
export const fix: CodeChange = ({ language, lines }) =>
	lines.map((line) => {
		const trimmed = line.trimEnd();
		if (/^(?:java|type)script/.test(language))
			return trimmed
				.replace(looseComparison, (found, op?: string) => (op ? `${op}=` : found))
				.replace(/^(\s*)var\b/, "$1let");
		return language === "python" ? trimmed.replace(/^(\s*)except:/, "$1except Exception:") : trimmed;
	});

/** Returns the change that replaces a name everywhere in the code; by default, the first variable's. */
export const rename =
	(from?: string, to?: string): CodeChange =>
	({ lines }) => {
		const name = from ?? outlineCode(lines).find(({ kind }) => kind === "variable")?.name;
		if (name === undefined) return lines;
		const isSnake = name.includes("_") || lines.some((line) => /\b[a-z]+_[a-z]+\b/.test(line));
		const next = to ?? (isSnake ? `${name}_value` : `${name}Value`);
		return lines.map((line) => line.replace(/[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => (word === name ? next : word)));
	};

/** Replaces the first number or text with a constant that is declared above the code. */
export const extractConstant: CodeChange = ({ language, lines }) => {
	for (const [index, line] of lines.entries()) {
		if (/^\s*(?:import|from|#|\/|\*|export\s+const|const [A-Z_]+ =)/.test(line)) continue;
		const literal = /(?<![\w.$"'`])(?:"[\w ]{3,40}"|'[\w ]{3,40}'|(?!1\b)[1-9]\d{0,8}(?:\.\d+)?)(?![\w."'`])/.exec(
			line,
		)?.[0];
		if (literal === undefined) continue;
		const name = /^\d/.test(literal) ? `NUMBER_${literal.replace(".", "_")}` : constantName(literal);
		const changed = lines.map((other, at) => (at === index ? other.replace(literal, name) : other));
		return [`${indentOf(lines[0] ?? "")}${declaration(language, name, literal)}`, "", ...changed];
	}
	return lines;
};

/** Returns the declaration of a constant. */
export function declaration(language: string, name: string, value: string): string {
	if (hashLanguages.has(language)) return `${name} = ${value}`;
	if (language === "lua") return `local ${name} = ${value}`;
	return `const ${name} = ${value}${language === "go" ? "" : ";"}`;
}

function hasDocstring(lines: readonly string[], line: number): boolean {
	return (lines[line] ?? "").trim().startsWith('"""');
}

function indentOf(line: string): string {
	return /^\s*/.exec(line)?.[0] ?? "";
}

function constantName(literal: string): string {
	return (
		literal
			.slice(1, -1)
			.trim()
			.toUpperCase()
			.replace(/\W+/g, "_")
			.replace(/^(?=\d)/, "N") || "TEXT"
	);
}

/** Returns the words of a name, such as "monthly totals". */
function words(name: string): string {
	return name
		.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
		.replace(/[_$]+/g, " ")
		.trim()
		.toLowerCase();
}

function sentence(name: string): string {
	const text = words(name);
	return text.charAt(0).toUpperCase() + text.slice(1);
}
