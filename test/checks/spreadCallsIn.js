// Finds code in a TypeScript source that spreads an array of unknown length into a call: beyond some ten thousand arguments, V8
// throws a RangeError, and arrays that come from outside may be of any length.
import { syntaxOf } from "./syntaxOf.js";

/**
 * Allows spreads of a function's own rest parameter, and of a list that is written in place, as in `f(...(a ? [b] :
 * []))`.
 *
 * @param {string} source TypeScript.
 * @returns {Promise<{ what: string, line: number }[]>} in the source's order.
 */
export async function spreadCallsIn(source) {
	const { nodes, lineOf, code } = await syntaxOf(source);
	const found = [];
	walk(nodes.next().value, [], (node) => {
		const what = code.slice(node.start, node.end).split("\n")[0];
		found.push({ what, line: lineOf(what) });
	});
	return found;
}

function walk(node, rests, report) {
	const own = (node.params ?? []).filter(({ type }) => type === "RestElement").map(({ argument }) => argument.name);
	const known = own.length > 0 ? [...rests, ...own] : rests;
	if (node.type === "CallExpression" || node.type === "NewExpression") {
		for (const argument of node.arguments) {
			if (argument.type === "SpreadElement" && !isBounded(argument.argument, known)) report(argument);
		}
		if (isApply(node)) report(node);
	}
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value])
			if (typeof child?.type === "string") walk(child, known, report);
	}
}

function isBounded(node, rests) {
	if (node.type === "Identifier") return rests.includes(node.name);
	if (node.type === "ConditionalExpression")
		return [node.consequent, node.alternate].every((one) => isBounded(one, rests));
	return node.type === "ArrayExpression" && node.elements.every((element) => element?.type !== "SpreadElement");
}

/** `list.push.apply(list, more)`, `Math.max.apply(null, numbers)`, `Reflect.apply(…)`: other forms of a spread. */
function isApply({ callee, arguments: given }) {
	if (callee.type !== "MemberExpression" || callee.property.name !== "apply" || given.length < 2) return false;
	const name = callee.object.name ?? callee.object.property?.name;
	return ["Reflect", "push", "unshift", "splice", "concat", "max", "min", "fromCharCode", "fromCodePoint"].includes(
		name,
	);
}
