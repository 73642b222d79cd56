import { parseObject } from "./parseObject";
import type { CompletionChunk } from "./readChunk";

/** Chunks in a row that may fit no template before the search for one is given up. */
const patience = 4;

/** Stands for the text while a template is proven. */
const probe = "gatehouse-probe";

/** Where a text ends that stands in JSON as it is: before the first thing that ends or changes a string. */
function endOfPlain(json: string, start: number): number {
	let at = start;
	for (; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code < 0x20 || code === quote || code === backslash) break;
	}
	return at;
}

/** Whether this part stands there in the stream. Comparing a slice takes half the time of `startsWith`. */
const has = (stream: string, part: string, at: number) => stream.slice(at, at + part.length) === part;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads the text out of an event that equals one before it but for that text, without taking it apart or parsing its
 * JSON again: nearly all events of an answer are so, and reading them is most of what an answer costs.
 */
export class TextTemplate {
	#before = "";
	#after = "";
	#misses = 0;

	/** The `choices[0].delta.content` of the event that was read last. */
	text = "";

	/**
	 * Reads the event that begins here in the stream, if nothing but plain text differs.
	 *
	 * @returns where the next one begins, or -1: the event is to be taken apart.
	 */
	read(stream: string, from: number): number {
		const before = this.#before;
		if (before === "" || !has(stream, before, from)) return -1;
		const start = from + before.length;
		const end = endOfPlain(stream, start);
		if (end === start || !has(stream, this.#after, end)) return -1;
		this.#misses = 0;
		this.text = stream.slice(start, end);
		return end + this.#after.length;
	}

	/** Learns from a chunk that had to be parsed and brought this text and nothing else. */
	learn(chunk: string, text: string): void {
		if (this.#misses >= patience || text === "" || endOfPlain(text, 0) < text.length) return;
		this.#misses++;
		const start = chunk.lastIndexOf(`"${text}"`) + 1;
		if (start === 0) return;
		const before = chunk.slice(0, start);
		const after = chunk.slice(start + text.length);
		if (contentOf(before + probe + after) !== probe) return;
		this.#before = `data: ${before}`;
		this.#after = `${after}\n\n`;
	}
}

/** The proof of a place: another text there arrives where the answer's text is read. A wrong place may break the JSON. */
function contentOf(chunk: string): unknown {
	return (parseObject(chunk) as CompletionChunk | undefined)?.choices?.[0]?.delta?.content;
}
