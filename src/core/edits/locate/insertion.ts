import { type Bracket, openBrackets, yamlLanguages } from "../text/brackets";
import { indentOf } from "../text/indentation";
import { endsInColon, firstLine, lastLine } from "../text/lineMatch";
import type { Surroundings } from "./overlap";

/** Languages in which brackets do not show where a block ends, such as those with blocks by indentation. */
const indented = new Set([
	"python",
	...yamlLanguages,
	"coffeescript",
	"jade",
	"haml",
	"sass",
	"stylus",
	"nim",
	"gdscript",
	"html",
	"xml",
	"vue",
	"svelte",
]);
/** Languages of running text, where no bracket shows how deep a line is. */
export const texts = new Set(["markdown", "plaintext", "latex", "restructuredtext", "mdx"]);

/** Matches lines that are usually outside of all blocks, in Python and YAML. */
const topLevel = /^(?:[\w-]+:\s*$|import|from|def|class|async def|@|if __name__|[A-Z][A-Z0-9_]*\s*[:=])/;
/** Matches the beginning of a method. */
const method =
	/^(?:@(?:property|staticmethod|classmethod|abstractmethod|\w+\.setter)\b|(?:async )?def \w+\((?:self|cls)\b)/;
/** Match labels, and comments, directives and closing brackets: their indentation says nothing about that of statements. */
const label = /^(?:case|default|public|private|protected|signals|slots)\b/;
const aside = /^(?:[)\]}]|\/\/|\/\*|\*|#\s*(?:if|else|elif|endif|define|pragma|import|include))/;

function isAside(line: string): boolean {
	const text = line.trim();
	return text === "" || aside.test(text) || (text.endsWith(":") && label.test(text));
}

/**
 * Returns the indentation of code that is inserted: that of the cursor's line, otherwise the code's own, otherwise the
 * one that the brackets above it determine. The line below does not count: it may be outside of the block.
 *
 * @param unit one step of the document's indentation.
 * @returns `undefined` where nothing determines it.
 */
export function insertedIndentation(
	code: readonly string[],
	{ above, before, below }: Surroundings,
	languageId: string,
	unit: string,
): string | undefined {
	const cursor = before.find((line) => line !== "");
	if (cursor !== undefined) return cursor;
	const first = firstLine(code) ?? "";
	if (indentOf(first) !== "") return indentOf(first);
	const last = lastLine(above) ?? "";
	if (first.startsWith("*") && /^\s*\/?\*/.test(last)) return indentOf(last) + (/^\s*\//.test(last) ? " " : "");
	if (texts.has(languageId)) return indentationBetween(first, above, below, unit) ?? "";
	const innermost = openBrackets(above, languageId).at(-1);
	if (innermost && /^[)\]}]/.test(first)) return indentOf(above[innermost.line] ?? "");
	if (innermost) return indentationWithin(innermost, above, languageId, unit);
	return indented.has(languageId) ? indentationBetween(first, above, below, unit) : "";
}

/** Returns the indentation of the statements in the innermost block. */
function indentationWithin({ line }: Bracket, above: readonly string[], languageId: string, unit: string): string {
	const head = above[line] ?? "";
	// Other brackets that the line opens, such as those of a list of parameters, must close before the block.
	let depth = openBrackets([head], languageId).filter(({ sign }) => /[([{]|block/.test(sign)).length - 1;
	for (const text of above.slice(line + 1)) {
		if (depth === 0 && !isAside(text)) return indentOf(text);
		depth += openBrackets([text], languageId).reduce((sum, { sign }) => sum + (/[)\]}]|end/.test(sign) ? -1 : 1), 0);
	}
	return indentOf(head) + unit;
}

/** Returns the indentation if the lines above and below, or the code itself, leave only one possibility. */
function indentationBetween(
	first: string,
	above: readonly string[],
	below: readonly string[],
	unit: string,
): string | undefined {
	const last = lastLine(above) ?? "";
	const most = indentOf(last) + (endsInColon(last) ? unit : "");
	const least = indentOf(firstLine(below) ?? "");
	if (least.length >= most.length) return most;
	if (method.test(first)) {
		const around = above.findLast((line) => /^\s*class\b/.test(line));
		if (around !== undefined) return indentOf(around) + unit;
	}
	return least === "" && topLevel.test(first) ? "" : undefined;
}
