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

/** Matches code before a `/` that begins a regular expression; after anything else, it is a division. */
const beforePattern =
	/(?:^|[(,=:[!&|?{;+\-*%^~]|=>|\b(?:return|typeof|case|in|of|do|else|await|yield|void|delete|throw))$/;
const longestBefore = 12;
/**
 * Matches code before parentheses whose content may be removed: a name or its type arguments, but not `=>` or a
 * keyword.
 */
const beforeArguments =
	/(?:[^=]>|(?:^|[^\w$])(?!(?:if|for|while|switch|catch|with|return|typeof|keyof|import|await|yield|case|throw|delete|void|new|in|of)$)[\w$]+)$/;
const longestName = 40;
/** Matches code before type parameters. */
const beforeTypes = /\b(?:interface|class|type|function)\s+[\w$]+$/;
const tagOrBlock = /[<{]/;
/** Matches the end of a type and a following space: a name that is not a keyword, or a bracket or quote. */
const endOfType =
	/(?<![\w$])(?!(?:extends|implements|default|return|yield|await|as|is|in|of|new|infer|keyof|typeof|readonly)\s$)[\w$]+\s$|[\])}"'`]\s$|[^=]>\s$/;

interface Parenthesis {
	readonly start: number;
	/** The number of blocks around it. */
	readonly depth: number;
}

/**
 * Folds JavaScript or TypeScript: the contents of blocks, arguments and templates that fit into a chunk are removed,
 * and so are all strings, comments and type parameters. As no chunk ends inside them, their syntax trees are not
 * needed, and parsing is most of the work of indexing.
 *
 * @param hasTags whether `<` may begin a tag, as in JSX.
 * @returns `undefined` when the braces do not match, as far as that is known without parsing.
 */
export function foldBlocks(lines: LineOffsets, hasTags: boolean): FoldedText | undefined {
	const { text } = lines;
	const folds = new Folds(lines);
	/** The start of each open block; −1 for a block in a template, because the template continues after the block. */
	const open: number[] = [];
	/** The open parentheses. In text between tags they need not match, so unmatched ones are skipped. */
	const parentheses: Parenthesis[] = [];
	/**
	 * For each character that begins strings or regular expressions, a position: those that begin before it do not end
	 * in their line.
	 */
	const noneBefore = new Map<number, number>();
	/** The position of the last character that is neither whitespace nor part of a comment. */
	let last = -1;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code <= codes.space) continue;
		// A shortcut, because most characters are letters.
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
			// Chunks contain whole lines, so none ends in a string. Between tags, the quote may be an apostrophe.
			if (end - at > worthwhile && !(hasTags && tagOrBlock.test(text.slice(at, end)))) folds.add(at + 1, end);
			at = end;
		} else if (code === codes.backtick) {
			const start = at + 1;
			at = template(start);
			if (text.charCodeAt(at) === codes.backtick) folds.addIfFits(start, at);
		} else if (code === codes.slash) {
			const next = text.charCodeAt(at + 1);
			// In text between tags, `://` is part of an address.
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
	 * Removes the type parameters of a definition or a call signature, and returns where they end; the same position
	 * when there are none. The grammar does not support all of them (`<in out A>`), and would fail for the rest of the
	 * file.
	 */
	function typeParameters(start: number): number {
		const isSignature = !hasTags && beginsLine(start);
		if (!isSignature && !beforeTypes.test(text.slice(Math.max(0, start - longestName), start))) return start;
		const end = bracketsEnd(start);
		if (end === undefined || (isSignature && text.charCodeAt(end) !== codes.openParenthesis)) return start;
		// Only a newline separates the signature from the type before it. The grammar would read the signature as part
		// of that type, so a semicolon is needed.
		if (isSignature && endOfType.test(text.slice(Math.max(0, last - longestName), last + 2)))
			folds.add(last + 1, last + 2, ";");
		folds.add(start, end);
		return end - 1;
	}

	function beginsLine(at: number): boolean {
		return text.slice(last + 1, at).includes("\n");
	}

	/** Returns the position after the `>` that closes a `<`. */
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
	 * Returns where a string or a regular expression ends; its start when it does not end in its line, because the
	 * quote is then an apostrophe. This is searched for once per line, which may be long and full of quotes.
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

	/** Returns where a template ends, or a block in it begins. */
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

/** Returns where the text of a comment ends. */
function commentEnd(text: string, start: number): number {
	const end = text.indexOf(text.charCodeAt(start + 1) === codes.star ? "*/" : "\n", start + 2);
	return end === -1 ? text.length : end;
}
