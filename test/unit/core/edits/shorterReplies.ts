import { ofAll } from "./partialReplies";
import { fenced, type ReplyCase } from "./replyCases";

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

/** Creates a case whose place is a whole document of Markdown. */
const ofText = (name: string, before: string, text: string, isWhole: boolean): ReplyCase => ({
	...ofAll(name, "markdown", before, text, isWhole),
	reply: `\`\`\`\`markdown\n${text}\n\`\`\`\``,
});

/** Replies with less than they replace: parts of it, which are refused, and complete ones that look similar. */
export const shorterReplies: readonly ReplyCase[] = [
	ofAll(
		"the changed lines of statements, one of which has a bracket in a string",
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
		"values without the one that contains the last of them",
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
	ofAll(
		"a value that contains others, with a comment after it",
		"jsonc",
		json('"a": 1,', '"b": {', '\t"c": 2', "}"),
		json('"a": 1,', '"b": { // why', '\t"c": 3', "}"),
		true,
	),
	ofAll(
		"a comment of several lines within a value that contains others",
		"jsonc",
		json('"a": 1,', '"b": {', '\t"c": 2', "}"),
		json('"a": 1,', '"b": {', "/* Above", "\tthe value. */", '\t"c": 3', "}"),
		true,
	),
	ofAll(
		"a value on the line below its key",
		"json",
		json('"a": 1,', '"b": 2'),
		json('"a":', '\t"a long value",', '"b": 3'),
		true,
	),
	ofAll(
		"values below one on the line of their bracket",
		"json",
		json('"a": 1,', '"b": ["one", "two"]'),
		json('"a": 2,', '"b": ["one",', '      "two"]'),
		true,
	),
	ofAll(
		"values without the one that contains the last of them, below an address",
		"jsonc",
		json('"a": "http://a",', '"b": "http://b",', '"c": {', '\t"d": 2', "}"),
		json('"b": "http://other", // {', '\t"d": 3,', '\t"e": 4'),
		false,
	),
	ofText(
		"commands in a fence without their comment",
		`Install it:\n\n${fenced("# first\nnpm install\nnpm start", "bash")}`,
		`Install it:\n\n${fenced("npm ci\nnpm start", "bash")}`,
		true,
	),
	ofText(
		"values in a fence without the beginnings of their items",
		`Set it:\n\n${fenced("- one\n- two\n- three: 4", "yaml")}`,
		`Set it:\n\n${fenced("one: 2\nthree: 4", "yaml")}`,
		true,
	),
	{
		name: "commands selected in a fence, without their comment",
		document: "Install it:\n\n```bash\n«\n# first\nnpm install\nnpm start\n»\n```\n",
		reply: fenced("npm ci\nnpm start", ""),
		expected: "Install it:\n\n```bash\nnpm ci\nnpm start\n```\n",
		languageId: "markdown",
	},
	ofText(
		"indented commands without their comment",
		"Install it:\n\n    # first\n    npm install\n    npm start",
		"Install it:\n\n    npm ci\n    npm start",
		true,
	),
	ofText(
		"commands in a fence, without the heading above",
		`## Install\n\nDo it once:\n\n${fenced("# first\nnpm install\nnpm start", "bash")}\n\nThat is all.`,
		`Do it twice:\n\n${fenced("# first\nnpm ci\nnpm start", "bash")}\n\nThat is all.`,
		false,
	),
	ofText(
		"headings in another form, with fewer lines below",
		"# Title\n\nThe first line.\n\nThe second line.\n\nThe third line.\n\nThe fourth line.",
		"<h1>Title</h1>\n\nThe first line.\n\nThe second line and the fourth line.",
		true,
	),
	ofAll(
		"requirements without their comment",
		"plaintext",
		"# of the server\nflask==2.0\nrequests==2.1",
		"flask==3.0\nrequests==2.1",
		true,
	),
];
