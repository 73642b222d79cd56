import { limits } from "../../../shared/untrusted/limits";
import { indentOf } from "../text/indentation";

/** Matches the signs before a key or a value that is an item of a list. */
const items = /^(?:- +)*/;
/** Matches a key, in quotes or without, up to its colon. */
const keyed = /^(?:"([^"]+)"|'([^']+)'|([^\s"'#:{}[\],][^"'#:]*)):(?=\s|$)/;
/** Matches the value of a key, or of an item, whose text is on the lines below it. */
const textBelow = /^(?:[!&]\S*\s+)*[|>][-+0-9]*(?:\s+#.*)?$/;

/** A key of YAML. */
export interface Key {
	readonly name: string;
	/** The line on which it is first. */
	readonly line: number;
	/** Whether nothing follows it but what is inside it. */
	readonly isLast: boolean;
	/** The keys that its value has; the items of a list have theirs together. */
	readonly inner: ReadonlyMap<string, Key>;
}

interface GrowingKey extends Key {
	isLast: boolean;
	readonly inner: Map<string, GrowingKey>;
}

/** Returns the outermost keys of YAML. */
export function keysOf(lines: readonly string[]): ReadonlyMap<string, Key> {
	const all = new Map<string, GrowingKey>();
	const holders: { readonly depth: number; readonly key: GrowingKey }[] = [];
	/** The depth of the key, or of the dash, that has text below it. */
	let text = Number.POSITIVE_INFINITY;
	for (const [line, content] of lines.entries()) {
		const outer = indentOf(content).length;
		if (content.trim() === "" || outer > text || content.length > limits.yamlLine) continue;
		const signs = items.exec(content.trim())?.[0] ?? "";
		const depth = outer + signs.length;
		const rest = content.trim().slice(signs.length);
		const found = keyed.exec(rest);
		const dash = outer + Math.max(0, signs.lastIndexOf("-"));
		const hasText = textBelow.test(rest.slice(found?.[0].length ?? 0).trim());
		text = hasText ? (found ? depth : dash) : Number.POSITIVE_INFINITY;
		const name = found?.[1] ?? found?.[2] ?? found?.[3]?.trim();
		if (name === undefined) continue;
		while ((holders.at(-1)?.depth ?? -1) >= depth) holders.pop();
		const siblings = holders.at(-1)?.key.inner ?? all;
		const key = siblings.get(name) ?? { name, line, isLast: false, inner: new Map() };
		siblings.set(name, key);
		holders.push({ depth, key });
	}
	for (const { key } of holders) key.isLast = true;
	return all;
}
