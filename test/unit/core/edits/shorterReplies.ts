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
];
