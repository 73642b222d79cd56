import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields } from "../../../shared/untrusted/ownField";
import type { ToolDefinition } from "../gateway";
import { parseObject } from "../parseObject";
import { repairedJson } from "./callArguments";
import type { RawCall } from "./callAssembler";
import { JsonEnd } from "./jsonEnd";

/** The JSON schema of a tool's arguments. */
export type ToolSchema = ToolDefinition["parameters"];

/** Returns the schema of a declared tool; `undefined` if there is none of this name. */
export type FindSchema = (tool: string) => ToolSchema | undefined;

/** The fields of a call in a model's text that hold its arguments. */
const argumentFields = ["arguments", "parameters", "args", "input"];

/** Returns a call without an id. */
const rawCall = (name: string, text: string): RawCall => ({
	id: "",
	name: name.trim().slice(0, gatewayLimits.toolNameLength),
	arguments: text,
});

/** Reads a call from `{"name": …, "arguments": {…}}`, in the spellings that models use; may repair broken JSON. */
export function callInJson(text: string): RawCall | undefined {
	const trimmed = text.trim();
	const repaired = trimmed[0] === "{" ? repairedJson(trimmed) : undefined;
	const value = parseObject(trimmed) ?? (repaired === undefined ? undefined : parseObject(repaired));
	return callInObject(value);
}

function callInObject(value: unknown): RawCall | undefined {
	if (!hasFields(value)) return undefined;
	const call = hasFields(value.function) ? value.function : value;
	const name = typeof call.function === "string" ? call.function : call.name;
	if (typeof name !== "string" || name.trim() === "") return undefined;
	const field = argumentFields.find((each) => Object.hasOwn(call, each));
	const given = field === undefined ? undefined : call[field];
	if (typeof given === "string") return rawCall(name, given);
	return given === undefined || given === null || hasFields(given)
		? rawCall(name, JSON.stringify(given ?? {}))
		: undefined;
}

/** Reads calls from a list of them, or from a single one (Mistral). */
export function callsInList(text: string): RawCall[] | undefined {
	const value = parseObject(text.trim());
	const calls = (Array.isArray(value) ? value : [value]).map(callInObject);
	return calls.length > 0 && calls.every((call) => call !== undefined) ? (calls as RawCall[]) : undefined;
}

/** The name given to a call without one, so that it fails and the model is sent the names of the tools. */
export const namelessCall = "tool_call";
/** Number of characters at the beginning of a call that are searched for its name. */
const longestHead = 2_000;

/**
 * Returns the call that a model tried to make with a text that is not valid JSON, or not the JSON of a call. Its arguments
 * are invalid on purpose: the call fails, and the model gets the reason. `undefined` for a text that does not look like
 * JSON.
 */
export function failedCall(text: string): RawCall | undefined {
	const trimmed = text.trim();
	if (!/^\[?\s{0,20}\{\s{0,20}"/.test(trimmed)) return undefined;
	const [, name = namelessCall] =
		/"(?:name|function)"\s{0,9}:\s{0,9}"([^"]{1,256})"/.exec(trimmed.slice(0, longestHead)) ?? [];
	// Put into a list, which is not valid as arguments: otherwise, valid JSON would be taken for them.
	return rawCall(name, parseObject(trimmed) ? `[${trimmed}]` : trimmed);
}

/**
 * Does the same as `failedCall` for JSON that may be data, such as a configuration that contains a tool's name: returns
 * a call only for text that is not valid JSON, with a name before the first object or list within it.
 */
export function failedTopCall(text: string): RawCall | undefined {
	const trimmed = text.trim();
	if (parseObject(trimmed)) return undefined;
	const open = /^\[?\s{0,20}\{/.exec(trimmed)?.[0].length ?? 0;
	const nested = trimmed.slice(open).search(/[[{]/);
	const call = failedCall(nested < 0 ? trimmed : trimmed.slice(0, open + nested));
	return call && call.name !== namelessCall ? { ...call, arguments: trimmed } : undefined;
}

/**
 * Does the same as `failedCall` for an answer that consists of incomplete JSON; returns `undefined` if the JSON is
 * complete, because text may follow it.
 */
export function tornCall(text: string): RawCall | undefined {
	const end = new JsonEnd();
	end.read(text);
	return end.ended ? undefined : failedCall(text);
}

const parameterMark = "<parameter=";
const parameterEnd = "</parameter>";

/**
 * Reads the call between `<function=NAME>` and its end: a JSON object (Llama), or `<parameter=NAME>` for each value
 * (Qwen Coder), which may lack its closing tag. Values that are not JSON are strings, and so are those that the tool
 * declares as strings, such as the content of a JSON file.
 *
 * @param schema the schema of the tool's arguments; `undefined` for a tool that is not declared.
 */
export function callInFunctionTag(name: string, body: string, schema?: ToolSchema): RawCall | undefined {
	const trimmed = body.trim();
	if (trimmed === "") return rawCall(name, "{}");
	if (trimmed[0] === "{") return rawCall(name, trimmed);
	const values: [string, unknown][] = [];
	let hasEnds = true;
	for (let at = body.indexOf(parameterMark); at >= 0; ) {
		const close = body.indexOf(">", at);
		if (close < 0) break;
		const next = body.indexOf(parameterMark, close);
		const rest = next < 0 ? body.length : next;
		// A value may contain such tags itself: it ends at its own closing tag, if there is one.
		const end: number = hasEnds ? body.indexOf(parameterEnd, close) : -1;
		hasEnds = end >= 0;
		const parameter = body.slice(at + parameterMark.length, close).trim();
		values.push([parameter, parameterValue(body.slice(close + 1, hasEnds ? end : rest), typesOf(parameter, schema))]);
		at = hasEnds ? body.indexOf(parameterMark, end) : next;
	}
	return values.length > 0 ? rawCall(name, JSON.stringify(Object.fromEntries(values))) : undefined;
}

/** Returns the types that a tool declares for a parameter; empty where it declares none. */
function typesOf(parameter: string, schema: ToolSchema | undefined): readonly unknown[] {
	const { properties } = schema ?? {};
	const rules = hasFields(properties) && Object.hasOwn(properties, parameter) ? properties[parameter] : undefined;
	return hasFields(rules) ? [rules.type].flat() : [];
}

/**
 * Parses the value of a parameter: JSON (numbers, literals, lists, objects) unless the parameter takes strings;
 * everything else is returned as text, without its outer line breaks.
 */
function parameterValue(text: string, types: readonly unknown[]): unknown {
	const plain = text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
	if (types.includes("string")) return plain === "null" && types.includes("null") ? null : plain;
	if (!/^(?:true|false|null|-?\d{1,15}(?:\.\d{1,15})?|[[{])/.test(plain)) return plain;
	try {
		return JSON.parse(plain);
	} catch {
		return plain;
	}
}

const gemmaEnd = "<tool_call|>";
const gemmaQuote = '<|"|>';

/** Reads Gemma's `call:NAME{key:<|"|>text<|"|>,other:1}`. */
export function callInGemma(text: string): RawCall | undefined {
	const head = /^\s{0,20}call:([^{\s]{1,200})\s{0,20}(?=\{)/.exec(text);
	if (!head) return undefined;
	const pieces: string[] = [];
	// The texts between Gemma's own quotes are values; outside of them, keys have no quotes.
	const body = text.trimEnd();
	const end = body.endsWith(gemmaEnd) ? body.length - gemmaEnd.length : body.length;
	for (const [at, piece] of body.slice(head[0].length, end).split(gemmaQuote).entries())
		pieces.push(at % 2 === 1 ? JSON.stringify(piece) : quotedKeys(piece));
	return rawCall(head[1] ?? "", pieces.join("").trim());
}

const isNameCharacter = (character: string) => /^[\w.-]$/.test(character);

/** Converts an object whose keys have no quotes, and are followed by this sign, to JSON; leaves strings as they are. */
function quotedKeys(text: string, sign = ":"): string {
	const pieces: string[] = [];
	let from = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at] as string;
		if (character === '"') {
			for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
			continue;
		}
		if (!isNameCharacter(character)) continue;
		const begin = at;
		while (at < text.length && isNameCharacter(text[at] as string)) at++;
		const end = at;
		while (text[at] === " ") at++;
		if (text[at] === sign) {
			pieces.push(text.slice(from, begin), JSON.stringify(text.slice(begin, end)), ":");
			from = at + 1;
		} else at = end - 1;
	}
	return [...pieces, text.slice(from)].join("");
}

/** Matches Llama's tokens for the end of a message. */
const llamaEnds = /<\|(?:eom|eot|end_of_text)(?:_id)?\|>/g;

/** Reads what follows Llama's `<|python_tag|>`: JSON values, separated by semicolons, or `NAME.call(key="text")`. */
export function callsInPythonTag(text: string): RawCall[] | undefined {
	const body = text.replace(llamaEnds, "").trim();
	const code = /^([\w-]{1,200})\.call\(/.exec(body);
	if (code && body.endsWith(")"))
		return [rawCall(code[1] ?? "", `{${quotedKeys(body.slice(code[0].length, -1), "=")}}`)];
	const list = callsInList(body);
	if (list) return list;
	const calls: RawCall[] = [];
	for (let rest = body; rest !== ""; ) {
		if (calls.length >= gatewayLimits.toolCalls) return undefined;
		const end = new JsonEnd().read(rest);
		const call = callInJson(rest.slice(0, end));
		if (!call) return undefined;
		calls.push(call);
		rest = rest.slice(end).replace(/^[\s;]{1,100}/, "");
	}
	return calls.length > 0 ? calls : undefined;
}

const deepSeekBegin = "<｜tool▁call▁begin｜>";
const deepSeekEnd = "<｜tool▁call▁end｜>";
const deepSeekSeparator = "<｜tool▁sep｜>";

/** Reads DeepSeek's calls: `function`, the separator, the name and a block of JSON, or the name, the separator and JSON. */
export function callsInDeepSeek(text: string): RawCall[] | undefined {
	const calls: RawCall[] = [];
	for (const part of text.split(deepSeekBegin).slice(1)) {
		const [head = "", body] = part.split(deepSeekSeparator, 2);
		if (body === undefined) return undefined;
		const content = (body.split(deepSeekEnd, 1)[0] ?? "").trim();
		if (head.trim() !== "function") calls.push(rawCall(head, unfenced(content)));
		else {
			const line = content.indexOf("\n");
			calls.push(
				rawCall(line < 0 ? content : content.slice(0, line), unfenced(line < 0 ? "" : content.slice(line + 1))),
			);
		}
	}
	return calls.length > 0 ? calls : undefined;
}

/** Returns the content of a fenced block, or the text if it is not one. */
export function unfenced(text: string): string {
	const trimmed = text.trim();
	if (!trimmed.startsWith("```")) return trimmed;
	const line = trimmed.indexOf("\n");
	const end = trimmed.endsWith("```") ? trimmed.length - 3 : trimmed.length;
	return line < 0 ? trimmed : trimmed.slice(line + 1, Math.max(line + 1, end)).trim();
}
