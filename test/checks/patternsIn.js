// Finds the regular expressions of a TypeScript source, and whatever would make one at run time.
import { syntaxOf } from "./syntaxOf.js";

/** Methods of strings that make a regular expression of a text. */
const compiling = new Set(["match", "matchAll", "search"]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{ patterns: { source: string, flags: string, line: number }[], made: { what: string, line: number }[] }>}
 * the literals, and what makes others at run time: those nobody can check, and one may not even be valid.
 */
export async function patternsIn(source) {
	const { nodes, lineOf } = await syntaxOf(source);
	const patterns = [];
	const made = [];
	for (const node of nodes) {
		if (node.type === "Literal" && node.regex) {
			patterns.push({ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node.raw) });
		} else if (isRegExp(node)) {
			made.push({ what: "RegExp", line: lineOf("RegExp") });
		} else if (node.type === "CallExpression" && compilesText(node)) {
			const { name } = node.callee.property;
			made.push({ what: `${name}() with a text`, line: lineOf(`.${name}(`) });
		}
	}
	return { patterns, made };
}

function isRegExp({ type, name, value }) {
	return (type === "Identifier" && name === "RegExp") || (type === "Literal" && value === "RegExp");
}

function compilesText({ callee, arguments: [first] }) {
	if (callee.type !== "MemberExpression" || callee.computed || !compiling.has(callee.property.name)) return false;
	return first?.type === "TemplateLiteral" || (first?.type === "Literal" && typeof first.value === "string");
}
