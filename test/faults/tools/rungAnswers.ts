import type { ToolRung } from "../../../src/core/gateway/capabilities/capabilities";
import type { ScriptedAnswer } from "../../gateway/script";
import { delta, ended, piece, said } from "./toolCase";

/** The cities of a loop of three calls. */
export const cities = ["Paris", "Oslo", "Rome"];

/** The answers of a gateway on a rung of the ladder of tool calls. */
interface RungAnswers {
	/** The answers that lead a model from the previous rungs to this one. */
	readonly first: readonly Scripted[];
	/** Returns a call of the tool `weather`, or of another one. @param city a text, unless the arguments must not fit. */
	readonly call: (city: unknown, tool?: string) => Scripted;
}
type Scripted = Omit<ScriptedAnswer, "match">;

const streamed = (data: string): Scripted => ({ chunks: [{ type: "bytes", data }] });
const json = (city: unknown, name = "weather") => JSON.stringify({ name, arguments: { city } });
const callPiece = (index: number | undefined, city: unknown, name = "weather") =>
	piece(index, `c-${city}`, name, JSON.stringify({ city }));

/** The answers on each rung, in an order in which one model can go through all of them. */
export const rungAnswers: readonly (RungAnswers & { readonly rung: ToolRung })[] = [
	{ rung: "leaked", first: [], call: (...of) => streamed(said(`<tool_call>${json(...of)}</tool_call>`)) },
	{ rung: "streamed", first: [], call: (...of) => streamed(delta(callPiece(0, ...of)) + ended()) },
	{
		rung: "whole",
		// The stream announces a call, but has none.
		first: [streamed(ended())],
		call: (...of) => ({
			json: {
				choices: [
					{ message: { content: null, tool_calls: [callPiece(undefined, ...of)] }, finish_reason: "tool_calls" },
				],
			},
		}),
	},
	{
		rung: "prompted",
		first: [{ status: 400, json: { error: { message: "This model does not support tools." } } }],
		call: (...of) => streamed(said(`\`\`\`tool_call\n${json(...of)}\n\`\`\``)),
	},
];
