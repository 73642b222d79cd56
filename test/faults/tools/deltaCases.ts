import { sseChunk, sseDone, sseEvent } from "../../gateway/endpoints/sseChunk";
import { delta, ended, oslo, paris, piece, type ToolCase } from "./toolCase";

const city = '{"city":"Paris"}';
const withId = (call: typeof paris, id: string) => [call[0], call[1], id] as const;
const whole = (message: object, reason = "tool_calls") =>
	JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: reason }] });
/** Returns a case of one call whose arguments arrive as this text. */
const torn = (name: string, text: string, given: unknown, reason = "tool_calls"): ToolCase => ({
	name: `arguments: ${name}`,
	body: delta(piece(0, "a", "weather", "")) + delta(piece(0, undefined, undefined, text)) + ended(reason),
	calls: [["weather", given as string, "a"]],
	end: reason,
});

/** Calls in the deltas of streams and in whole completions. */
export const deltaCases: readonly ToolCase[] = [
	{
		name: "the documented form: id and name first, then pieces of the arguments",
		body:
			delta(piece(0, "call_1", "weather", "")) +
			delta(piece(0, undefined, undefined, '{"ci')) +
			delta(piece(0, undefined, undefined, 'ty":"Par')) +
			delta(piece(0, undefined, undefined, 'is"}')) +
			ended(),
		calls: [withId(paris, "call_1")],
	},
	{
		name: "a call whole in one delta",
		body: delta(piece(0, "a", "weather", city)) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "an empty list beside each text, then the call in a whole message",
		body:
			sseEvent({ choices: [{ index: 0, delta: { content: "I look.", tool_calls: [] } }] }) +
			sseEvent({
				choices: [
					{
						index: 0,
						message: { content: "I look.", tool_calls: [piece(0, "a", "weather", city)] },
						finish_reason: "tool_calls",
					},
				],
			}) +
			sseDone,
		calls: [withId(paris, "a")],
		text: "I look.",
	},
	{
		name: "two calls in one delta",
		body: delta(piece(0, "a", "weather", city), piece(1, "b", "now", "{}")) + ended(),
		calls: [withId(paris, "a"), ["now", {}, "b"]],
	},
	{
		name: "two calls whose pieces alternate",
		body:
			delta(piece(0, "a", "weather", ""), piece(1, "b", "weather", "")) +
			delta(piece(1, undefined, undefined, '{"city":')) +
			delta(piece(0, undefined, undefined, '{"city":"Pa')) +
			delta(piece(1, undefined, undefined, '"Oslo"}')) +
			delta(piece(0, undefined, undefined, 'ris"}')) +
			ended(),
		calls: [withId(paris, "a"), withId(oslo, "b")],
	},
	{
		name: "Ollama: each call whole with index 0 and its own id",
		body: delta(piece(0, "a", "weather", city)) + delta(piece(0, "b", "now", "{}")) + ended("stop"),
		calls: [withId(paris, "a"), ["now", {}, "b"]],
		end: "stop",
	},
	{
		name: "each call whole with index 0, without ids",
		body:
			delta(piece(0, undefined, "weather", city)) + delta(piece(0, undefined, "weather", '{"city":"Oslo"}')) + ended(),
		calls: [paris, oslo],
	},
	{
		name: "two tools with equal arguments, index 0, without ids",
		body: delta(piece(0, undefined, "weather", "{}")) + delta(piece(0, undefined, "now", "{}")) + ended(),
		calls: [
			["weather", {}],
			["now", {}],
		],
	},
	{
		name: "no index",
		body:
			delta(piece(undefined, "a", "weather", '{"city":')) +
			delta(piece(undefined, undefined, undefined, '"Paris"}')) +
			delta(piece(undefined, "b", "now", "{}")) +
			ended(),
		calls: [withId(paris, "a"), ["now", {}, "b"]],
	},
	{
		name: "no index and no ids, whole calls of the same tool",
		body:
			delta(piece(undefined, undefined, "weather", city)) +
			delta(piece(undefined, undefined, "weather", '{"city":"Oslo"}')) +
			ended(),
		calls: [paris, oslo],
	},
	{
		name: "no index, pieces named by their id",
		body:
			delta(piece(undefined, "a", "weather", '{"city":')) +
			delta(piece(undefined, "a", undefined, '"Paris"}')) +
			ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the name is repeated in every delta",
		body:
			delta(piece(0, "a", "weather", '{"city"')) +
			delta(piece(0, "a", "weather", ':"Paris"')) +
			delta(piece(0, "a", "weather", "}")) +
			ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the id is null after the first delta",
		body:
			delta(piece(0, "a", "weather", "{")) +
			delta({ index: 0, id: null, function: { name: null, arguments: '"city":"Paris"}' } }) +
			ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the id is empty after the first delta",
		body: delta(piece(0, "a", "weather", '{"city":"Paris"')) + delta(piece(0, "", "", "}")) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "a new id in every delta of a call",
		body: delta(piece(0, "a", "weather", '{"city":')) + delta(piece(0, "b", undefined, '"Paris"}')) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the id comes after the name",
		body: delta(piece(0, undefined, "weather", "")) + delta(piece(0, "a", undefined, city)) + ended(),
		calls: [withId(paris, "a")],
	},
	{ name: "no id", body: delta(piece(0, undefined, "weather", city)) + ended(), calls: [paris] },
	{
		name: "the same id for both calls",
		body: delta(piece(0, "call", "weather", city)) + delta(piece(1, "call", "now", "{}")) + ended(),
		calls: [withId(paris, "call"), ["now", {}]],
	},
	{
		name: "the name in pieces",
		body:
			delta(piece(0, "a", "wea", "")) +
			delta(piece(0, undefined, "ther", "")) +
			delta(piece(0, undefined, undefined, city)) +
			ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the name with the prefix functions.",
		body: delta(piece(0, "a", "functions.weather", city)) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "arguments as an object",
		body: delta(piece(0, "a", "weather", { city: "Paris" })) + ended(),
		calls: [withId(paris, "a")],
	},
	{ name: "no arguments", body: delta(piece(0, "a", "now")) + ended(), calls: [["now", {}, "a"]] },
	{ name: "arguments null", body: delta(piece(0, "a", "now", null)) + ended(), calls: [["now", {}, "a"]] },
	{ name: "arguments empty", body: delta(piece(0, "a", "now", "")) + ended(), calls: [["now", {}, "a"]] },
	{
		name: "name and arguments without a function",
		body: delta({ id: "a", name: "weather", arguments: { city: "Paris" } }) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "one call without a list",
		body: sseEvent({ choices: [{ delta: { tool_calls: piece(0, "a", "weather", city) } }] }) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "the older function_call in pieces",
		body:
			sseEvent({ choices: [{ delta: { function_call: { name: "weather", arguments: "" } } }] }) +
			sseEvent({ choices: [{ delta: { function_call: { arguments: '{"city":' } } }] }) +
			sseEvent({ choices: [{ delta: { function_call: { arguments: '"Paris"}' } } }] }) +
			ended("function_call"),
		calls: [paris],
		end: "function_call",
	},
	{
		name: "text before the call",
		body: sseChunk("Let me ") + sseChunk("look.") + delta(piece(0, "a", "weather", city)) + ended(),
		text: "Let me look.",
		calls: [withId(paris, "a")],
	},
	{
		name: "text and a call in one delta",
		body:
			sseEvent({ choices: [{ delta: { content: "Look", tool_calls: [piece(0, "a", "weather", '{"city":')] } }] }) +
			sseEvent({ choices: [{ delta: { content: "ing", tool_calls: [piece(0, undefined, undefined, '"Paris"}')] } }] }) +
			ended(),
		text: "Looking",
		calls: [withId(paris, "a")],
	},
	{
		name: "texts of one form, then the same form with calls",
		body:
			sseEvent({ choices: [{ delta: { content: "a", tool_calls: [] } }] }) +
			sseEvent({ choices: [{ delta: { content: "b", tool_calls: [] } }] }) +
			sseEvent({ choices: [{ delta: { content: "c", tool_calls: [piece(0, "a", "weather", city)] } }] }) +
			ended(),
		text: "abc",
		calls: [withId(paris, "a")],
	},
	{
		name: "reasoning before the call",
		body: sseChunk({ reasoning_content: "I need it." }) + delta(piece(0, "a", "weather", city)) + ended(),
		reasoning: "I need it.",
		calls: [withId(paris, "a")],
	},
	{
		name: "finish_reason stop in spite of calls",
		body: delta(piece(0, "a", "weather", city)) + ended("stop"),
		calls: [withId(paris, "a")],
		end: "stop",
	},
	{
		name: "finish_reason stop in every delta",
		body:
			sseEvent({
				choices: [{ delta: { tool_calls: [piece(0, "a", "weather", '{"city":')] }, finish_reason: "stop" }],
			}) +
			sseEvent({
				choices: [{ delta: { tool_calls: [piece(0, undefined, undefined, '"Paris"}')] }, finish_reason: "stop" }],
			}) +
			sseDone,
		calls: [withId(paris, "a")],
		end: "stop",
	},
	{
		name: "the call and the end in one chunk",
		body:
			sseEvent({
				choices: [{ delta: { tool_calls: [piece(0, "a", "weather", city)] }, finish_reason: "tool_calls" }],
			}) + sseDone,
		calls: [withId(paris, "a")],
	},
	{
		name: "the whole message is repeated after the deltas",
		body:
			delta(piece(0, "a", "weather", city)) +
			sseEvent({
				choices: [
					{ message: { content: null, tool_calls: [piece(0, "a", "weather", city)] }, finish_reason: "tool_calls" },
				],
			}) +
			sseDone,
		calls: [withId(paris, "a")],
	},
	{
		name: "the whole call is repeated in the last delta",
		body:
			delta(piece(0, "a", "weather", '{"city":')) +
			delta(piece(0, undefined, undefined, '"Paris"}')) +
			delta(piece(0, "a", "weather", city)) +
			ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "a whole completion",
		body: whole({
			content: null,
			tool_calls: [piece(undefined, "a", "weather", city), piece(undefined, "b", "now", "{}")],
		}),
		calls: [withId(paris, "a"), ["now", {}, "b"]],
	},
	{
		name: "a whole completion with text",
		body: whole({ content: "Looking.", tool_calls: [piece(undefined, "a", "weather", city)] }),
		text: "Looking.",
		calls: [withId(paris, "a")],
	},
	{
		name: "Ollama's own form",
		body: `${JSON.stringify({ message: { content: "", tool_calls: [{ function: { name: "weather", arguments: { city: "Paris" } } }] }, done: false })}\n${JSON.stringify({ message: { content: "" }, done: true, done_reason: "stop" })}\n`,
		calls: [paris],
		end: "stop",
	},
	{ name: "an undeclared tool", body: delta(piece(0, "a", "rm", "{}")) + ended(), calls: [["rm", {}, "a"]] },
	{
		name: "entries that are no calls",
		body: delta(null, 7, "x", [], {}, piece(0, "a", "weather", city)) + ended(),
		calls: [withId(paris, "a")],
	},
	{
		name: "an empty list of calls beside text",
		body: sseEvent({ choices: [{ delta: { content: "Hi", tool_calls: [] } }] }) + ended("stop"),
		text: "Hi",
		end: "stop",
	},
	{
		name: "calls null beside text",
		body: sseEvent({ choices: [{ delta: { content: "Hi", tool_calls: null } }] }) + ended("stop"),
		text: "Hi",
		end: "stop",
	},
	{
		name: "a stream that ends within the call",
		body: delta(piece(0, "a", "weather", '{"city":')),
		end: "failed",
	},
	{
		name: "a stream that ends after a whole call, without a reason",
		body: sseChunk("Look") + delta(piece(0, "a", "weather", city)),
		text: "Look",
		end: "interrupted",
	},
	{
		name: "an error after the call",
		body: sseChunk("Look") + delta(piece(0, "a", "weather", city)) + sseEvent({ error: { message: "Upstream died" } }),
		text: "Look",
		end: "interrupted",
	},
	torn("within a JSON string", JSON.stringify(city), { city: "Paris" }),
	torn("a closing brace too few", '{"city":"Paris"', { city: "Paris" }),
	torn("a closing brace too many", '{"city":"Paris"}}', { city: "Paris" }),
	torn("two brackets too few", '{"city":"Paris","days":["Mo"', { city: "Paris", days: ["Mo"] }),
	torn("a comma before the end", '{"city":"Paris",}', { city: "Paris" }),
	torn("a line break within a string", '{"city":"Pa\nris"}', { city: "Pa\nris" }),
	torn("whitespace around", ` \n${city}\n `, { city: "Paris" }),
	torn("cut within a string: no repair", '{"city":"Par', '{"city":"Par'),
	torn("cut within a number: no repair", '{"city":1', '{"city":1'),
	torn("cut before a value: no repair", '{"city":', '{"city":'),
	torn("cut at the length limit: no repair", '{"city":"Paris"', '{"city":"Paris"', "length"),
	torn("complete at the length limit", city, { city: "Paris" }, "length"),
	torn("a list: no repair", '["Paris"]', '["Paris"]'),
	torn("words: no repair", "Paris", "Paris"),
	torn("two objects: no repair", '{"city":"Paris"}{"city":"Oslo"}', '{"city":"Paris"}{"city":"Oslo"}'),
	torn("brackets that do not match: no repair", '{"city":"Paris"]', '{"city":"Paris"]'),
	torn(
		"nested too deeply: no repair",
		`{"city":${"[".repeat(600)}${"]".repeat(600)}}`,
		`{"city":${"[".repeat(600)}${"]".repeat(600)}}`,
	),
];
