import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields } from "../../../shared/untrusted/ownField";
import { utf8Length } from "../../../shared/untrusted/utf8Length";
import { JsonEnd } from "./jsonEnd";

/** A call as it arrived: the arguments as the text that the gateway sent. */
export interface RawCall {
	readonly id: string;
	readonly name: string;
	readonly arguments: string;
}

interface OpenCall {
	id: string;
	name: string;
	text: string;
	/** Reads the arguments as they arrive, to detect when they are complete. */
	readonly end: JsonEnd;
}

/** A piece of a call. */
interface Piece {
	readonly index: number | undefined;
	readonly id: string;
	readonly name: string;
	readonly text: string;
}

/**
 * Assembles calls from the deltas of an answer, or from a whole message, in the dialects of docs/gateway-quirks.md
 * (#tool-calls): pieces by `index`, with the id or name only in the first, in each, or missing; calls that arrive whole
 * with the same `index`; arguments as an object; a single call without a list, also as `function_call`.
 */
export class CallAssembler {
	readonly #calls: OpenCall[] = [];
	readonly #byIndex = new Map<number, OpenCall>();
	readonly #byId = new Map<string, OpenCall>();

	/** The calls so far, in order. */
	get calls(): readonly RawCall[] {
		return this.#calls.map(({ id, name, text }) => ({ id, name, arguments: text }));
	}

	/** The number of calls so far. */
	get count(): number {
		return this.#calls.length;
	}

	/**
	 * Reads the calls of a delta or message.
	 *
	 * @returns the number of UTF-8 bytes that were new; 0 when a call was only repeated.
	 */
	push(list: unknown): number {
		let added = 0;
		for (const entry of Array.isArray(list) ? list : [list]) {
			const piece = pieceOf(entry);
			if (piece) added += this.#add(piece);
		}
		return added;
	}

	#add(piece: Piece): number {
		const call = this.#callOf(piece);
		if (!call) return this.#begin(piece);
		// A whole call that is repeated at the end, or an id or a name that is repeated in each delta.
		if (piece.text === call.text && call.end.ended) return 0;
		let added = 0;
		if (call.id === "" && piece.id !== "") {
			call.id = piece.id;
			this.#byId.set(piece.id, call);
		}
		if (piece.name !== "" && piece.name !== call.name && call.text === "") {
			// The name came in pieces, or grows from delta to delta.
			const name = piece.name.startsWith(call.name) ? piece.name : call.name + piece.name;
			call.name = name.slice(0, gatewayLimits.toolNameLength);
			added += utf8Length(piece.name);
		}
		return added + append(call, piece.text);
	}

	/** Returns the call that a piece continues; `undefined` if it begins one. */
	#callOf({ index, id, name, text }: Piece): OpenCall | undefined {
		const indexed = index === undefined ? undefined : this.#byIndex.get(index);
		const known = id === "" ? undefined : this.#byId.get(id);
		const at = indexed ?? known ?? (index === undefined ? this.#calls.at(-1) : undefined);
		if (!at || name === "") return at;
		const isOther = name !== at.name;
		const hasOtherId = id !== "" && at.id !== "" && id !== at.id;
		// Some gateways give every call of an answer the same index or the same id.
		if (at.end.ended) return isOther || hasOtherId || (text !== "" && text !== at.text) ? undefined : at;
		const hasArguments = at.text !== "";
		const isSamePlace = indexed !== undefined;
		// In the same place, an id may differ from delta to delta, and a name may come in pieces.
		if (hasOtherId && (!isSamePlace || !hasArguments)) return undefined;
		if (isOther && (!isSamePlace || hasArguments)) return undefined;
		return at;
	}

	#begin({ index, id, name, text }: Piece): number {
		const call: OpenCall = { id, name, text: "", end: new JsonEnd() };
		this.#calls.push(call);
		this.#byIndex.set(index ?? this.#calls.length - 1, call);
		if (id !== "") this.#byId.set(id, call);
		return Math.max(1, utf8Length(name)) + append(call, text);
	}
}

function append(call: OpenCall, text: string): number {
	call.text += text;
	call.end.read(text);
	return utf8Length(text);
}

function pieceOf(entry: unknown): Piece | undefined {
	if (!hasFields(entry)) return undefined;
	const inner = hasFields(entry.function) ? entry.function : entry;
	const given = inner.arguments ?? inner.parameters ?? inner.input;
	const text = typeof given === "string" ? given : hasFields(given) ? JSON.stringify(given) : "";
	const name = nameIn(inner.name);
	const id = nameIn(entry.id);
	if (name === "" && id === "" && text === "") return undefined;
	const index = typeof entry.index === "number" ? entry.index : undefined;
	return { index, id, name, text };
}

function nameIn(value: unknown): string {
	return typeof value === "string" ? value.trim().slice(0, gatewayLimits.toolNameLength) : "";
}
