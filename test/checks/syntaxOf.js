// Parses a TypeScript source for the checks of its behaviour.
import { parse } from "acorn";
import { transform } from "esbuild";

/**
 * @param {string} source TypeScript.
 * @returns `nodes`: every node of its tree, in the source's order; `code`: the source without types, to which the
 * nodes' positions refer; and `lineOf`, which returns the line in the source of each occurrence of a text, in turn,
 * because the lines of `code` differ.
 */
export async function syntaxOf(source) {
	const { code } = await transform(source, { loader: "ts", target: "esnext", charset: "utf8", logLevel: "silent" });
	return {
		code,
		nodes: nodesOf(parse(code, { ecmaVersion: "latest", sourceType: "module" })),
		lineOf: placesIn(source),
	};
}

function* nodesOf(node) {
	yield node;
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value])
			if (typeof child?.type === "string") yield* nodesOf(child);
	}
}

function placesIn(source) {
	const last = new Map();
	return (text) => {
		const at = source.indexOf(text, (last.get(text) ?? -1) + 1);
		if (at >= 0) last.set(text, at);
		return source.slice(0, Math.max(at, last.get(text) ?? 0)).split("\n").length;
	};
}
