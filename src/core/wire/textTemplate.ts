import type { CompletionChunk } from "./readChunk";

/** Chunks in a row that may fit no template before the search for one is given up. */
const patience = 4;

/** Stands for the text while a template is proven. */
const probe = "gatehouse-probe";

/** Whether a text stands in JSON as it is: nothing in it ends or changes a string. A loop, for it is faster than a RegExp. */
function isPlain(text: string): boolean {
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code < 0x20 || code === quote || code === backslash) return false;
	}
	return true;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads the text out of a chunk that equals the chunk before it but for that text, without parsing the JSON around it again:
 * nearly all chunks of an answer are so, and parsing them is most of what an answer costs.
 */
export class TextTemplate {
	#before = "";
	#after = "";
	#misses = 0;

	/** The text of a chunk's `choices[0].delta.content`, if nothing but plain text differs; undefined: parse the chunk. */
	read(chunk: string): string | undefined {
		const start = this.#before.length;
		const end = chunk.length - this.#after.length;
		if (start === 0 || end <= start || !chunk.startsWith(this.#before) || !chunk.endsWith(this.#after))
			return undefined;
		const text = chunk.slice(start, end);
		if (!isPlain(text)) return undefined;
		this.#misses = 0;
		return text;
	}

	/** Learns from a chunk that had to be parsed and brought this text and nothing else. */
	learn(chunk: string, text: string): void {
		if (this.#misses >= patience || text === "" || !isPlain(text)) return;
		this.#misses++;
		const start = chunk.lastIndexOf(`"${text}"`) + 1;
		if (start === 0) return;
		const before = chunk.slice(0, start);
		const after = chunk.slice(start + text.length);
		if (contentOf(before + probe + after) !== probe) return;
		this.#before = before;
		this.#after = after;
	}
}

/** The proof of a place: another text there arrives where the answer's text is read. A wrong place may break the JSON. */
function contentOf(chunk: string): unknown {
	try {
		return (JSON.parse(chunk) as CompletionChunk).choices?.[0]?.delta?.content;
	} catch {
		return undefined;
	}
}
