import { breakableText } from "../../../src/webview/breakableText";
import { completionWord } from "../../../src/webview/composer/completion/completionWord";
import { readParameters } from "../../../src/webview/composer/parameters/parameterFields";
import { drawableTail, finishedPart, topLevelBlocks } from "../../../src/webview/markdown/blocks";
import { colouredLength, colourRuns } from "../../../src/webview/markdown/code/colourRuns";
import { grammars, registerNextLanguage } from "../../../src/webview/markdown/code/highlightGrammars";
import { createMarkdown } from "../../../src/webview/markdown/engine";
import { openBlock } from "../../../src/webview/markdown/openBlock";
import { linkTarget, placesIn, placeTarget } from "../../../src/webview/markdown/placeLinks";
import { roomInPiece } from "../../../src/webview/markdown/textPieces";
import { textPlaces } from "../../../src/webview/transcript/textPlaces";
import type { Reader } from "../reader";

const markup = [
	"\n",
	"\n\n",
	" ",
	"    ",
	"- ",
	"1. ",
	"> ",
	"# ",
	"*",
	"**",
	"_",
	"`",
	"```",
	"```\n",
	"~~",
	"|",
	"|-|-|\n",
	"|a|b|\n",
	"[",
	"]",
	"](",
	"![",
	"<",
	">",
	"http://a",
	"[a]: b\n",
	"\\",
	"&amp;",
	"a",
	"=",
	"---\n",
];
const math = ["\\(", "\\)", "\\[", "\\]", "$$", "$", "\n", "\n\n", "a", " ", "[", "](b)", "*", "= y\n"];
const places = [
	"a",
	"/",
	"a/",
	".ts",
	":",
	"1",
	":12",
	"-",
	"–",
	" ",
	"@",
	"\\",
	".com:",
	"é",
	"%20",
	"#L1",
	"#",
	"./",
];
const code = [
	"{",
	"}",
	"(",
	")",
	'"',
	"'",
	"`",
	"${",
	"/",
	"//",
	"/*",
	"*/",
	"<",
	">",
	"<a>",
	"\n",
	" ",
	"a",
	"1",
	".",
	"=>",
	"class ",
	"#",
	"\\",
	"\t",
	"-",
	"async ",
	"a\n",
	"[",
	"]",
	":",
	"@",
	"$(",
	"$",
	"|",
	"--",
	"%",
	"0x",
	"_",
	'"""',
	"<<EOF\n",
	"<?php ",
	"=begin\n",
	'r#"',
	"&",
	"!",
	",",
	";",
];
const markdown = createMarkdown();

/** Draws an answer that is complete, and one that is still streaming. */
function drawn(text: string) {
	const part = finishedPart(markdown, text);
	return [
		topLevelBlocks(markdown.parse(text, {})),
		topLevelBlocks(markdown.parse(drawableTail(text.slice(part.length)), {})),
	];
}

/** Colours a block's code like the page; longer lines stay plain. */
function colour(language: string): (text: string) => unknown {
	return (text) => colourRuns(text, (run) => grammars.highlight(language, run));
}
while (registerNextLanguage());
const mostColoured = 20_000;

/** Returns the lengths of a long text's pieces. */
function pieceLengths(text: string): number[] {
	const lengths: number[] = [];
	for (let at = 0; at < text.length; at += lengths.at(-1) ?? 1) {
		lengths.push(roomInPiece("", text.slice(at), { enough: 4_000, most: 8_000 }));
	}
	return lengths;
}

export const webviewReaders: readonly Reader[] = [
	{ name: "createMarkdown", module: "webview/markdown/engine", tokens: markup, read: drawn },
	{ name: "createMarkdown: mathematics", module: "webview/markdown/engine", tokens: math, read: drawn },
	{
		name: "drawableTail",
		module: "webview/markdown/blocks",
		tokens: [">", " ", "\t", "-", "+", "*", "_", "=", "~", "`", "#", "|", ":", "1", ".", ")", "\n", "a"],
		read: drawableTail,
	},
	{
		name: "finishedPart",
		module: "webview/markdown/blocks",
		tokens: markup,
		read: (text) => finishedPart(markdown, text),
	},
	{
		name: "openBlock",
		module: "webview/markdown/openBlock",
		tokens: markup,
		most: 256 * 1024,
		read: (text) => openBlock(markdown.parse(text, {}), text),
	},
	{ name: "colouredLength", module: "webview/markdown/code/colourRuns", tokens: code, read: colouredLength },
	{ name: "breakableText", module: "webview/breakableText", tokens: places, read: breakableText },
	{ name: "placesIn", module: "webview/markdown/placeLinks", tokens: places, read: placesIn },
	{ name: "placeTarget", module: "webview/markdown/placeLinks", tokens: places, read: placeTarget },
	{
		name: "linkTarget",
		module: "webview/markdown/placeLinks",
		tokens: ["https://", "a", ".", "/", ":", "@", "%", "javascript:", "?", "#", "\t"],
		read: linkTarget,
	},
	{
		name: "completionWord",
		module: "webview/composer/completion/completionWord",
		tokens: ["/", "@", "#", "a", " ", "\n", "\t"],
		read: (text) => completionWord(text, text.length),
	},
	{
		name: "readParameters",
		module: "webview/composer/parameters/parameterFields",
		tokens: ["1", ".", ",", " ", "a", "-", "\u00a0"],
		read: (text) => readParameters({ temperature: text, maxTokens: text, systemPrompt: text } as never),
	},
	{
		name: "textPlaces",
		module: "webview/transcript/textPlaces",
		tokens: ["a", "b", "A", "İ", "ß", " ", "\n", "aa", "-"],
		read: (text) => textPlaces(text, text.slice(0, 100), 10_000),
	},
	{
		name: "roomInPiece",
		module: "webview/markdown/textPieces",
		tokens: ["a", " ", "\n", "\ud83d\ude00", "\ud83d", "\ude00"],
		read: pieceLengths,
	},
	...grammars.listLanguages().map(
		(language): Reader => ({
			name: `colourRuns: ${language}`,
			module: "webview/markdown/code/colourRuns",
			tokens: code,
			most: mostColoured,
			read: colour(language),
		}),
	),
];
