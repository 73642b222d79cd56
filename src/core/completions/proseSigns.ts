import { openQuote } from "./bracketBalance";
import { type CursorText, lineAbove, linePrefix } from "./cursorText";

/** Languages of which prose is the content. */
const proseLanguages = new Set(
	(
		"plaintext markdown latex tex restructuredtext asciidoc git-commit feature cucumber gherkin bibtex typst mdx org textile " +
		"scminput"
	).split(" "),
);
/** Languages in which prose and code are mixed everywhere. */
const markupLanguages = new Set("html xml vue svelte handlebars jade pug".split(" "));
/** Languages with elements, between which there is text. */
const elementLanguages = new Set(["javascriptreact", "typescriptreact", "astro", "php", "erb"]);

/**
 * Returns whether a sentence belongs at the cursor: in prose, a comment, a string, or the text of an element.
 */
export function takesProse(cursor: CursorText): boolean {
	if (isOfProse(cursor) || markupLanguages.has(cursor.languageId)) return true;
	const prefix = linePrefix(cursor);
	return (
		isInComment(cursor, prefix) ||
		openQuote(prefix) !== "" ||
		isInLongString(cursor.before) ||
		(elementLanguages.has(cursor.languageId) &&
			/^\s*$|>[^<>]*$/.test(prefix) &&
			lineAbove(cursor).trimEnd().endsWith(">"))
	);
}

/** Returns whether a document is prose. */
export function isOfProse({ languageId }: CursorText): boolean {
	return proseLanguages.has(languageId);
}

function isInComment({ before, languageId }: CursorText, prefix: string): boolean {
	const start = prefix.trimStart();
	if (/^(?:\*|\/\/|--|;|%|')/.test(start) || (start.startsWith("#") && !/^#(?:include|define|if|pragma)/.test(start)))
		return true;
	if (/(?:\s|^)(?:\/\/|#(?![\w!])|--\s)/.test(prefix)) return true;
	const opened = before.lastIndexOf("/*");
	// The paths of a list of files have these signs, too.
	const isComment = opened > before.lastIndexOf("*/") && !/\S/.test(before[opened - 1] ?? "");
	return isComment || (languageId === "python" && /\s#/.test(prefix));
}

/** Returns whether a string of several lines is open. */
function isInLongString(before: string): boolean {
	return ['"""', "'''"].some((sign) => before.split(sign).length % 2 === 0);
}

/** Matches how chat models begin what is not code. */
const chatter =
	/^(?:sure|certainly|of course|absolutely|okay|ok|alright|great|here(?:'s|’s| is| are)|below is|the (?:code|completion|missing|following|function|user|answer|line|cursor|completed|snippet|next|correct)|this (?:code|function|completes|line|will|is|completion|snippet|should)|to (?:complete|fill|finish|answer|implement)|we (?:need|should|can|have|are|want)|i (?:will|would|can|need|think|have|am|cannot|can't|don't|believe|see|should|'ll)|i['’](?:ll|m|d|ve)|let(?:'s|’s| me| us)|you (?:can|should|could|need|are|want|may)|based on|given (?:the|that|this)|note(?: that|:)|explanation|as an ai|sorry|unfortunately|it (?:looks|seems|appears|should|is)|looking at|first,|so,? (?:the|we|i)|now,? (?:the|we|i)|there (?:is|are)|no (?:code|completion|further)|nothing (?:to|belongs|needs)|wait|hmm|well,|thinking|thought|analysis|reasoning|output:|answer:|completion:|result:|code:|assistant|user:|human:|voici|bien sûr|hier ist|natürlich|aquí|claro|ecco|certo|конечно|вот |当然|以下|好的|これ|以下は)/iu;

/** A word of a sentence, with its punctuation. */
const word = /^["'(“‘]?\p{L}[\p{L}'’-]*[.,:;!?)"'”’]{0,2}$/u;
/** Matches the signs of code, which sentences lack. */
const codeSigns = /[={};[\]<>]|\w\(|\)\.|::|->|=>|&&|\|\|/;
/** Words at the beginning of code that looks like a sentence. */
const keywords =
	/^(?:select|insert|update|delete|create|alter|drop|from|where|join|left|inner|group|order|having|set|values|with|begin|commit|end|if|else|elsif|then|do|while|for|until|unless|case|when|return|import|export|use|using|module|class|struct|enum|interface|public|private|protected|static|final|abstract|async|await|def|fn|func|function|let|var|val|const|not|and|or|in|is|raise|throw|try|expect|assert|given|feature|scenario|background|run|copy|add|env|workdir|entrypoint|cmd|expose|echo|cd|sudo|git|npm|require|include|extends|implements|package|namespace|type|data|instance|open|foreach|switch|break|continue|yield|lambda|global|del|pass|print|call|perform|move|compute|display|stop|label)\b/i;
const fewestWords = 4;
/** Characters of a line that are looked at. */
const longest = 300;

/** Returns whether a line is a sentence and no code, as far as its form shows. */
export function isProse(text: string): boolean {
	const line = text.slice(0, longest).trim();
	if (line === "" || /^(?:\/\/|#|\/?\*|--|<!--|["'`])/.test(line)) return false;
	if (chatter.test(line) && !/^\w+\s*[=(.[]/.test(line) && /[ \u3040-\u9fff]/.test(line)) return !isAssignment(line);
	const words = line.split(/\s+/);
	if (words.length < fewestWords || codeSigns.test(line) || keywords.test(line)) return false;
	const plain = words.filter((one) => word.test(one)).length;
	return plain / words.length >= 0.8 && (/^\p{Lu}\p{Ll}/u.test(line) || /[.!?:]$/.test(line));
}

/** Words for what a completion is about. */
const aboutCode =
	/\b(?:code|complet\w{1,6}|lines?|functions?|snippet|statement|cursor|following|expression|context|user)\b|代码|补全|コード/iu;

/** Returns whether a line talks about the completion itself, which no comment and no string does. */
export function isChatter(text: string): boolean {
	const line = text.slice(0, longest).trim();
	return chatter.test(line) && aboutCode.test(line) && !isAssignment(line);
}

/** Returns whether a line that begins as chatter is code nevertheless, such as `this.code = 1;`. */
function isAssignment(line: string): boolean {
	// A sentence may follow a colon, as after "Explanation:".
	if (/^\w+:/.test(line) && /[.:!]$/.test(line) && line.split(/\s+/).length > fewestWords) return false;
	return /^[\w.]+(?:\s*[:=+-]|\(|\[|\s*$)/.test(line) || /[;{}]$/.test(line);
}
