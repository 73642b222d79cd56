import { limits } from "../../shared/untrusted/limits";

/**
 * Where a piece of context comes from: enough to read it, to read it again when it changed, and to find it after the
 * window was closed. Addresses are URIs as text.
 */
export type ContextSource =
	| { readonly type: "file"; readonly uri: string }
	/** Some lines of a file, counted from 1, both included; a symbol's have its name. */
	| {
			readonly type: "lines";
			readonly uri: string;
			readonly lines: readonly [first: number, last: number];
			readonly symbol?: string;
	  }
	/** A folder's tree of names; the texts of chosen files are sources of their own. */
	| { readonly type: "folder"; readonly uri: string }
	/** The problems of one file, or of all. */
	| { readonly type: "problems"; readonly uri: string | null }
	/** What was selected in a terminal: there is nothing to read it from again. */
	| { readonly type: "terminal"; readonly name: string; readonly text: string }
	/** What differs from the last commit, staged and not. */
	| { readonly type: "changes" }
	| { readonly type: "image"; readonly uri: string }
	/** The places of the workspace that fit the question: which they are shows when it is asked. */
	| { readonly type: "codebase" }
	/** What a trusted workspace says to assistants, as in `AGENTS.md`. */
	| { readonly type: "instructions"; readonly uri: string };

/** Two sources that would attach the same thing twice. */
export function sameSource(a: ContextSource, b: ContextSource): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** Reads what an earlier version, or nobody, may have left in the state. */
export function isContextSource(value: unknown): value is ContextSource {
	if (typeof value !== "object" || value === null) return false;
	const { type, uri, name, text, lines, symbol } = value as Record<string, unknown>;
	switch (type) {
		case "file":
		case "folder":
		case "image":
		case "instructions":
			return isAddress(uri);
		case "lines":
			return isAddress(uri) && isLines(lines) && (symbol === undefined || isName(symbol));
		case "problems":
			return uri === null || isAddress(uri);
		case "terminal":
			return isName(name) && typeof text === "string" && text.length <= limits.attachedFileBytes;
		case "changes":
		case "codebase":
			return true;
		default:
			return false;
	}
}

/** A path's characters may each be three that stand for it. */
const longestAddress = 3 * limits.pathLength;

function isAddress(value: unknown): boolean {
	return typeof value === "string" && value.length <= longestAddress;
}

function isName(value: unknown): boolean {
	return typeof value === "string" && value.length <= limits.pathLength;
}

function isLines(value: unknown): boolean {
	return Array.isArray(value) && value.length === 2 && value.every((line) => Number.isSafeInteger(line) && line > 0);
}
