import { chunkLength } from "./chunk";
import { type FoldedText, Folds, worthwhile } from "./foldedText";
import type { LineOffsets } from "./lineOffsets";

const codes = {
	newline: 10,
	space: 32,
	doubleQuote: 34,
	dollar: 36,
	singleQuote: 39,
	openParenthesis: 40,
	closeParenthesis: 41,
	star: 42,
	slash: 47,
	colon: 58,
	less: 60,
	equals: 61,
	greater: 62,
	openBracket: 91,
	backslash: 92,
	closeBracket: 93,
	backtick: 96,
	open: 123,
	close: 125,
} as const;

/** What a `/` stands behind that begins a regular expression; behind anything else it divides. */
const beforePattern =
	/(?:^|[(,=:[!&|?{;+\-*%^~]|=>|\b(?:return|typeof|case|in|of|do|else|await|yield|void|delete|throw))$/;
const longestBefore = 12;
/** What parentheses stand right behind that may be empty: a name or its types, not `=>` and no keyword. */
const beforeArguments =
	/(?:[^=]>|(?:^|[^\w$])(?!(?:if|for|while|switch|catch|with|return|typeof|keyof|import|await|yield|case|throw|delete|void|new|in|of)$)[\w$]+)$/;
const longestName = 40;
/** What type parameters stand right behind. */
const beforeTypes = /\b(?:interface|class|type|function)\s+[\w$]+$/;
const tagOrBlock = /[<{]/;
/** What a type ends with, and a space behind it: a name that is no keyword, or a bracket or quote. */
const endOfType =
	/(?<![\w$])(?!(?:extends|implements|default|return|yield|await|as|is|in|of|new|infer|keyof|typeof|readonly)\s$)[\w$]+\s$|[\])}"'`]\s$|[^=]>\s$/;

interface Parenthesis {
	readonly start: number;
	/** In how many blocks it is. */
	readonly depth: number;
}

/**
 * Folds JavaScript or TypeScript: blocks, arguments and templates that fit into a chunk become empty, and so do all strings
 * and comments, and type parameters. No cut goes through them, so that nobody needs their syntax trees, and to parse is
 * most of the work of indexing.
 *
 * @param hasTags whether `<` may begin a tag, as in JSX.
 * @returns `undefined` when its braces do not match, as far as that can be told without parsing.
 */
export function foldBlocks(lines: LineOffsets, hasTags: boolean): FoldedText | undefined {
	const { text } = lines;
	const folds = new Folds(lines);
	/** Where each open block begins; −1 for one in a template, which goes on behind it. */
	const open: number[] = [];
	/** Those that are open. In text between tags they need not match: one that does not is passed over. */
	const parentheses: Parenthesis[] = [];
	/** By what a string or a regular expression begins with: none that begins before ends in its line. */
	const noneBefore = new Map<number, number>();
	/** The last character that is neither space nor comment. */
	let last = -1;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code <= codes.space) continue;
		// Most are letters.
		if (code > codes.backtick && code < codes.open) {
			last = at;
			continue;
		}
		if (code === codes.open) open.push(at);
		else if (code === codes.close) {
			const start = open.pop();
			if (start === undefined) return undefined;
			if (start === -1) at = template(at + 1);
			else folds.addIfFits(start + 1, at);
		} else if (code === codes.openParenthesis) parentheses.push({ start: at, depth: open.length });
		else if (code === codes.closeParenthesis) closeParenthesis(at);
		else if (code === codes.less) at = typeParameters(at);
		else if (code === codes.doubleQuote || code === codes.singleQuote) {
			const end = endInLine(at);
			// No cut goes through a line. Between tags it may be an apostrophe.
			if (end - at > worthwhile && !(hasTags && tagOrBlock.test(text.slice(at, end)))) folds.add(at + 1, end);
			at = end;
		} else if (code === codes.backtick) {
			const start = at + 1;
			at = template(start);
			if (text.charCodeAt(at) === codes.backtick) folds.addIfFits(start, at);
		} else if (code === codes.slash) {
			const next = text.charCodeAt(at + 1);
			// `://` is an address, in text between tags.
			if (next === codes.star || (next === codes.slash && text.charCodeAt(at - 1) !== codes.colon)) {
				const end = commentEnd(text, at);
				folds.addIfLong(at + 2, end);
				at = next === codes.star ? end + 1 : end;
				continue;
			}
			if (beforePattern.test(text.slice(Math.max(0, last + 1 - longestBefore), last + 1))) at = endInLine(at);
		}
		last = at;
	}
	return open.length === 0 ? folds.folded() : undefined;

	function closeParenthesis(at: number): void {
		while ((parentheses.at(-1)?.depth ?? 0) > open.length) parentheses.pop();
		const last = parentheses.at(-1);
		if (last?.depth !== open.length) return;
		parentheses.pop();
		const { start } = last;
		if (at - start > worthwhile && beforeArguments.test(text.slice(Math.max(0, start - longestName), start)))
			folds.addIfFits(start + 1, at);
	}

	/**
	 * Where the type parameters of a definition or of a call signature end, which are left out with their brackets; the same
	 * place when there are none. The grammar does not know all of them (`<in out A>`), and would be at a loss for the rest
	 * of the file.
	 */
	function typeParameters(start: number): number {
		const isSignature = !hasTags && beginsLine(start);
		if (!isSignature && !beforeTypes.test(text.slice(Math.max(0, start - longestName), start))) return start;
		const end = bracketsEnd(start);
		if (end === undefined || (isSignature && text.charCodeAt(end) !== codes.openParenthesis)) return start;
		// A newline parts it from the type before it: the grammar, which takes `<` for more of that one, wants a semicolon.
		if (isSignature && endOfType.test(text.slice(Math.max(0, last - longestName), last + 2)))
			folds.add(last + 1, last + 2, ";");
		folds.add(start, end);
		return end - 1;
	}

	function beginsLine(at: number): boolean {
		return text.slice(last + 1, at).includes("\n");
	}

	/** Behind the `>` that closes a `<`. */
	function bracketsEnd(start: number): number | undefined {
		let depth = 0;
		for (let at = start; at < Math.min(text.length, start + chunkLength.most); at++) {
			const code = text.charCodeAt(at);
			if (code === codes.less) depth++;
			else if (code === codes.doubleQuote || code === codes.singleQuote) at = endInLine(at);
			else if (code === codes.greater && text.charCodeAt(at - 1) !== codes.equals && --depth === 0) return at + 1;
		}
		return undefined;
	}

	/**
	 * Where a string or a regular expression ends; its own place when it does not in its line, for then the quote is an
	 * apostrophe. That is looked for once in a line: it may be long, and full of them.
	 */
	function endInLine(start: number): number {
		const first = text.charCodeAt(start);
		if (start < (noneBefore.get(first) ?? 0)) return start;
		let inClass = false;
		let at = start + 1;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === first && !inClass) return at;
			if (code === codes.newline) break;
			if (code === codes.backslash) at++;
			else if (code === codes.openBracket) inClass = first === codes.slash;
			else if (code === codes.closeBracket) inClass = false;
		}
		noneBefore.set(first, at);
		return start;
	}

	/** Where a template ends, or a block in it begins. */
	function template(start: number): number {
		for (let at = start; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === codes.backslash) at++;
			else if (code === codes.backtick) return at;
			else if (code === codes.dollar && text.charCodeAt(at + 1) === codes.open) {
				open.push(-1);
				return at + 1;
			}
		}
		return text.length;
	}
}

/** Where the text of a comment ends. */
function commentEnd(text: string, start: number): number {
	const end = text.indexOf(text.charCodeAt(start + 1) === codes.star ? "*/" : "\n", start + 2);
	return end === -1 ? text.length : end;
}
