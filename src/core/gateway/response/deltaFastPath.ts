import type { Usage } from "../../../shared/conversation";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { parseObject } from "../parseObject";
import { isDigit, jsonTokens } from "./jsonTokens";
import { type CompletionChunk, readChunk } from "./readChunk";

/** Number of consecutive chunks without a template after which the search for one is given up. */
const patience = 4;

/** Placeholders for texts and numbers while a template is verified. */
const probe = "gatehouse-probe";
const otherProbe = "gatehouse-other";
const firstNumber = 100_000_001;
/** Maximum number of digits of the numbers that are read. */
const mostDigits = 9;

const quote = 0x22;
const backslash = 0x5c;

/** A hole in the template: the event's text, or another value that differs between events. */
type Hole = "text" | "string" | "number";

/** A chunk's usage, and the holes for those of its numbers that differ between events. */
interface UsageHoles {
	readonly known: Usage;
	readonly prompt?: number;
	readonly completion?: number;
	readonly cached?: number;
}

/**
 * Returns where the plain part of a JSON string ends: before the first character that ends the string or begins an
 * escape.
 */
function endOfPlain(json: string, start: number): number {
	let at = start;
	for (; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code < 0x20 || code === quote || code === backslash) break;
	}
	return at;
}

function endOfDigits(json: string, start: number): number {
	let at = start;
	while (at - start < mostDigits && isDigit(json.charCodeAt(at))) at++;
	return at;
}

/** Returns whether the stream has this part at a position. Comparing a slice takes half the time of `startsWith`. */
const has = (stream: string, part: string, at: number) => stream.slice(at, at + part.length) === part;

/**
 * Extracts the text from an event that equals earlier ones except for that text and for other strings and whole numbers
 * (a padding, an id, the usage), without parsing its JSON again: nearly all events of an answer are like that, and
 * reading them takes most of an answer's time.
 */
export class DeltaFastPath {
	/** The text before, between and after the holes. */
	#parts: readonly string[] = [];
	#holes: readonly Hole[] = [];
	#usage: UsageHoles | undefined;
	#numbers: number[] = [];
	#previous: readonly string[] | undefined;
	#misses = 0;

	/** The content of the last event that was read. */
	type: "text" | "reasoning" = "text";
	text = "";
	usage: Usage | undefined;

	/**
	 * Reads the event at this position of the stream, if it matches the template.
	 *
	 * @returns where the next event begins, or -1 if this one must be parsed.
	 */
	read(stream: string, from: number): number {
		const parts = this.#parts;
		const holes = this.#holes;
		if (parts.length === 0) return -1;
		let at = from;
		let text = "";
		for (let i = 0; i < parts.length; i++) {
			const part = parts[i] as string;
			if (!has(stream, part, at)) return -1;
			at += part.length;
			const hole = holes[i];
			if (hole === undefined) break;
			const end = hole === "number" ? endOfDigits(stream, at) : endOfPlain(stream, at);
			if (end === at) return -1;
			if (hole === "text") text = stream.slice(at, end);
			else if (hole === "number" && this.#usage) this.#numbers[i] = Number(stream.slice(at, end));
			at = end;
		}
		this.#misses = 0;
		this.text = text;
		if (this.#usage) this.usage = this.#readUsage(this.#usage);
		return at;
	}

	/**
	 * Learns from a chunk that had to be parsed and whose only content is this text.
	 *
	 * @param lineBreak the line break of the stream.
	 */
	setExample(chunk: string, text: string, lineBreak = "\n"): void {
		if (this.#misses >= patience || text === "" || endOfPlain(text, 0) < text.length || lineBreak === "\r") return;
		this.#misses++;
		const tokens = jsonTokens(chunk);
		const textAt = tokens?.lastIndexOf(`"${text}"`) ?? -1;
		if (!tokens || textAt < 0) return;
		const holes = holesIn(tokens, this.#previous);
		this.#previous = tokens;
		holes.set(textAt, "text");
		const proven = prove(tokens, holes);
		if (!proven) return;
		this.type = proven.type;
		this.#usage = proven.usage;
		this.usage = undefined;
		this.#holes = [...holes].sort(([a], [b]) => a - b).map(([, hole]) => hole);
		this.#parts = partsAround(tokens, holes, lineBreak);
	}

	#readUsage({ known, prompt, completion, cached }: UsageHoles): Usage {
		return {
			...known,
			...(prompt === undefined ? {} : { promptTokens: this.#numbers[prompt] as number }),
			...(completion === undefined ? {} : { completionTokens: this.#numbers[completion] as number }),
			...(cached === undefined ? {} : { cachedTokens: this.#numbers[cached] as number }),
		};
	}
}

/** Returns the strings and numbers in which two chunks differ, by token index; empty if anything else differs. */
function holesIn(tokens: readonly string[], previous: readonly string[] | undefined): Map<number, Hole> {
	const holes = new Map<number, Hole>();
	if (previous?.length !== tokens.length) return holes;
	for (const [at, token] of tokens.entries()) {
		const before = previous[at] as string;
		if (token === before) continue;
		const isNumber = isDigit(token.charCodeAt(0)) && isDigit(before.charCodeAt(0)) && token.length <= mostDigits;
		const isString = token.startsWith('"') && before.startsWith('"') && !tokens[at + 1]?.trimStart().startsWith(":");
		if (!isNumber && !isString) return new Map();
		holes.set(at, isNumber ? "number" : "string");
	}
	return holes;
}

/**
 * Verifies the holes: with other values in them, the chunk must produce the expected text, the numbers of its usage,
 * and nothing else. A hole in the wrong place may break the JSON.
 */
function prove(tokens: readonly string[], holes: ReadonlyMap<number, Hole>) {
	let index = -1;
	const filled = tokens.map((token, at) => {
		const hole = holes.get(at);
		if (hole === undefined) return token;
		index++;
		return hole === "number" ? String(firstNumber + index) : `"${hole === "text" ? probe : otherProbe}"`;
	});
	const chunk = parseObject(filled.join(""));
	if (!chunk || "error" in chunk) return undefined;
	const brought: { type: "text" | "reasoning"; text: string }[] = [];
	let usage: Usage | undefined;
	let hasEnd = false;
	readChunk(chunk as CompletionChunk, {
		text: (text) => brought.push({ type: "text", text }),
		reasoning: (text) => brought.push({ type: "reasoning", text }),
		usage: (counted) => {
			usage = counted;
		},
		finished: () => {
			hasEnd = true;
		},
	});
	const [first] = brought;
	if (hasEnd || brought.length !== 1 || first?.text !== probe) return undefined;
	return { type: first.type, usage: usage && usageHoles(usage) };
}

/** Returns a usage with the holes for its numbers. */
function usageHoles(usage: Usage): UsageHoles {
	const holeOf = (tokens: number | undefined) =>
		tokens !== undefined && tokens >= firstNumber && tokens <= gatewayLimits.contextLength
			? tokens - firstNumber
			: undefined;
	const prompt = holeOf(usage.promptTokens);
	const completion = holeOf(usage.completionTokens);
	const cached = holeOf(usage.cachedTokens);
	return {
		known: usage,
		...(prompt === undefined ? {} : { prompt }),
		...(completion === undefined ? {} : { completion }),
		...(cached === undefined ? {} : { cached }),
	};
}

/** Returns the text around the holes; the quotes of a string belong to it. */
function partsAround(tokens: readonly string[], holes: ReadonlyMap<number, Hole>, lineBreak: string): string[] {
	const parts: string[] = [];
	let part = "data: ";
	for (const [at, token] of tokens.entries()) {
		const hole = holes.get(at);
		if (hole === undefined) part += token;
		else {
			const mark = hole === "number" ? "" : '"';
			parts.push(part + mark);
			part = mark;
		}
	}
	return [...parts, part + lineBreak + lineBreak];
}
