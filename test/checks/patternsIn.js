// Finds the regular expressions of a TypeScript source, and whatever would make one at run time.
import { syntaxOf } from "./syntaxOf.js";

/** Methods of strings that make a regular expression of a text. */
const compiling = new Set(["match", "matchAll", "search"]);

/** Those that only strings have: an index can be searched too. */
const onlyOfStrings = new Set(["match", "matchAll"]);

/**
 * @param {string} source TypeScript.
 * @returns {Promise<{ patterns: { source: string, flags: string, line: number }[], made: { what: string, line: number }[] }>}
 * the literals, and what makes others at run time: those cannot be checked, and one may not even be valid.
 */
export async function patternsIn(source) {
	const { nodes: all, lineOf } = await syntaxOf(source);
	const nodes = [...all];
	const known = new Set(nodes.flatMap(nameOfPattern));
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
		} else if (node.type === "CallExpression" && compilesUnknown(node, known)) {
			const { name } = node.callee.property;
			made.push({ what: `${name}() with what may be a text`, line: lineOf(`.${name}(`) });
		} else if (makesByMethod(node)) {
			const name = nameOf(node.callee.property);
			made.push({ what: `${name}()`, line: lineOf(name) });
		}
	}
	return { patterns, made };
}

function isRegExp({ type, name, value }) {
	return (type === "Identifier" && name === "RegExp") || (type === "Literal" && value === "RegExp");
}

/** The constant that a node makes of a literal pattern, or what it imports: that is checked where it is exported. */
function nameOfPattern({ type, kind, declarations, local }) {
	if (type === "ImportSpecifier") return [local.name];
	if (type !== "VariableDeclaration" || kind !== "const") return [];
	return declarations.flatMap(({ id, init }) => (init?.type === "Literal" && init.regex ? id.name : []));
}

function compilesUnknown({ callee, arguments: [first] }, known) {
	if (callee.type !== "MemberExpression" || callee.computed || !onlyOfStrings.has(callee.property.name)) return false;
	return first !== undefined && !first.regex && !(first.type === "Identifier" && known.has(first.name));
}

/** A pattern's own constructor makes others, and so does its method that gives it another text. */
function makesByMethod({ type, callee }) {
	if ((type !== "CallExpression" && type !== "NewExpression") || callee.type !== "MemberExpression") return false;
	const name = nameOf(callee.property);
	return name === "constructor" || (name === "compile" && callee.object.name !== "WebAssembly");
}

function nameOf({ name, value }) {
	return name ?? value;
}

function compilesText({ callee, arguments: [first] }) {
	if (callee.type !== "MemberExpression" || callee.computed || !compiling.has(callee.property.name)) return false;
	return first?.type === "TemplateLiteral" || (first?.type === "Literal" && typeof first.value === "string");
}
