import type { ToolRung } from "../../../src/core/gateway/capabilities/capabilities";
import type { ToolArguments, ToolDefinition } from "../../../src/core/gateway/gateway";
import { sseChunk, sseDone, sseEvent } from "../../gateway/endpoints/sseChunk";

/** The tools that every case offers. */
export const caseTools: readonly ToolDefinition[] = [
	{
		name: "weather",
		description: "Says the weather.",
		parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
	},
	{ name: "now", description: "Says the time.", parameters: { type: "object", properties: {} } },
];

/** A call as a case expects it: its name and arguments, and its id if the gateway sent one. */
export type ExpectedCall = readonly [name: string, given: ToolArguments, id?: string];

/** One answer with tool calls as gateways send it, or one that must not be read as such. */
export interface ToolCase {
	readonly name: string;
	readonly body: string;
	readonly text?: string;
	readonly reasoning?: string;
	readonly calls?: readonly ExpectedCall[];
	/** The finish reason; `interrupted` or `failed` for an answer that is not complete. */
	readonly end?: string;
	/** The rung that was sent; "streamed" by default. */
	readonly rung?: ToolRung;
	/** The rung that is learned; by default that of the calls in the deltas, or none without calls. */
	readonly learned?: ToolRung | "none";
}

/** Returns an event with these calls in its delta. */
export const delta = (...calls: readonly unknown[]) =>
	sseEvent({ choices: [{ index: 0, delta: { tool_calls: calls } }] });
/** Returns a piece of a call, in the form of OpenAI's API. */
export const piece = (index: number | undefined, id: string | undefined, name: string | undefined, text?: unknown) => ({
	...(index === undefined ? {} : { index }),
	...(id === undefined ? {} : { id, type: "function" }),
	function: { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { arguments: text }) },
});
export const ended = (reason = "tool_calls") => sseChunk({}, reason) + sseDone;

/** Returns events with the text in small pieces, and the end of the answer. */
export function said(text: string, reason = "stop"): string {
	return (text.match(/[\s\S]{1,7}/gu) ?? []).map((part) => sseChunk(part)).join("") + sseChunk({}, reason) + sseDone;
}

export const paris: ExpectedCall = ["weather", { city: "Paris" }];
export const oslo: ExpectedCall = ["weather", { city: "Oslo" }];

const parisCall = '{"name": "weather", "arguments": {"city": "Paris"}}';
/** The call for `paris` as a model writes it into its text, in each dialect. */
export const dialectCalls: Readonly<Record<string, string>> = {
	Hermes: `<tool_call>${parisCall}</tool_call>`,
	"a function tag": "<function=weather><parameter=city>Paris</parameter></function>",
	Gemma: '<|tool_call>call:weather{city:<|"|>Paris<|"|>}<tool_call|>',
	Mistral: `[TOOL_CALLS][${parisCall}]`,
	Llama: `<|python_tag|>${parisCall}<|eom_id|>`,
	"bare JSON": parisCall,
	DeepSeek:
		"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n" +
		'{"city":"Paris"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
};
