import type { Attachment } from "../../shared/conversation";
import { limits } from "../../shared/untrusted/limits";

/**
 * The origin of a piece of context, with all that is needed to read it, to read it again after a change, and to find it
 * after the window was closed. Addresses are URIs as strings.
 */
export type ContextSource =
	| { readonly type: "file"; readonly uri: string }
	/** Some lines of a file, counted from 1, first and last included; with the symbol's name if they are a symbol. */
	| {
			readonly type: "lines";
			readonly uri: string;
			readonly lines: readonly [first: number, last: number];
			readonly symbol?: string;
			/** Whether a search of the codebase has found them. */
			readonly found?: true;
	  }
	/** A folder's tree of names; the text of chosen files is attached through sources of their own. */
	| { readonly type: "folder"; readonly uri: string }
	/** The problems of one file, or of all. */
	| { readonly type: "problems"; readonly uri: string | null }
	/** Text that was selected in a terminal; it cannot be read again. */
	| { readonly type: "terminal"; readonly name: string; readonly text: string }
	/** The changes since the last commit, staged or not. */
	| { readonly type: "changes" }
	| { readonly type: "image"; readonly uri: string }
	/** A picture that was pasted or dropped; it is not kept across restarts. */
	| { readonly type: "picture"; readonly name: string; readonly image: string }
	/** The places of the workspace that are relevant to the question; they are determined when it is asked. */
	| { readonly type: "codebase" }
	/** A trusted workspace's instructions to assistants, as in `AGENTS.md`. */
	| { readonly type: "instructions"; readonly uri: string };

/** Returns whether two sources would attach the same thing twice. */
export function sameSource(a: ContextSource, b: ContextSource): boolean {
	return JSON.stringify({ ...a, found: undefined }) === JSON.stringify({ ...b, found: undefined });
}

/** Returns a source for an attachment whose own is unknown: its content, which cannot be read again. */
export function contentSource({ name, text, image }: Pick<Attachment, "name" | "text" | "image">): ContextSource {
	return image === undefined ? { type: "terminal", name, text } : { type: "picture", name, image };
}

/** Checks a value read from the state, which an earlier version, or anything else, may have written. */
export function isContextSource(value: unknown): value is ContextSource {
	if (typeof value !== "object" || value === null) return false;
	const { type, uri, name, text, lines, symbol, found } = value as Record<string, unknown>;
	switch (type) {
		case "file":
		case "folder":
		case "image":
		case "instructions":
			return isAddress(uri);
		case "lines":
			return (
				isAddress(uri) &&
				isLines(lines) &&
				(symbol === undefined || isName(symbol)) &&
				(found === undefined || found === true)
			);
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

/** Maximum length of a URI, in characters: a path's character may become three when it is percent-encoded. */
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
