import { appendAll } from "../../../shared/untrusted/appendAll";
import { CodeTracker } from "../../../shared/untrusted/codeTracker";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { RawCall } from "./callAssembler";
import { callInJson, type FindSchema, tornCall } from "./callSyntax";
import { afterLeak, fenceDialect, type LeakDialect, leakDialects } from "./leakDialects";
import { OpenLeak } from "./openLeak";

/** The marks that may begin a call; the beginning of one at the end of a text is held back. */
const marks = leakDialects.map(({ mark }) => mark);
const longestMark = marks.reduce((most, { length }) => Math.max(most, length), 0);
const firsts = new Set(marks.map((mark) => mark[0]));
/** Matches the beginning of an answer that may be a call in bare JSON. */
const bareCall =
	/^\{\s{0,50}(?:"(?:n(?:a(?:m(?:e"?)?)?)?|ty?p?e?"?|f(?:unction"?)?|p(?:arameters"?)?|a(?:rguments"?)?)?)?$/;
const isBareCall = /^\{\s{0,50}"(?:name|type|function|parameters|arguments)"/;

/**
 * Finds the calls that a model wrote into its answer, in the seven dialects of docs/gateway-quirks.md (#tool-calls),
 * and separates them from the text while it streams: what may be part of a call is held back, and no character of a
 * call is passed on as text. Calls in Markdown code are text, because there the answer talks about them. JSON without a
 * mark counts only if it is the whole answer and names a declared tool. Each instance reads one answer.
 */
export class LeakedCalls {
	readonly #code = new CodeTracker();
	readonly #calls: RawCall[] = [];
	readonly #texts = new Map<RawCall, string>();
	/** The text that was not passed on yet. */
	#held = "";
	/** The call that is being read. */
	#open: OpenLeak | undefined;
	/** Whether a call was just read, so that closing marks and whitespace are dropped. */
	#isAfter = false;
	/** Whether the answer may still be a call in bare JSON; "maybe" before its first characters. */
	#bare: "maybe" | "yes" | "no" = "maybe";
	#isLineStart = true;
	/**
	 * Whether the rest is text, whatever it looks like, because data that was too long came before and may contain calls.
	 */
	#isText = false;
	#isTooLong = false;

	/**
	 * @param schemaOf finds the declared tools.
	 * @param isPrompted whether the model was asked to write calls into fenced blocks.
	 */
	constructor(
		private readonly schemaOf: FindSchema,
		private readonly isPrompted = false,
	) {}

	/** The calls that were found, in order. */
	get calls(): readonly RawCall[] {
		return this.#calls;
	}

	/** Returns the text of a call in the answer; calls with a common mark have one text. Closing marks may be missing. */
	textOf(call: RawCall): string | undefined {
		return this.#texts.get(call);
	}

	/**
	 * Whether a call was longer than the limit. Its text is withheld, and so is everything after it, which may be part of
	 * it: the answer has to end.
	 */
	get isTooLong(): boolean {
		return this.#isTooLong;
	}

	/** Reads more of the answer; returns the text that is certainly not part of a call. */
	push(text: string): string {
		if (this.#isTooLong) return "";
		if (this.#bare === "yes") {
			this.#held += text;
			if (this.#held.length <= gatewayLimits.callInText) return "";
			const call = tornCall(this.#held);
			return call && this.schemaOf(call.name) ? this.#withhold() : this.#release();
		}
		if (this.#isText) return text;
		if (this.#open) return this.#continue(text, false);
		this.#held += text;
		if (this.#bare === "maybe" && !this.#begin()) return "";
		return this.#read(false);
	}

	/**
	 * Ends the answer; returns the rest of the text.
	 *
	 * @param isComplete whether the answer ended by itself; if not, a call that is still open is dropped.
	 */
	end(isComplete: boolean): string {
		if (this.#isTooLong) return "";
		if (this.#bare === "yes") {
			const call = isComplete ? (callInJson(this.#held) ?? tornCall(this.#held)) : undefined;
			if (!call || !this.schemaOf(call.name)) return this.#release();
			this.#calls.push(call);
			this.#texts.set(call, this.#held);
			this.#held = "";
			return "";
		}
		this.#bare = "no";
		if (!this.#open) return this.#read(true);
		if (isComplete) return this.#continue("", true);
		this.#open = undefined;
		this.#held = "";
		return "";
	}

	#withhold(): string {
		this.#isTooLong = true;
		this.#held = "";
		this.#open = undefined;
		return "";
	}

	#release(): string {
		const text = this.#held;
		this.#held = "";
		this.#bare = "no";
		return text;
	}

	/**
	 * Decides whether the answer begins like a call in bare JSON; returns true once it certainly does not, and can be
	 * read on.
	 */
	#begin(): boolean {
		const begun = this.#held.slice(0, 400).trimStart();
		if (begun === "" && this.#held.length < 400) return false;
		if (isBareCall.test(begun)) {
			this.#bare = "yes";
			return false;
		}
		if (bareCall.test(begun) && begun.length < 100) return false;
		this.#bare = "no";
		return true;
	}

	/** Passes text on up to what is, or may become, the mark of a call. */
	#read(isLast: boolean): string {
		const pieces: string[] = [];
		let text = this.#held;
		this.#held = "";
		while (text !== "") {
			if (this.#isAfter) {
				const rest = afterLeak(text, isLast);
				if (rest === undefined) {
					this.#held = text;
					break;
				}
				this.#isAfter = rest.length < text.length && rest === "";
				text = rest;
				if (text === "") break;
			}
			if (this.#isText) {
				pieces.push(text);
				break;
			}
			const { at, dialect } = this.#find(text, isLast);
			pieces.push(text.slice(0, at));
			text = text.slice(at);
			if (!dialect) {
				this.#held = text;
				break;
			}
			this.#open = new OpenLeak(dialect, this.schemaOf);
			const rest = this.#advance(text.slice(dialect.mark.length), isLast);
			if (rest === undefined) break;
			if (rest.released !== "") pieces.push(rest.released);
			text = rest.text;
		}
		return pieces.join("");
	}

	#continue(text: string, isLast: boolean): string {
		const rest = this.#advance(text, isLast);
		if (rest === undefined) return "";
		this.#held = rest.text;
		return rest.released + this.#read(isLast);
	}

	/**
	 * Reads more of the open call.
	 *
	 * @returns what follows it, or `undefined` if it goes on. A text that turns out not to be a call is released.
	 */
	#advance(text: string, isLast: boolean): { released: string; text: string } | undefined {
		const open = this.#open as OpenLeak;
		const rest = open.push(text, isLast);
		if (rest === undefined) return undefined;
		if (open.isTooLong && isCall(open, this.schemaOf)) {
			this.#withhold();
			return undefined;
		}
		this.#open = undefined;
		this.#isText = open.isTooLong;
		const calls = open.calls;
		const fits = calls !== undefined && this.#calls.length + calls.length <= gatewayLimits.toolCalls;
		if (fits) {
			appendAll(this.#calls, calls);
			const { text } = open;
			for (const call of calls) this.#texts.set(call, text);
			this.#isAfter = true;
			return { released: "", text: rest };
		}
		this.#track(open.text);
		return { released: open.text, text: rest };
	}

	/**
	 * Returns the position up to which a text may be passed on: the beginning of a call or of a possible call, or else
	 * the text's end.
	 */
	#find(text: string, isLast: boolean): { at: number; dialect?: LeakDialect } {
		for (let at = 0; at < text.length; at++) {
			const character = text[at] as string;
			if (firsts.has(character) && !this.#code.isCode) {
				const part = text.slice(at, at + longestMark);
				const dialect = leakDialects.find(({ mark }) => part.startsWith(mark));
				if (dialect) return { at, dialect };
				if (!isLast && part.length < longestMark && marks.some((mark) => mark.startsWith(part))) return { at };
			} else if (character === "`" && this.isPrompted && this.#isLineStart && !this.#code.isCode) {
				const kind = fenceDialect.opens(text.slice(at), isLast);
				if (kind === "maybe") return { at };
				if (kind === "yes") return { at, dialect: fenceDialect };
			}
			this.#track(character);
		}
		return { at: text.length };
	}

	#track(text: string): void {
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			this.#code.take(code);
			this.#isLineStart = code === 0x0a || code === 0x0d || (this.#isLineStart && code <= 0x20);
		}
	}
}

/** Returns whether a text that was too long is a call; a fenced block may be data. */
function isCall({ dialect, text }: OpenLeak, schemaOf: FindSchema): boolean {
	return dialect !== fenceDialect || fenceDialect.read(text.slice(fenceDialect.mark.length), schemaOf) !== undefined;
}
