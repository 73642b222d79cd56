import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";
import { indentOf } from "../text/indentation";
import { declaredName, firstLine, isDistinctive, lastLine, lineWords, withoutBlankEnds } from "../text/lineMatch";
import type { Refusal } from "../text/replacements";
import { withoutLineNumbers } from "./lineNumbers";
import type { Reply, ReplyBlock } from "./replyBlocks";
import { isWholeCode, unfencedCode } from "./unfencedCode";

/** The lines that an answer's code replaces, and the document that they are in. */
export interface Replaced {
	readonly before: readonly string[];
	/** VS Code's language id. */
	readonly languageId: string;
	/** The document's path. */
	readonly path: string;
}

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
	"stdout",
	"log",
	"text",
	"txt",
	"plaintext",
]);

/** VS Code's language id for documents of unknown content, which may be commands too. */
const unknown = "plaintext";
const markdown = new Set(["markdown", "mdx"]);
const fence = /^\s*(?:```|~~~)/;

/**
 * Match the line above a block that is an example or output, not the code itself: words for these begin or end the
 * line.
 */
const beginsAside =
	/^[^\p{L}]*(?:(?:then|now|and|for|an?|the|to|expected|you can) )*(?:usage|examples?|use (?:it|this|them)|used? like|outputs?|prints?|run|try|logs|test it|call it)\b/iu;
const endsAside =
	/\b(?:usage|examples?|use (?:it|this|them)|used? like|outputs?|prints?|run|try|logs|test it|call it)(?: (?:it|this|them|out|like|so|as|follows|with|by))*[^\p{L}]*$/iu;

/** Minimum share of the replaced lines that a block keeps if it is their new version. */
const shareKept = 0.5;

/**
 * Returns the lines of an answer that are its code; if there are several versions, the refusal contains each of them.
 */
export function chooseBlock(reply: Reply, replaced: Replaced): readonly string[] | Refusal {
	const { blocks, lines } = reply;
	const { before, languageId, path } = replaced;
	if (blocks.length === 0 || isPlainMarkdown(reply, replaced)) return unfencedCode(lines, before);
	if (blocks.some(({ closed }) => !closed)) return unclosed(blocks, before);
	const textBefore = textOf(before);
	const filled = blocks.filter(({ lines }) => lines.some((line) => line.trim() !== ""));
	const others = filled.length > 1 ? filled.filter(({ lines }) => textOf(lines) !== textBefore) : filled;
	const takesShell = shells.has(languageId) || languageId === unknown;
	const code = ofFile(
		others.filter(({ language }) => takesShell || !shells.has(language)),
		path,
	);
	const [only, ...more] = code;
	if (!only) return { refused: l10n.t("There is no code in the answer. Nothing was changed: try again.") };
	if (!endsInText(only.lines, before)) return unended;
	return more.length === 0 ? only.lines : chosen(code, before);
}

/**
 * Returns the lines of the block that is meant, of several: the new version of the replaced lines, or else the first
 * block that is not an example. A refusal where that is unclear.
 */
function chosen(code: readonly ReplyBlock[], before: readonly string[]): readonly string[] | Refusal {
	const names = new Set(before.map(declaredName).filter((name) => name !== undefined));
	const known = new Set(before.filter(isDistinctive).map((line) => line.trim()));
	const found = code.filter(({ lines }) => {
		const own = new Set(lines.map((line) => line.trim()));
		const kept = [...own].filter((line) => known.has(line)).length;
		const declares = lines.some((line) => names.has(declaredName(line) ?? ""));
		return declares || (kept > 0 && kept >= known.size * shareKept);
	});
	if (found.length > limits.offeredVersions) return unclear;
	if (found.length > 1) return { ...severalVersions(found.length), alternatives: found.map(({ lines }) => lines) };
	const [version = code.find((block) => !hasAsideLead(block))] = found;
	if (!version) return unclear;
	const isKnown = ({ lines }: ReplyBlock) => lines.filter(isDistinctive).every((line) => known.has(line.trim()));
	// A block of old lines is a quotation, unless the version is such a block, too.
	const quotes = !isKnown(version);
	const isAside = (block: ReplyBlock) => hasAsideLead(block) || (quotes && isKnown(block));
	const isNeeded = declaresUsed(version.lines, before);
	const isChosen = code.every((block) => block === version || (isAside(block) && !isNeeded(block)));
	return isChosen ? version.lines : unclear;
}

const unclear: Refusal = {
	get refused() {
		return l10n.t(
			"There are several pieces of code in the answer, and it is unclear which one is meant. Nothing was changed: try again.",
		);
	},
};

/** Returns the refusal of an answer with several versions, from which the user chooses. */
export function severalVersions(count: number): Refusal {
	return { refused: l10n.t("The answer has {0} versions of this code. Choose one of them, or try again.", count) };
}

function hasAsideLead({ lead }: ReplyBlock): boolean {
	return beginsAside.test(lead) || endsAside.test(lead);
}

/** Creates a function that returns whether a block declares something that the code uses and did not use before. */
function declaresUsed(code: readonly string[], before: readonly string[]): (block: ReplyBlock) => boolean {
	/** The words that are new in the code; computed once, because an answer may have thousands of blocks. */
	let added: ReadonlySet<string> | undefined;
	const isAdded = (name: string) => {
		added ??= lineWords(
			code.join(" "),
			new Set([...code.map((line) => declaredName(line) ?? ""), ...lineWords(before.join(" "))]),
		);
		return added.has(name);
	};
	return ({ lines }) => lines.map(declaredName).some((name) => name !== undefined && isAdded(name));
}

/** Returns the blocks whose fence names this file; all blocks if there are none. */
function ofFile(blocks: readonly ReplyBlock[], path: string): readonly ReplyBlock[] {
	const isThis = (named: string) => {
		const own = named.replaceAll("\\", "/").replace(/^\.?\//, "");
		return own === path || path.endsWith(`/${own}`) || own.endsWith(`/${path}`);
	};
	if (!blocks.some(({ path: named }) => named !== "" && isThis(named))) return blocks;
	return blocks.filter(({ path: named }) => named !== "" && isThis(named));
}

/**
 * Returns whether an answer is Markdown without a fence around it: its fences then belong to the section that replaces
 * the lines, and none of them is that section.
 */
function isPlainMarkdown({ blocks, prose }: Reply, { before, languageId }: Replaced): boolean {
	// A block of Markdown, or one with fences inside, is the section itself.
	const isSection = ({ language, lines }: ReplyBlock) =>
		language === "md" || markdown.has(language) || lines.some((line) => fence.test(line));
	if (!markdown.has(languageId) || blocks.some(isSection)) return false;
	const known = new Set(before.filter(isDistinctive).map((line) => line.trim()));
	return prose.some((line) => known.has(line.trim())) || fence.test(firstLine(before) ?? "");
}

/**
 * Accepts an unclosed block only where it is a new version of all replaced lines: the gateway reported a complete
 * answer, so only the closing fence may be missing.
 */
function unclosed(blocks: readonly ReplyBlock[], before: readonly string[]): readonly string[] | Refusal {
	const [only, ...more] = blocks;
	if (only && more.length === 0 && beginsLike(only.lines, before) && isWholeCode(only.lines, before)) return only.lines;
	return unended;
}

const unended: Refusal = {
	get refused() {
		return l10n.t("The answer's code block is incomplete. Nothing was changed: try again.");
	},
};

/**
 * Returns whether a block is complete: in Markdown, or in code with fences in its strings, one of these fences may have
 * been taken for the block's end. A complete block has as many fences as the replaced lines, or ends like them.
 */
function endsInText(section: readonly string[], before: readonly string[]): boolean {
	const fences = (lines: readonly string[]) => lines.filter((line) => fence.test(line)).length;
	return (
		fences(withoutLineNumbers(section, before, true)) >= fences(before) ||
		lastLine(section)?.trim() === lastLine(before)?.trim()
	);
}

/** Returns whether the first lines are alike, and no line at the outer depth is missing. */
function beginsLike(code: readonly string[], before: readonly string[]): boolean {
	const [own = "", old = ""] = [code.find(isDistinctive), before.find(isDistinctive)];
	const outer = (lines: readonly string[]) => {
		const depth = indentOf(firstLine(lines) ?? "").length;
		return lines.filter((line) => line.trim() !== "" && indentOf(line).length <= depth).length;
	};
	const begins =
		own.trim() === old.trim() || (declaredName(own) !== undefined && declaredName(own) === declaredName(old));
	return begins && outer(code) >= outer(before);
}

function textOf(lines: readonly string[]): string {
	return withoutBlankEnds(lines)
		.map((line) => line.trim())
		.join("\n");
}
