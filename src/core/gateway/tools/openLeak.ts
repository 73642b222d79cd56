import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { RawCall } from "./callAssembler";
import type { FindSchema } from "./callSyntax";
import { JsonEnd } from "./jsonEnd";
import type { LeakDialect } from "./leakDialects";

const functionEnd = "</function>";
const parameterMark = "<parameter=";
/** Number of characters at the end of what was read that are searched again with the next piece. */
const tailLength = 80;

/**
 * A call that began in an answer's text, as far as it has arrived. Each piece is searched once, with a few characters of
 * the previous piece.
 */
export class OpenLeak {
	readonly #parts: string[] = [];
	#length = 0;
	/** The text after the mark until it is known where the value begins. */
	#head = "";
	/** The kind of value; `undefined` until it begins. */
	#kind: "json" | "values" | "code" | "function" | "text" | undefined;
	#json = new JsonEnd();
	#tail = "";
	#hasParameters = false;
	#body = "";

	/** The calls, once it has ended; `undefined` if the text is not a call. */
	calls: readonly RawCall[] | undefined;
	/** Whether it was cut off at the limit. The text after it may be one of its values, so no call is read there. */
	isTooLong = false;

	constructor(
		readonly dialect: LeakDialect,
		private readonly schemaOf: FindSchema,
	) {
		if (!dialect.begins) this.#kind = "text";
	}

	/** Its text with the mark, once it has ended. */
	get text(): string {
		return this.dialect.mark + this.#body;
	}

	/**
	 * Reads more of the answer, from after the mark. A call that is too long is cut off at the limit, because its end may
	 * never come.
	 *
	 * @param isLast whether the answer has ended, and the call with it.
	 * @returns the text after the call, or `undefined` if it goes on.
	 */
	push(piece: string, isLast: boolean): string | undefined {
		let text = piece;
		let from = 0;
		if (this.#kind === undefined) {
			this.#head += piece;
			const begin = this.dialect.begins?.(this.#head) ?? (isLast ? -1 : undefined);
			if (begin === undefined) return undefined;
			// Only the mark is text for certain: a call may follow.
			if (begin < 0) return this.#head;
			this.#kind = this.#kindOf(this.#head[begin]);
			text = this.#head;
			from = begin;
		}
		const room = gatewayLimits.callInText - this.#length;
		const isWhole = text.length <= room;
		const end = this.#end(isWhole ? text : text.slice(0, room), from) ?? (isLast && isWhole ? text.length : undefined);
		if (end === undefined && !isWhole) {
			this.isTooLong = true;
			this.#body = [...this.#parts, text.slice(0, room)].join("");
			return text.slice(room);
		}
		if (end === undefined) {
			this.#parts.push(text);
			this.#length += text.length;
			return undefined;
		}
		this.#body = [...this.#parts, text.slice(0, end)].join("");
		this.calls = this.dialect.read(this.#body, this.schemaOf);
		return text.slice(end);
	}

	#kindOf(first: string | undefined): "json" | "values" | "code" | "function" | "text" {
		const isJson = first === "{" || first === "[";
		switch (this.dialect.end) {
			case "value":
				return first === "<" ? "function" : "json";
			case "values":
				return isJson ? "values" : "code";
			default:
				return "text";
		}
	}

	/** Returns the position in a piece where the call ends. */
	#end(text: string, from: number): number | undefined {
		if (this.#kind === "values") return this.#endOfValues(text, from);
		if (this.#kind === "code") {
			// One line; the marks that may end it belong to it.
			const end = text.indexOf("\n", from);
			return end < 0 ? undefined : end;
		}
		if (this.#kind === "json") {
			const end = this.#json.read(text, from);
			return this.#json.ended ? end : undefined;
		}
		const { end } = this.dialect;
		const isFunction = this.#kind === "function";
		const mark = isFunction ? functionEnd : typeof end === "object" ? end.mark : undefined;
		if (mark === undefined) return undefined;
		const window = this.#tail + text.slice(from);
		const offset = from - this.#tail.length;
		if (isFunction) this.#hasParameters ||= window.includes(parameterMark);
		let at = window.indexOf(mark, Math.max(0, this.#tail.length - mark.length + 1));
		// A value may contain the closing tag, which then does not follow the end of a parameter.
		while (isFunction && at >= 0 && this.#hasParameters && !window.slice(0, at).trimEnd().endsWith("</parameter>"))
			at = window.indexOf(mark, at + 1);
		if (at >= 0) return offset + at + mark.length;
		this.#tail = window.slice(-tailLength);
		return undefined;
	}

	/** Returns where values that are separated by semicolons end: what follows the last one is text. */
	#endOfValues(text: string, from: number): number | undefined {
		for (let at = from; at < text.length; ) {
			const character = text[at] as string;
			if (!this.#json.ended && (this.#json.begun || character === "{" || character === "[")) {
				at = this.#json.read(text, at);
				continue;
			}
			if (this.#json.ended && character === ";") this.#json = new JsonEnd();
			else if (!/\s/.test(character)) return at;
			at++;
		}
		return undefined;
	}
}
