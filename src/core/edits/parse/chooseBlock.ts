import * as l10n from "@vscode/l10n";
import { indentOf } from "../text/indentation";
import { firstLine, isDistinctive, lastLine, withoutBlankEnds } from "../text/lineMatch";
import type { Refusal } from "../text/replacements";
import type { Reply, ReplyBlock } from "./replyBlocks";

/**
 * Languages of commands and output; such a block counts as code only if the document itself is of one of them, or of
 * unknown content.
 */
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

/** VS Code's language id for documents of unknown content, which may be commands too. */
const unknown = "plaintext";

/**
 * Returns the lines of an answer that are its code.
 *
 * @param before the lines that they replace.
 */
export function chooseBlock(
	{ blocks, prose }: Reply,
	before: readonly string[],
	languageId: string,
): readonly string[] | Refusal {
	if (blocks.length === 0) return unfenced(prose, before);
	if (blocks.some(({ closed }) => !closed)) return unclosed(blocks, before);
	const textOf = (lines: readonly string[]) =>
		withoutBlankEnds(lines)
			.map((line) => line.trim())
			.join("\n");
	const textBefore = textOf(before);
	const isBefore = ({ lines }: ReplyBlock) => textOf(lines) === textBefore;
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

/**
 * Accepts an unclosed block only where the code ends as before: the gateway reported a complete answer, so only the
 * closing fence may be missing.
 */
function unclosed(blocks: readonly ReplyBlock[], before: readonly string[]): readonly string[] | Refusal {
	const [only, ...more] = blocks;
	if (only && more.length === 0 && endsAs(only.lines, before)) return only.lines;
	return { refused: l10n.t("The code in the answer does not end. Nothing was changed: try again.") };
}

/** Accepts an answer without fences as code only if it ends as before and contains no sentences. */
function unfenced(prose: readonly string[], before: readonly string[]): readonly string[] | Refusal {
	const code = withoutBlankEnds(prose);
	const known = new Set(before.map((line) => line.trim()));
	const hasProse = code.some((line) => !known.has(line.trim()) && looksLikeProse(line));
	const [first = ""] = code;
	const begins = (known.has(first.trim()) && isDistinctive(first)) || looksLikeCode(first);
	if (begins && endsAs(code, before) && !hasProse) return code;
	return { refused: l10n.t("It is not certain what in the answer is code. Nothing was changed: try again.") };
}

/**
 * Returns whether code ends with the same last line as before, equally deep below its first line, and with all brackets
 * closed.
 */
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

/** Returns whether a line consists of words with spaces between them, like a sentence; comments do not count. */
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
