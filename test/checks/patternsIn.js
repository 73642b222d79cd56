// Finds the regular expressions of a TypeScript source, and whatever would make one at run time.
import { parse } from "acorn";
import { transform } from "esbuild";

/** Methods of strings that make a regular expression of a text. */
const compiling = new Set(["match", "matchAll", "search"]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{ patterns: { source: string, flags: string, line: number }[], made: { what: string, line: number }[] }>}
 * the literals, and the uses that make a regular expression of a text.
 */
export async function patternsIn(source) {
	const { code } = await transform(source, { loader: "ts", target: "esnext", charset: "utf8", logLevel: "silent" });
	const patterns = [];
	const made = [];
	const lineOf = placesIn(source);
	for (const node of nodesOf(parse(code, { ecmaVersion: "latest", sourceType: "module" }))) {
		if (node.type === "Literal" && node.regex) {
			patterns.push({ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node.raw) });
		} else if (node.type === "Identifier" && node.name === "RegExp") {
			made.push({ what: "RegExp", line: lineOf("RegExp") });
		} else if (node.type === "CallExpression" && compilesText(node)) {
			const { name } = node.callee.property;
			made.push({ what: `.${name}() with a text`, line: lineOf(`.${name}(`) });
		}
	}
	return { patterns, made };
}

function compilesText({ callee, arguments: [first] }) {
	if (callee.type !== "MemberExpression" || callee.computed || !compiling.has(callee.property.name)) return false;
	return first?.type === "TemplateLiteral" || (first?.type === "Literal" && typeof first.value === "string");
}

function* nodesOf(node) {
	yield node;
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value])
			if (typeof child?.type === "string") yield* nodesOf(child);
	}
}

/** The line of each occurrence of a text, in turn: without its types, a source has other lines. */
function placesIn(source) {
	const last = new Map();
	return (text) => {
		const at = source.indexOf(text, (last.get(text) ?? -1) + 1);
		if (at >= 0) last.set(text, at);
		return source.slice(0, Math.max(at, last.get(text) ?? 0)).split("\n").length;
	};
}
