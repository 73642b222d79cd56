import { ofAll } from "./partialReplies";
import type { ReplyCase } from "./replyCases";

const steps =
	"The server shows the concepts of the\noriginal diagram:\n\n1. Each _child context_ has\naccess to the decorator of\nthe _root context_.\n2. Only one of them has access to\nthe plugin.";
const section =
	'#### Prefixes\n<a id="prefixes"></a>\n\nIf you pass an option with the key `prefix`, the server will\nuse it for all routes inside.\n\nIf you wrap your routes in a plugin, this option will\nnot work.';
const calls = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, at) => `\thandle${from + at}(value${from + at});\n`).join("");
const work = (body: string) => `export function work(input) {\n\tcheck(input);\n${body}\treturn done();\n}`;
const modules = (...names: readonly string[]) =>
	names.map((name) => `import { ${name} } from "./${name[0]}";`).join("\n");
const json = (...lines: readonly string[]) => lines.map((line) => `\t\t${line}`).join("\n");

/** Replies that have less than what they replace: parts of it, which are refused, and whole ones that are much like them. */
export const shorterReplies: readonly ReplyCase[] = [
	ofAll(
		"the changed lines of statements, one of which has a bracket in a text",
		"javascript",
		`setup();\nrun();\nconst open = "(";\n${calls(0, 12)}finish();\nlog();`,
		'setup(1);\nrun();\nconst open = "{}";',
		false,
	),
	ofAll(
		"the changed lines of statements, one of which has a bracket in a pattern",
		"javascript",
		`const start = performance.now();\nconst pattern = /\\(/;\n${calls(0, 4)}await finish(start);\nreport(start);`,
		"const begin = Date.now();\nconst pattern = /x/;\nawait finish(start);\nreport(begin);",
		false,
	),
	ofAll(
		"a changed import and those below it",
		"typescript",
		modules("aOne", "bOne", "cOne", "dOne", "eOne", "fOne", "gOne", "hOne"),
		`import { dOne, dTwo } from "./d";\n${modules("eOne", "fOne", "gOne")}`,
		false,
	),
	ofAll(
		"two imports of three, one of them changed",
		"typescript",
		modules("aOne", "bOne", "cOne"),
		`import { bOne, bTwo } from "./b";\n${modules("cOne")}`,
		false,
	),
	ofAll(
		"the head, a changed line and the end of a documented function",
		"javascript",
		`/**\n * Does the work.\n * It takes long. */\n${work(calls(0, 10))}`,
		"export function work(input) {\n\tcheck(input, true);\n}",
		false,
	),
	ofAll(
		"changed lines of a list, without the beginnings of its items",
		"markdown",
		steps,
		"The server shows concepts of the\naccess to the decorator of\n   the _root context_.\n   the plugin.",
		false,
	),
	ofAll(
		"a list as a paragraph",
		"markdown",
		steps,
		"Of the original diagram, the server shows that each _child context_ has access to\nthe decorator of the _root context_, and one of them to the plugin. Each has it\nfrom its parent, and none from its children, which is what the diagram shows\nas well.",
		true,
	),
	ofAll(
		"the changed lines of a section, without its heading",
		"markdown",
		section,
		"If an option with the key `prefix` is passed, the server will\nuse it for all routes inside.\nIf routes are wrapped in a plugin, this option will\nnot work there.",
		false,
	),
	ofAll(
		"values without the one that holds the last of them",
		"json",
		json('"image": true,', '"size": true,', '"defaults": {', '\t"image": true', "}"),
		json('"gradient": true,', '\t"image": true,', '\t"gradient": true'),
		false,
	),
	ofAll(
		"values with fewer of them",
		"json",
		json('"image": true,', '"size": true,', '"defaults": {', '\t"image": true', "}"),
		json('"image": true,', '"defaults": {', '\t"image": false', "}"),
		true,
	),
];
