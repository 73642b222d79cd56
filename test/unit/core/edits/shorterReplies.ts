import { ofAll } from "./partialReplies";
import type { ReplyCase } from "./replyCases";

const imports = (...names: readonly string[]) =>
	names.map((name) => `import { ${name} } from "./${name.toLowerCase()}";`).join("\n");
const all = imports("Subscription", "Operator", "operate", "Inner", "Subscriber");
const params =
	" * @param {function(value: T, ?index: number): Input} project A function\n * that, when applied to an item of the source, returns an\n * Observable.";
const examples =
	" * Subscribes with a scheduler, for values emited by `a`.\n *\n * ```ts\n * import { of } from 'rxjs';\n * import { subscribeOn } from 'rxjs/operators';\n *";
const blob = (body: string, comment = "") =>
	`${comment} */\nfunction isBlob(object) {\n${body
		.split("\n")
		.map((line) => `\t${line}`)
		.join("\n")}\n}`;
const checks =
	"if (object === null) {\n\treturn false;\n}\nif (typeof object !== 'object') {\n\treturn false;\n}\nconst tag = object[Symbol.toStringTag];\nreturn tag === 'Blob' || tag === 'File';";
const inputs =
	"const finder = require('./finder');\n\nlet current = null;\nconst inputs = new Set<{\n\tblur(): void,\n\tfocus(): void,\n\tmeasure(callback: OnMeasured): void,\n\tmeasureLayout(\n\t\trelativeTo: number,\n\t\tonSuccess: OnLayout,\n\t): void,\n\tsetProps(props: Props): void,\n}>();";
const init = (head: string, calls: readonly string[], last: string) =>
	`*/\n\n${head} {\n${calls.map((call) => `  ${call};\n`).join("")}}\n\n${last};`;

const steps =
	"The server shows the concepts of the\noriginal diagram:\n\n1. Each _child context_ has\naccess to the decorator of\nthe _root context_.\n2. Only one of them has access to\nthe plugin.";
const section =
	'#### Prefixes\n<a id="prefixes"></a>\n\nIf you pass an option with the key `prefix`, the server will\nuse it for all routes inside.\n\nIf you wrap your routes in a plugin, this option will\nnot work.';
const json = (...lines: readonly string[]) => lines.map((line) => `\t\t${line}`).join("\n");

/** Replies that are whole, although they have less than what they replace; and parts that are much like them. */
export const shorterReplies: readonly ReplyCase[] = [
	ofAll(
		"a list of imports without some of them",
		"typescript",
		all,
		`${imports("Operator", "exhaustMap")}\nimport { identity } from "../util/identity";`,
		true,
	),
	ofAll(
		"two imports of three, one of them changed",
		"typescript",
		imports("a1b", "fsp", "path"),
		`${imports("fs2")}\n${imports("path")}`,
		true,
	),
	ofAll(
		"a changed import and its neighbours",
		"typescript",
		all,
		`${imports("Operator")}\nimport { operate } from "../util/lift";\n${imports("Inner")}`,
		false,
	),
	ofAll(
		"the words of a comment in fewer lines",
		"typescript",
		params,
		" * @param project A function that, when applied to an item of the source, returns an\n * Observable.",
		true,
	),
	ofAll(
		"the changed lines of a comment",
		"typescript",
		examples,
		" * Subscribes with a scheduler, for values emitted by `a`.\n * import { of, subscribeOn } from 'rxjs';",
		false,
	),
	ofAll(
		"a function with a shorter body, below less of its comment",
		"javascript",
		blob(checks, " * Based on another implementation (MIT License).\n"),
		blob("return object instanceof Blob;"),
		true,
	),
	ofAll(
		"a statement of one line in place of one of several",
		"typescript",
		inputs,
		"const finder = require('./finder').default;\n\nlet current = null;\nconst inputs = new Set<Instance>();",
		true,
	),
	ofAll(
		"a function that begins below the end of its comment, written in another way",
		"cpp",
		init(
			'extern "C" void init(v8::Local<v8::Object> target)',
			[
				"Nan::HandleScope scope",
				'Nan::SetMethod(target, "kill", PtyKill)',
				'Nan::SetMethod(target, "resize", PtyResize)',
			],
			"NODE_MODULE(pty, init)",
		),
		init(
			"Napi::Object init(Napi::Env env, Napi::Object exports)",
			[
				'exports.Set("kill", Function::New(env, PtyKill))',
				'exports.Set("resize", Function::New(env, PtyResize))',
				"return exports",
			],
			"NODE_API_MODULE(NODE_GYP_MODULE_NAME, init)",
		),
		true,
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
