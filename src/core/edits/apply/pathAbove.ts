import type { Message } from "../../../shared/conversation";
import { UserError } from "../../base/errors";
import { isPath, namedFile } from "../parse/namedFile";
import { replyBlocks } from "../parse/replyBlocks";
import { allowedPath } from "./pathRules";

/** Maximum length of a line above a code block that can be a path with its marks, in characters. */
const longestLine = 300;

/** What may stand before the path: a heading's, a list's or a quotation's mark. */
const before = /^(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+/;
const label = /^file(?:name)?:[*\s]*/i;
/** The marks around a path: bold, italic, code. */
const marks = /[`*]/;

/**
 * Returns the file that the line directly above a code block names, if it contains nothing else: many models write
 * "`src/a.ts`:" there. Nothing is returned for a path outside the workspace, or where answers name several files above
 * the same code.
 *
 * @param code the block's text.
 * @param messages the conversation that contains it.
 */
export function pathAbove(code: string, messages: readonly Message[]): string | undefined {
	const wanted = code.trimEnd();
	const paths = new Set<string>();
	for (const message of messages) {
		if (message.role !== "assistant") continue;
		for (const { lead, lines } of replyBlocks(message.text).blocks) {
			const path = lines.join("\n").trimEnd() === wanted ? pathOfLine(lead) : undefined;
			if (path) paths.add(path);
		}
	}
	const [only, ...more] = paths;
	return more.length === 0 ? only : undefined;
}

/** A code block of a conversation. */
interface PlacedCode {
	readonly code: string;
	/** The file that its fence names; empty if there is none. */
	readonly path: string;
	readonly messages: readonly Message[];
}

/**
 * Returns the path that is proposed for a code block as a new file: that of its fence, of its first comment, or of the
 * line above it; empty when none of them names a file.
 */
export function proposedPath({ code, path, messages }: PlacedCode): string {
	if (path) return path;
	const named = namedFile(code);
	return (named?.sure ? named.path : (pathAbove(code, messages) ?? named?.path)) ?? "";
}

function pathOfLine(line: string): string | undefined {
	if (line.length > longestLine) return undefined;
	const given = bare(line.trim().replace(before, ""));
	const text = bare(given.replace(label, ""));
	// “Node.js” in a heading is not a file.
	const isMarked = text.includes("/") || line.includes("`") || label.test(given);
	if (!isMarked || !isPath(text)) return undefined;
	try {
		return allowedPath(text).path;
	} catch (error) {
		if (error instanceof UserError) return undefined;
		throw error;
	}
}

/** Returns a text without the marks around it and the colon after it. */
function bare(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && marks.test(text.charAt(start))) start++;
	while (start < end && /[`*:\s]/.test(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}
