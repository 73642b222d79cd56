import * as l10n from "@vscode/l10n";
import { indentOf } from "./indentation";
import { firstLine, isTelling, lastLine, withoutBlankEnds } from "./lineMatch";
import type { Refusal } from "./replacements";
import type { Reply, ReplyBlock } from "./replyBlocks";

/** What is run or printed, and no code of a file's unless the file is one. */
const shells = new Set([
	"sh",
	"bash",
	"shell",
	"shellscript",
	"zsh",
	"console",
	"powershell",
	"terminal",
	"output",
	"log",
]);

/** What VS Code calls a document of which it does not know what it holds: commands too, maybe. */
const unknown = "plaintext";

/**
 * The lines of an answer that are its code.
 *
 * @param before the lines that they are to replace.
 */
export function chooseBlock(
	{ blocks, prose }: Reply,
	before: readonly string[],
	languageId: string,
): readonly string[] | Refusal {
	if (blocks.length === 0) return unfenced(prose, before);
	if (blocks.some(({ closed }) => !closed)) return unclosed(blocks, before);
	const said = withoutBlankEnds(before).map((line) => line.trim());
	const isBefore = ({ lines }: ReplyBlock) =>
		withoutBlankEnds(lines)
			.map((line) => line.trim())
			.join("\n") === said.join("\n");
	const filled = blocks.filter(({ lines }) => lines.some((line) => line.trim() !== ""));
	const others = filled.length > 1 ? filled.filter((block) => !isBefore(block)) : filled;
	const takesShell = shells.has(languageId) || languageId === unknown;
	const code = others.filter(({ language }) => takesShell || !shells.has(language));
	const [only, ...more] = code;
	if (more.length > 0) {
		return {
			refused: l10n.t(
				"There are several pieces of code in the answer, and it is not certain which one is meant. Nothing was changed.",
			),
		};
	}
	return only ? only.lines : { refused: l10n.t("There is no code in the answer. Nothing was changed.") };
}

/** The gateway says that the answer is whole, so the fence alone may be missing: only where the code ends as before. */
function unclosed(blocks: readonly ReplyBlock[], before: readonly string[]): readonly string[] | Refusal {
	const [only, ...more] = blocks;
	if (only && more.length === 0 && endsAs(only.lines, before)) return only.lines;
	return { refused: l10n.t("The code in the answer does not end. Nothing was changed: try again.") };
}

/** Without a fence, only what ends as before, and has no sentence in it, is taken for code. */
function unfenced(prose: readonly string[], before: readonly string[]): readonly string[] | Refusal {
	const code = withoutBlankEnds(prose);
	const known = new Set(before.map((line) => line.trim()));
	const speaks = code.some((line) => !known.has(line.trim()) && looksLikeProse(line));
	const [first = ""] = code;
	const begins = (known.has(first.trim()) && isTelling(first)) || looksLikeCode(first);
	if (begins && endsAs(code, before) && !speaks) return code;
	return { refused: l10n.t("It is not certain what in the answer is code. Nothing was changed: try again.") };
}

/** Whether code ends with the line that stood at the end before, as deep below its first line, with no bracket left open. */
function endsAs(code: readonly string[], before: readonly string[]): boolean {
	const last = lastLine(before);
	const own = lastLine(code);
	if (last === undefined || own?.trim() !== last.trim()) return false;
	const depth = (lines: readonly string[], line: string) =>
		indentOf(line).length - indentOf(firstLine(lines) ?? "").length;
	return depth(code, own) === depth(before, last) && openBrackets(code) === openBrackets(before);
}

function openBrackets(lines: readonly string[]): number {
	const text = lines.join("");
	return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}

function looksLikeCode(line: string): boolean {
	return (
		/[(){}[\];=<>:]|^\s*(?:\/\/|#|\*|\/\*|--|@|return\b|end\b|break\b|pass\b|import\b|export\b)/.test(line) &&
		!looksLikeProse(line)
	);
}

/** Words with blanks between them, as sentences have; a comment is none. */
function looksLikeProse(line: string): boolean {
	const text = line.trim();
	if (/^(?:\/\/|#(?!#* [A-Z])|\*|\/\*|--|<!--|;|%|"""|''')/.test(text)) return false;
	if (
		/^(?:sure|certainly|of course|here(?:'s| is| are)|note|this (?:code|function|change|version)|i(?:'ve| have)|the (?:above|following|code|function))\b/i.test(
			text,
		)
	)
		return true;
	if (/^(?:[-*+]|\d+[.)])\s+\S+ \S+/.test(text) || /^#{1,6} /.test(text)) return true;
	return /^[A-Z]?[a-z']+(?:,? [\w'`"-]+){3,}[,.:!?]?/.test(text) && !/[;{}=]|\)\s*:?$/.test(text);
}
