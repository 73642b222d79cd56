/** A piece of code that answers have in common, and how they continue. */
interface TrieNode {
	readonly text: string;
	/** The continuations by their first character; the one that was added last comes last. */
	readonly next: Map<string, TrieNode>;
}

/** The answers that begin on one line. */
interface Root {
	readonly next: Map<string, TrieNode>;
	answers: number;
}

/** Maximum number of lines whose answers are kept; beyond it, the least recently used line is dropped. */
const mostRoots = 250;
/** Maximum number of answers of one line; beyond it, the older ones are dropped. */
const mostAnswers = 40;
/** Number of characters before a line that distinguish it from others with the same text. */
const contextLength = 200;
/** Maximum number of lines, the cursor's included, on which an answer may have begun. */
const linesBack = 24;

/**
 * The answers of this window, by the lines on which they begin. Typing along an answer, deleting, and typing again need
 * no other request.
 */
export class AnswerTrie {
	readonly #roots = new Map<string, Root>();

	/**
	 * Adds an answer. Code that continues another answer is kept beside it.
	 *
	 * @param document identifies the document.
	 * @param before the text before the cursor at which the answer was requested.
	 */
	add(document: string, before: string, code: string): void {
		if (code === "") return;
		const start = before.lastIndexOf("\n") + 1;
		const key = keyOf(document, before, start);
		const known = this.#roots.get(key);
		const root = known && known.answers < mostAnswers ? known : { next: new Map(), answers: 0 };
		root.answers++;
		this.#roots.delete(key);
		this.#roots.set(key, root);
		addTo(root.next, before.slice(start) + code);
		if (this.#roots.size <= mostRoots) return;
		const [oldest] = this.#roots.keys();
		if (oldest !== undefined) this.#roots.delete(oldest);
	}

	/** Returns the rest of the latest answer that begins with the text before the cursor; empty if there is none. */
	find(document: string, before: string): string {
		let start = before.lastIndexOf("\n") + 1;
		for (let lines = 0; lines < linesBack; lines++) {
			const key = keyOf(document, before, start);
			const root = this.#roots.get(key);
			const rest = root ? restOf(root.next, before.slice(start)) : "";
			if (root && rest !== "") {
				this.#roots.delete(key);
				this.#roots.set(key, root);
				return rest;
			}
			if (start === 0) break;
			start = start < 2 ? 0 : before.lastIndexOf("\n", start - 2) + 1;
		}
		return "";
	}

	/** Forgets all answers, for example after another model was chosen. */
	clear(): void {
		this.#roots.clear();
	}
}

function keyOf(document: string, before: string, start: number): string {
	return `${document}\n${before.slice(Math.max(0, start - contextLength), start)}`;
}

function addTo(first: Map<string, TrieNode>, whole: string): void {
	let next = first;
	let text = whole;
	while (text !== "") {
		const sign = text.slice(0, 1);
		const node = next.get(sign);
		if (!node) {
			next.set(sign, { text, next: new Map() });
			return;
		}
		const length = commonLength(node.text, text);
		const common: TrieNode =
			length === node.text.length
				? node
				: {
						text: node.text.slice(0, length),
						next: new Map([[node.text.slice(length, length + 1), tailOf(node, length)]]),
					};
		// The latest answer comes last.
		next.delete(sign);
		next.set(sign, common);
		next = common.next;
		text = text.slice(length);
	}
}

function tailOf({ text, next }: TrieNode, from: number): TrieNode {
	return { text: text.slice(from), next };
}

function commonLength(one: string, other: string): number {
	let length = 0;
	while (length < one.length && length < other.length && one[length] === other[length]) length++;
	return length;
}

/** Returns what follows a text in a trie, along the latest answers. */
function restOf(first: ReadonlyMap<string, TrieNode>, typed: string): string {
	let next = first;
	let at = 0;
	let rest = "";
	while (at < typed.length) {
		const node = next.get(typed.slice(at, at + 1));
		if (!node) return "";
		const length = Math.min(node.text.length, typed.length - at);
		if (!typed.startsWith(node.text.slice(0, length), at)) return "";
		at += length;
		rest = node.text.slice(length);
		next = node.next;
	}
	for (;;) {
		const last = [...next.values()].at(-1);
		if (!last) return rest;
		rest += last.text;
		next = last.next;
	}
}
