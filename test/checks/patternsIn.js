// Finds the regular expressions of a TypeScript source, and code that creates one at run time.
import { syntaxOf } from "./syntaxOf.js";

/** Methods of strings that compile their argument, unless it is a regular expression. */
const compiling = new Set(["match", "matchAll", "search"]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{
 *   patterns: { source: string, flags: string, line: number }[],
 *   made: { what: string, line: number }[],
 *   constants: string[],
 *   imported: { name: string, from: string, what: string, line: number }[],
 * }>}
 * the literals; the expressions that create others at run time, which cannot be checked and may not even be valid; the
 * constants that are literals; and the names from other files that are used as patterns.
 */
export async function patternsIn(source) {
	const { nodes: all, lineOf } = await syntaxOf(source);
	const nodes = [...all];
	const known = knownPatterns(nodes);
	const imports = new Map(nodes.flatMap(importedNames));
	const called = new Set(nodes.flatMap(({ type, callee }) => (type === "CallExpression" ? callee : [])));
	const found = { patterns: [], made: [], constants: [...known], imported: [] };
	for (const node of nodes) {
		if (node.type === "Literal" && node.regex) {
			found.patterns.push({ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node.raw) });
		} else if (isRegExp(node)) {
			found.made.push({ what: "RegExp", line: lineOf("RegExp") });
		} else if (node.type === "CallExpression" && compiles(node, known)) {
			const [{ type, name: argument }] = node.arguments;
			const name = nameOf(node.callee.property);
			const line = lineOf(node.callee.computed ? name : `.${name}(`);
			const use = { what: `${name}() with what may be a text`, line };
			const from = type === "Identifier" ? imports.get(argument) : undefined;
			if (from) found.imported.push({ ...from, ...use });
			else found.made.push(use);
		} else if (node.type === "MemberExpression" && isTaken(node, called)) {
			const name = nameOf(node.property);
			found.made.push({ what: `${name}() as a value`, line: lineOf(`.${name}`) });
		} else if (makesByMethod(node)) {
			const name = nameOf(node.callee.property);
			found.made.push({ what: `${name}()`, line: lineOf(name) });
		}
	}
	return found;
}

function isRegExp({ type, name, value }) {
	return (type === "Identifier" && name === "RegExp") || (type === "Literal" && value === "RegExp");
}

/** Returns the constants that are literal patterns, if their names have no other meaning in the source. */
function knownPatterns(nodes) {
	const declared = nodes.flatMap(declaredNames);
	return new Set(
		nodes
			.filter(({ type, kind }) => type === "VariableDeclaration" && kind === "const")
			.flatMap(({ declarations }) => declarations)
			.flatMap(({ id, init }) => (init?.type === "Literal" && init.regex ? id.name : []))
			.filter((name) => declared.indexOf(name) === declared.lastIndexOf(name)),
	);
}

function declaredNames({ type, id, params }) {
	if (type === "VariableDeclarator") return namesIn(id);
	return (params ?? []).flatMap(namesIn);
}

/** Returns the names that a parameter or the left side of a declaration declares. */
function namesIn(node) {
	if (node === null) return [];
	if (node.type === "Identifier") return [node.name];
	const parts = node.elements ?? node.properties ?? [node.left ?? node.argument ?? node.value];
	return parts.flatMap(namesIn);
}

function importedNames({ type, specifiers, source }) {
	if (type !== "ImportDeclaration") return [];
	return specifiers.flatMap(({ local, imported }) =>
		imported ? [[local.name, { name: nameOf(imported), from: source.value }]] : [],
	);
}

/** Whether a call compiles its argument. A `search` with more than one argument is not the method of a string. */
function compiles({ callee, arguments: given }, known) {
	if (callee.type !== "MemberExpression" || !compiling.has(nameOf(callee.property))) return false;
	const [first] = given;
	if (first === undefined || (given.length > 1 && nameOf(callee.property) === "search")) return false;
	return !first.regex && !(first.type === "Identifier" && known.has(first.name));
}

/** Whether a node refers to a compiling method without calling it. `search` is excluded: it is also a property of URLs. */
function isTaken(node, called) {
	const name = nameOf(node.property);
	return (name === "match" || name === "matchAll") && !called.has(node);
}

/** Whether a call creates a pattern by the constructor of another one, or recompiles one. */
function makesByMethod({ type, callee }) {
	if ((type !== "CallExpression" && type !== "NewExpression") || callee.type !== "MemberExpression") return false;
	const name = nameOf(callee.property);
	return name === "constructor" || (name === "compile" && callee.object.name !== "WebAssembly");
}

/** Returns a node's name; none for a private member, because it is not a string's. */
function nameOf({ type, name, value }) {
	return type === "PrivateIdentifier" ? undefined : (name ?? value);
}
