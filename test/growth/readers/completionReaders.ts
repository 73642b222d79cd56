import { AnswerCut } from "../../../src/core/completions/answer/answerCut";
import { withoutFrame } from "../../../src/core/completions/answer/answerFrame";
import { indentedLines } from "../../../src/core/completions/answer/answerIndentation";
import {
	balancedLength,
	openBefore,
	openQuote,
	outerClosers,
} from "../../../src/core/completions/answer/bracketBalance";
import { scanCode } from "../../../src/core/completions/answer/codeScan";
import { cursorTextAt, extentAt, isNoPlace, lineBelow } from "../../../src/core/completions/answer/cursorText";
import { firstProse } from "../../../src/core/completions/answer/proseLines";
import { takesProse } from "../../../src/core/completions/answer/proseSigns";
import { isChatter, isPlaceholder, isProse } from "../../../src/core/completions/answer/sentenceSigns";
import { shapeAnswer } from "../../../src/core/completions/answer/shapeAnswer";
import { AnswerTrie } from "../../../src/core/completions/answerTrie";
import { completionPrompt } from "../../../src/core/completions/completionPrompt";
import { comparedLines, SimilarPlaces } from "../../../src/core/completions/similarPlaces";
import { FillInTag } from "../../../src/core/gateway/fillIn/chatFillIn";
import { fillInPrompt, firstToken, likelyFamilies } from "../../../src/core/gateway/fillIn/fillInTokens";
import { answersSentinel, newSentinel } from "../../../src/core/gateway/fillIn/sentinel";
import { completionLimits } from "../../../src/shared/untrusted/limits";
import type { Reader } from "../reader";

const marks = ["<fill>", "</fill>", "<", "/", "```", "\n", " ", "\t", "{", "}", "(", ")", '"', "x", ";", "<think>"];
const tokens = ["<|fim_prefix|>", "<|fim_", "<｜fim▁end｜>", "<PRE>", "[SUFFIX]", ...marks];

/** Reads a text in pieces of a few characters, as it would arrive. */
function inPieces(text: string, read: (piece: string) => unknown): void {
	for (let at = 0; at < text.length; at += 7) read(text.slice(at, at + 7));
}

const cursorIn = (text: string, offset: number) => cursorTextAt(text, offset, "typescript", "a.ts");
const middle = (text: string) => cursorIn(text, Math.floor(text.length / 2));
/** Maximum length of an answer that is read, in characters. */
const answerLength = completionLimits.answerLength;

export const completionReaders: readonly Reader[] = [
	{
		name: "shapeAnswer",
		module: "core/completions/answer/shapeAnswer",
		tokens,
		most: answerLength,
		read: (text) => {
			for (const extent of ["line", "block"] as const) {
				shapeAnswer(text, cursorIn("if (a) {\n\t\n}", 11), extent);
				shapeAnswer(text, cursorIn(`a(${text.slice(0, 200)}`, 2), extent);
			}
		},
	},
	{
		name: "AnswerCut",
		module: "core/completions/answer/answerCut",
		tokens,
		most: answerLength,
		read: (text) => {
			const cut = new AnswerCut("block", cursorIn("\t\t\t", 3));
			let arrived = "";
			inPieces(text, (piece) => {
				arrived += piece;
				return cut.isEnough(arrived);
			});
			return cut.cut(text);
		},
	},
	{
		name: "cursorTextAt",
		module: "core/completions/answer/cursorText",
		tokens,
		read: (text) => {
			const cursor = middle(text);
			return [isNoPlace(cursor), extentAt(cursor), lineBelow(cursor)];
		},
	},
	{
		name: "AnswerTrie",
		module: "core/completions/answerTrie",
		tokens,
		read: (text) => {
			const trie = new AnswerTrie();
			trie.add("a", text.slice(0, -answerLength), text.slice(-answerLength));
			trie.add("a", text, text.slice(0, answerLength));
			return trie.find("a", text.slice(0, -1));
		},
	},
	{
		name: "balancedLength",
		module: "core/completions/answer/bracketBalance",
		tokens,
		read: (text) => [
			balancedLength(text, text.slice(0, 1_000), openBefore(text, true), openQuote(text)),
			outerClosers(text, ""),
		],
	},
	{
		name: "takesProse",
		module: "core/completions/answer/proseSigns",
		tokens: [...tokens, "The", " words ", ".", "//", "#", "/*", "*/", '"""'],
		read: (text) => [
			takesProse(cursorIn(text, text.length)),
			takesProse(cursorTextAt(text, text.length, "perl", "a.pm")),
		],
	},
	{
		name: "isProse",
		module: "core/completions/answer/sentenceSigns",
		tokens: [...tokens, "The", " words ", ".", "//", "#", "**", "1. ", "x: ", "…", "的", "Final answer: "],
		read: (text) => [
			...["typescript", "java", "yaml", "ruby"].map((language) => isProse(text, text, language)),
			isChatter(text),
			isPlaceholder(text),
		],
	},
	{
		name: "firstProse",
		module: "core/completions/answer/proseLines",
		tokens: [...tokens, "The", " words ", ".", "//", "</p>", "\n"],
		most: answerLength,
		read: (text) => [
			...["typescriptreact", "python"].map((id) => firstProse(text, cursorTextAt("a\n", 2, id, "a"))),
			firstProse(text, cursorTextAt("<ul>\n", 5, "html", "a")),
		],
	},
	{
		name: "scanCode",
		module: "core/completions/answer/codeScan",
		tokens: [...tokens, "//", "#", "/*", "*/", '"""', "'", "\\", "<!--", "--"],
		read: (text) => ["typescript", "python", "rust", "sql", "vue"].map((language) => scanCode(text, language).open),
	},
	{
		name: "withoutFrame",
		module: "core/completions/answer/answerFrame",
		tokens: [...tokens, ">", "_", "</", "[CODE]", '"completion": "', '{"', "`", "python"],
		most: answerLength,
		read: (text) => withoutFrame(text, cursorIn(text.slice(-200), 0)),
	},
	{
		name: "indentedLines",
		module: "core/completions/answer/answerIndentation",
		tokens: ["    ", "\t", "\n", "if (a) {", "}", "a:", "(", '"""'],
		most: answerLength,
		read: (text) => [
			indentedLines(text.split("\n"), cursorTextAt("if a:\n    ", 10, "python", "a.py")),
			indentedLines(text.split("\n"), cursorIn("if (a) {\n\t", 10)),
		],
	},
	{
		name: "SimilarPlaces",
		module: "core/completions/similarPlaces",
		tokens: [...tokens, "invoiceTotal", "TOTAL", "line\n"],
		read: (text) => new SimilarPlaces().find(text, [{ path: "a.ts", text }]),
	},
	{
		name: "comparedLines",
		module: "core/completions/similarPlaces",
		tokens: ["\n", "x", "line\n", "\n\n", " "],
		read: comparedLines,
	},
	{
		name: "completionPrompt",
		module: "core/completions/completionPrompt",
		tokens,
		read: (text) => completionPrompt(middle(text), null, [{ path: "b.ts", text, similarity: 1 }]),
	},
	{
		name: "FillInTag",
		module: "core/gateway/fillIn/chatFillIn",
		tokens: marks,
		read: (text) => {
			const tag = new FillInTag();
			inPieces(`<fill>${text}`, (piece) => tag.push(piece));
			const closed = new FillInTag();
			inPieces(text, (piece) => closed.push(piece));
			return [tag.end(), closed.end()];
		},
	},
	{
		name: "firstToken",
		module: "core/gateway/fillIn/fillInTokens",
		tokens,
		read: firstToken,
	},
	{
		name: "fillInPrompt",
		module: "core/gateway/fillIn/fillInTokens",
		tokens,
		read: (text) => fillInPrompt("deepseek", text, text),
	},
	{
		name: "likelyFamilies",
		module: "core/gateway/fillIn/fillInTokens",
		tokens: ["qwen", "granite-", "code", "-", "llama", "star"],
		read: likelyFamilies,
	},
	{
		name: "answersSentinel",
		module: "core/gateway/fillIn/sentinel",
		tokens,
		read: (text) =>
			answersSentinel(
				text,
				newSentinel(() => 0.5),
			),
	},
];
