import type { RawCall } from "./callAssembler";
import {
	callInFunctionTag,
	callInGemma,
	callInJson,
	callsInDeepSeek,
	callsInList,
	callsInPythonTag,
	type FindSchema,
	failedCall,
	failedTopCall,
	namelessCall,
	unfenced,
} from "./callSyntax";

/**
 * The syntax in which a family of models writes calls, as it appears in an answer if the gateway does not read them.
 */
export interface LeakDialect {
	/** The characters that begin a call. */
	readonly mark: string;
	/**
	 * How the end of a call is found: after the JSON value or the function tag that begins it; after several values with
	 * semicolons between them, or a line of code; or at this text.
	 */
	readonly end: "value" | "values" | { readonly mark: string };
	/**
	 * Returns where the value begins in the text after the mark; `undefined` if more text is needed to decide, and -1 if
	 * this is not a call, but text that mentions the mark. Absent where the mark is enough.
	 */
	begins?(head: string): number | undefined;
	/** Reads the calls from the text after the mark, to its end; `undefined` if there are none. */
	read(body: string, schemaOf: FindSchema): readonly RawCall[] | undefined;
}

const one = (call: RawCall | undefined) => (call ? [call] : undefined);

function readFunction(body: string, schemaOf: FindSchema): readonly RawCall[] | undefined {
	const end = body.indexOf(">");
	if (end < 0) return undefined;
	const rest = body.slice(end + 1);
	const close = rest.lastIndexOf("</function>");
	const name = body.slice(0, end).trim();
	return one(callInFunctionTag(name, close < 0 ? rest : rest.slice(0, close), schemaOf(name)));
}

const functionMark = "<function=";

/** Reads Hermes' JSON, or Qwen Coder's function tag within the same tag. */
function readHermes(body: string, schemaOf: FindSchema): readonly RawCall[] | undefined {
	const trimmed = body.trimStart();
	if (trimmed.startsWith(functionMark)) return readFunction(trimmed.slice(functionMark.length), schemaOf);
	// The closing tag is in the text only if the JSON before it is broken.
	const end = trimmed.lastIndexOf("</tool_call>");
	const torn = end < 0 ? trimmed : trimmed.slice(0, end);
	return one(callInJson(trimmed) ?? callInJson(torn) ?? failedCall(torn));
}

/** Matches what precedes the arguments in Mistral's newer syntax. */
const mistralHead = /^\s{0,20}([\w.-]{1,256})(?:\[CALL_ID\]([\w-]{1,256}))?(?:\[ARGS\])?\s{0,20}$/;

/** Reads Mistral's list of calls, or its newer `NAME[ARGS]{…}`, which may have `[CALL_ID]…` before the arguments. */
function readMistral(body: string): readonly RawCall[] | undefined {
	const begin = body.indexOf("{");
	const head = begin >= 0 && begin < 600 ? mistralHead.exec(body.slice(0, begin)) : null;
	if (head) return [{ id: head[2] ?? "", name: head[1] ?? "", arguments: body.slice(begin).trim() }];
	return callsInList(body) ?? one(failedCall(body));
}

/** Returns where the JSON after Mistral's mark begins: a list, or an object after a name; see `LeakDialect.begins`. */
function mistralBegins(head: string): number | undefined {
	const trimmed = head.trimStart();
	if (trimmed === "" && head.length < 100) return undefined;
	if (trimmed[0] === "[" || trimmed[0] === "{") return head.length - trimmed.length;
	const begin = head.indexOf("{");
	if (begin >= 0) return begin < 600 && mistralHead.test(head.slice(0, begin)) ? begin : -1;
	return /^[\s\w.\-[\]]{0,600}$/.test(head) ? undefined : -1;
}

/** Returns where the value after Hermes' mark begins. */
function hermesBegins(head: string): number | undefined {
	const trimmed = head.trimStart();
	if (trimmed === "") return head.length < 100 ? undefined : -1;
	if (trimmed[0] === "{" || trimmed.startsWith(functionMark)) return head.length - trimmed.length;
	return functionMark.startsWith(trimmed) ? undefined : -1;
}

/** Returns where the value after a function tag begins. */
function functionBegins(head: string): number | undefined {
	const open = /^[\w.-]{1,256}(>\s{0,20}(?:(\S)|$))?/.exec(head);
	if (!open) return head === "" ? undefined : -1;
	if (open[1] === undefined) return open[0].length === head.length && head.length < 256 ? undefined : -1;
	if (open[2] === undefined) return undefined;
	return open[2] === "{" || open[2] === "<" ? open[0].length - 1 : -1;
}

/** Returns where the values after Llama's tag begin: JSON, or `NAME.call(`. */
function pythonBegins(head: string): number | undefined {
	const trimmed = head.trimStart();
	if (trimmed === "") return head.length < 100 ? undefined : -1;
	if (trimmed[0] === "[" || trimmed[0] === "{") return head.length - trimmed.length;
	const name = /^[\w-]{1,200}/.exec(trimmed)?.[0] ?? "";
	const rest = trimmed.slice(name.length, name.length + codeCall.length);
	if (name === "" || !codeCall.startsWith(rest)) return -1;
	return rest === codeCall ? head.length - trimmed.length : undefined;
}

/** The text that follows a tool's name in code. */
const codeCall = ".call(";

/** Returns a `begins` for a value that begins with this text, after optional whitespace. */
function beginsWith(begin: string): (head: string) => number | undefined {
	return (head) => {
		const trimmed = head.trimStart();
		if (trimmed === "") return head.length < 100 ? undefined : -1;
		if (trimmed.startsWith(begin)) return head.length - trimmed.length;
		return begin.startsWith(trimmed) ? undefined : -1;
	};
}

function readPythonTag(body: string): readonly RawCall[] | undefined {
	return callsInPythonTag(body) ?? one(failedCall(body));
}

const deepSeekCall = "<｜tool▁call▁begin｜>";
const deepSeekSeparator = "<｜tool▁sep｜>";

/** Returns where the call after DeepSeek's inner mark begins: with a name and the separator. */
function deepSeekBegins(head: string): number | undefined {
	const name = /^\s{0,20}[\w.-]{0,256}\s{0,20}/.exec(head)?.[0] ?? "";
	const rest = head.slice(name.length, name.length + deepSeekSeparator.length);
	if (!deepSeekSeparator.startsWith(rest)) return -1;
	return rest === deepSeekSeparator ? 0 : undefined;
}

/** The dialects with a mark; bare JSON has none. */
export const leakDialects: readonly LeakDialect[] = [
	{ mark: "<tool_call>", end: "value", begins: hermesBegins, read: readHermes },
	{ mark: functionMark, end: "value", begins: functionBegins, read: readFunction },
	{
		mark: "<|tool_call>",
		end: { mark: "<tool_call|>" },
		begins: beginsWith("call:"),
		read: (body) => one(callInGemma(body)),
	},
	{ mark: "[TOOL_CALLS]", end: "value", begins: mistralBegins, read: readMistral },
	{ mark: "<|python_tag|>", end: "values", begins: pythonBegins, read: readPythonTag },
	{
		mark: "<｜tool▁calls▁begin｜>",
		end: { mark: "<｜tool▁calls▁end｜>" },
		begins: beginsWith(deepSeekCall),
		read: callsInDeepSeek,
	},
	{
		mark: deepSeekCall,
		end: { mark: "<｜tool▁call▁end｜>" },
		begins: deepSeekBegins,
		read: (body) => callsInDeepSeek(deepSeekCall + body),
	},
];

/** The name of the fenced blocks that a model without `tools` is asked to write. */
export const fenceName = namelessCall;
/** Names that models give such a block instead. */
const fenceNames = [fenceName, "json", "tool", "tool_code", ""];

/**
 * The fenced blocks of models that are not sent `tools`. A block with another name counts only if it calls a declared
 * tool, because it may be data.
 */
export const fenceDialect = {
	mark: "```",
	end: { mark: "\n```" },
	read(body: string, schemaOf: FindSchema): readonly RawCall[] | undefined {
		const content = unfenced(`\`\`\`${body}`);
		const isNamed = body.startsWith(fenceName);
		const failed = isNamed ? failedCall : failedTopCall;
		const calls = one(callInJson(content)) ?? callsInList(content) ?? one(failed(content));
		const isCall = isNamed || calls?.every(({ name }) => schemaOf(name) !== undefined);
		return isCall ? calls : undefined;
	},
	/** Returns whether a text that begins with a backtick begins such a block. */
	opens(text: string, isLast: boolean): "yes" | "no" | "maybe" {
		const head = text.slice(0, 60);
		const open = /^```([a-z_]{0,20})[ \t]{0,9}\r?\n\s{0,20}(?:([^\s])|$)/.exec(head);
		if (open) {
			if (!fenceNames.includes(open[1] ?? "")) return "no";
			if (open[2] === undefined) return isLast ? "no" : "maybe";
			return open[2] === "{" || open[2] === "[" ? "yes" : "no";
		}
		return !isLast && /^`{1,3}(?:(?<=```)[a-z_]{0,20}[ \t]{0,9}\r?)?$/.test(head) ? "maybe" : "no";
	},
} as const satisfies LeakDialect & Readonly<Record<string, unknown>>;

/** Texts that end a call, in all dialects. Neither they nor the whitespace between them belong to the answer's text. */
const closers = ["</tool_call>", "</function>", "<tool_call|>", "<|eom_id|>", "<|eot_id|>", "<｜tool▁calls▁end｜>"];

/**
 * Returns the text after a call, without closing marks and leading whitespace; `undefined` if more text is needed to
 * decide.
 */
export function afterLeak(text: string, isLast: boolean): string | undefined {
	let rest = text.trimStart();
	for (;;) {
		const closer = closers.find((each) => rest.startsWith(each));
		if (closer === undefined) break;
		rest = rest.slice(closer.length).trimStart();
	}
	if (!isLast && rest !== "" && closers.some((each) => each.length > rest.length && each.startsWith(rest)))
		return undefined;
	return rest;
}
