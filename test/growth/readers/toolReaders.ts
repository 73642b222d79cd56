import { callArguments, repairedJson } from "../../../src/core/gateway/tools/callArguments";
import { CallAssembler, type RawCall } from "../../../src/core/gateway/tools/callAssembler";
import {
	callInFunctionTag,
	callInGemma,
	callInJson,
	callsInDeepSeek,
	callsInList,
	callsInPythonTag,
	unfenced,
} from "../../../src/core/gateway/tools/callSyntax";
import { JsonEnd } from "../../../src/core/gateway/tools/jsonEnd";
import { afterLeak, fenceDialect, leakDialects } from "../../../src/core/gateway/tools/leakDialects";
import { LeakedCalls } from "../../../src/core/gateway/tools/leakedCalls";
import { linearPattern } from "../../../src/core/gateway/tools/linearPattern";
import { OpenLeak } from "../../../src/core/gateway/tools/openLeak";
import { QuotedCalls } from "../../../src/core/gateway/tools/quotedCalls";
import { callText, resultText } from "../../../src/core/gateway/tools/toolText";
import { gatewayLimits } from "../../../src/shared/untrusted/limits";
import type { Reader } from "../reader";
import { json } from "./gatewayTokens";

const call = '{"name":"f","arguments":{}}';
const marks = leakDialects.map(({ mark }) => mark);
const leaks = [
	...marks,
	call,
	"</tool_call>",
	"</function>",
	"<parameter=a>",
	"</parameter>",
	"<tool_call|>",
	'<|"|>',
	"call:f{",
	"[ARGS]",
	"[CALL_ID]",
	"<｜tool▁sep｜>",
	"<｜tool▁call▁end｜>",
	"<｜tool▁calls▁end｜>",
	"<|eom_id|>",
	"f>",
	"function",
	"```",
	"```json\n",
	"\n```",
	"`",
	"\n",
	" ",
	";",
	"{",
	"}",
	"[",
	'"',
	"a",
	"<",
];

/** A tool with a text and a number. */
const schema = { type: "object", properties: { a: { type: ["string", "null"] }, b: { type: "number" } } };
const schemaOf = (name: string) => (name === "f" ? schema : undefined);

/** Reads an answer in pieces of this length. */
function readLeaks(text: string, length: number, isPrompted: boolean): readonly unknown[] {
	const reader = new LeakedCalls(schemaOf, isPrompted);
	const texts: string[] = [];
	for (let at = 0; at < text.length; at += length) texts.push(reader.push(text.slice(at, at + length)));
	const rest = reader.end(true);
	const quoted = new QuotedCalls([{ role: "tool", content: text }]);
	const isQuoted = (one: RawCall) => quoted.has(reader.textOf(one) ?? "", one);
	return [texts, rest, reader.calls, reader.calls.map(isQuoted)];
}

/** Looks in a result of this text for a call that it has, and for those that it has but for the first or last character. */
function quotedCalls(text: string): unknown {
	const calls = new QuotedCalls([
		{ role: "assistant", content: "", toolCalls: [{ id: "", name: text, arguments: text }] },
		{ role: "tool", content: text },
	]);
	const most = gatewayLimits.quotedCall;
	return [text.slice(0, most), `${text.slice(0, most - 1)}!`, `!${text.slice(0, most - 1)}`].map((part) =>
		calls.has(part, { name: part, arguments: {} }),
	);
}

function openLeak(text: string): unknown {
	return [...leakDialects, fenceDialect].map((dialect) => {
		const open = new OpenLeak(dialect, schemaOf);
		for (let at = 0; at < text.length; at += 40) {
			const rest = open.push(text.slice(at, at + 40), false);
			if (rest !== undefined) return open.calls;
		}
		return open.push("", true);
	});
}

function assemble(text: string): unknown {
	const assembler = new CallAssembler();
	for (let at = 0; at < text.length; at += 40) {
		const given = text.slice(at, at + 40);
		assembler.push([
			{ index: 0, id: "a", function: { name: "f", arguments: given } },
			{ id: given, function: { arguments: given } },
			{ function: { name: given, arguments: given } },
		]);
	}
	return assembler.calls;
}

const module = (name: string) => `core/gateway/tools/${name}`;

export const toolReaders: readonly Reader[] = [
	{ name: "LeakedCalls", module: module("leakedCalls"), tokens: leaks, read: (text) => readLeaks(text, 1_000, false) },
	{
		name: "LeakedCalls in small pieces",
		module: module("leakedCalls"),
		tokens: leaks,
		read: (text) => readLeaks(text, 7, true),
		cases: {
			"a long open call": (size) => `<tool_call>{"name":"f","arguments":{"a":"${"x".repeat(size)}`,
			"a long open function": (size) => `<function=f><parameter=a>${"</function>".repeat(size / 11)}`,
			"a long open block": (size) => `\`\`\`json\n{"a":"${"`".repeat(size)}`,
			"many calls": (size) => `<tool_call>${call}</tool_call>`.repeat(size / 38),
			"many calls that differ": (size) =>
				Array.from(
					{ length: size / 44 },
					(_, at) => `<tool_call>{"name":"f","arguments":{"b":${at}}}</tool_call>`,
				).join(""),
			"bare JSON": (size) => `{"name":"f","arguments":{"a":"${"x".repeat(size)}"}}`,
		},
	},
	{ name: "QuotedCalls", module: module("quotedCalls"), tokens: leaks, read: quotedCalls },
	{ name: "OpenLeak", module: module("openLeak"), tokens: leaks, read: openLeak },
	{ name: "afterLeak", module: module("leakDialects"), tokens: leaks, read: (text) => afterLeak(text, false) },
	{ name: "CallAssembler", module: module("callAssembler"), tokens: json, read: assemble },
	{ name: "callArguments", module: module("callArguments"), tokens: json, read: (text) => callArguments(text) },
	{
		name: "repairedJson",
		module: module("callArguments"),
		tokens: [...json, "\t", "true"],
		read: (text) => repairedJson(`{${text}`),
	},
	{ name: "JsonEnd", module: module("jsonEnd"), tokens: json, read: (text) => new JsonEnd().read(text) },
	{
		name: "linearPattern",
		module: module("linearPattern"),
		tokens: ["a", "b", "(", ")", "|", "*", "+", "[", "]", "\\d", "{2}", "^", "$"],
		read: (text) => [
			linearPattern(text)?.("ab", { steps: 1_000_000 }),
			linearPattern("(?:a+|[ab]*)+$")?.(text, { steps: Number.POSITIVE_INFINITY }),
		],
	},
	{ name: "callInJson", module: module("callSyntax"), tokens: json, read: callInJson },
	{
		name: "callsInList",
		module: module("callSyntax"),
		tokens: [...json, `${call},`],
		read: (text) => callsInList(`[${text}]`),
	},
	{
		name: "callInFunctionTag",
		module: module("callSyntax"),
		tokens: ["<parameter=a>", "<parameter=b>", "<parameter=", "</parameter>", ">", "a", "\n", "[", "1", " "],
		read: (text) => [callInFunctionTag("f", text), callInFunctionTag("f", text, schema)],
	},
	{
		name: "callInGemma",
		module: module("callSyntax"),
		tokens: ['<|"|>', '"', "\\", "a", ":", "{", "}", ",", " ", "<tool_call|>", "1"],
		read: (text) => callInGemma(`call:f{${text}`),
	},
	{
		name: "callsInPythonTag",
		module: module("callSyntax"),
		tokens: [call, ";", " ", "f.call(", "a=", '"', ")", "\\", "<|eom_id|>", "{", "}", "["],
		read: (text) => [callsInPythonTag(text), callsInPythonTag(`f.call(${text})`)],
	},
	{ name: "callsInDeepSeek", module: module("callSyntax"), tokens: leaks, read: callsInDeepSeek },
	{ name: "unfenced", module: module("callSyntax"), tokens: ["```", "\n", "a", " ", "json"], read: unfenced },
	{
		name: "resultText",
		module: module("toolText"),
		tokens: ["`", "```", "\n", "a"],
		read: (text) => [resultText("f", text), callText({ name: "f", arguments: text })],
	},
];
