import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { RequestMessage, ToolCall } from "../gateway";
import { textOf } from "./toolMessages";

/** Matches the numbers with which the tool `read_file` begins each line. */
const lineNumbers = /^\d+: /gm;

type Call = Pick<ToolCall, "name" | "arguments">;

/**
 * Finds the calls in an answer's text that the model may only have quoted, because a tool's result has them word for
 * word. Calls in the user's messages, attachments included, are not among them: the user may ask for exactly these. A
 * call that the model has made before does not count either: that is how it confirms one. Each instance is for one
 * answer.
 */
export class QuotedCalls {
	/** The results, the latest first. */
	#results: readonly string[] | undefined;
	#made: ReadonlySet<string> | undefined;
	readonly #found = new Map<string, boolean>();
	/** The number of characters that may still be searched. */
	#left: number = gatewayLimits.quotedSearch;

	/** @param messages the messages that are answered. */
	constructor(private readonly messages: readonly RequestMessage[]) {}

	/**
	 * Returns whether a call may be quoted, with whitespace ignored.
	 *
	 * @param text the call as it is in the answer.
	 */
	has(text: string, call: Call): boolean {
		if (text.length > gatewayLimits.quotedCall) return false;
		let isFound = this.#found.get(text);
		if (isFound === undefined) {
			isFound = this.#search(text);
			this.#found.set(text, isFound);
		}
		return isFound && !this.#isMade(call);
	}

	#search(text: string): boolean {
		this.#results ??= this.messages
			.filter(({ role }) => role === "tool")
			.map(({ content }) => textOf(content).replace(lineNumbers, ""))
			.reverse();
		const find = finder(text);
		for (const result of this.#results) {
			if (this.#left <= 0) break;
			const searched = Math.min(result.length, this.#left);
			this.#left -= searched;
			if (find(result, searched)) return true;
		}
		return false;
	}

	#isMade(call: Call): boolean {
		this.#made ??= new Set(this.messages.flatMap(({ toolCalls = [] }) => toolCalls.map(callKey)));
		return this.#made.has(callKey(call));
	}
}

/** Returns a key that is the same for calls of the same tool with the same arguments. */
export function callKey({ name, arguments: given }: Call): string {
	return JSON.stringify([name, given]);
}

/** The last of the characters that count as whitespace. */
const space = 0x20;

/**
 * Returns a function that tells whether a text has this part within a number of characters. It takes linear time for
 * every text (Knuth, Morris and Pratt), which `includes` does not.
 */
function finder(part: string): (text: string, length: number) => boolean {
	const codes = Array.from({ length: part.length }, (_, at) => part.charCodeAt(at)).filter((code) => code > space);
	/** For each position, the number of codes before it with which the part begins, too. */
	const borders = [0];
	/** Returns how many codes match after this one, if as many as given did before it. */
	const step = (code: number, before: number): number => {
		let matched = before;
		while (matched > 0 && codes[matched] !== code) matched = borders[matched - 1] ?? 0;
		return codes[matched] === code ? matched + 1 : matched;
	};
	for (let at = 1; at < codes.length; at++) borders.push(step(codes[at] ?? 0, borders[at - 1] ?? 0));
	return (text, length) => {
		let matched = 0;
		for (let at = 0; at < length; at++) {
			const code = text.charCodeAt(at);
			if (code > space) matched = step(code, matched);
			if (matched === codes.length) return true;
		}
		return false;
	};
}
