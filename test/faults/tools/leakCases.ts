import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { delta, ended, oslo, paris, piece, said, type ToolCase } from "./toolCase";

const call = '{"name": "weather", "arguments": {"city": "Paris"}}';
const other = '{"name": "weather", "arguments": {"city": "Oslo"}}';
const deepSeek = (...calls: string[]) => `<｜tool▁calls▁begin｜>${calls.join("\n")}<｜tool▁calls▁end｜>`;

function leak(name: string, text: string, calls: ToolCase["calls"] = [paris], rest = "", reason = "stop"): ToolCase {
	const learned = (calls ?? []).length > 0 ? "leaked" : "none";
	return { name, body: said(text, reason), calls, text: rest, end: reason, learned };
}

/** Returns a case of a text that is not a call, although it looks like one. */
function plain(name: string, text: string): ToolCase {
	return { name: `no call: ${name}`, body: said(text), text, end: "stop", learned: "none" };
}

function prompted(name: string, text: string, calls: ToolCase["calls"] = [paris], rest = ""): ToolCase {
	const learned = calls.length > 0 ? "prompted" : "none";
	return { name: `prompted: ${name}`, body: said(text), calls, text: rest, end: "stop", rung: "prompted", learned };
}

/** Calls that a model has written into its text. */
export const leakCases: readonly ToolCase[] = [
	leak("Hermes", `<tool_call>\n${call}\n</tool_call>`),
	leak("Hermes, two calls", `<tool_call>${call}</tool_call>\n<tool_call>${other}</tool_call>`, [paris, oslo]),
	leak("Hermes after text", `I look.\n<tool_call>\n${call}\n</tool_call>`, [paris], "I look.\n"),
	leak("Hermes between texts", `I look. <tool_call>${call}</tool_call>Done.`, [paris], "I look. Done."),
	leak("Hermes without the closing tag", `<tool_call>\n${call}`),
	leak("Hermes with parameters", '<tool_call>{"name":"weather","parameters":{"city":"Paris"}}</tool_call>'),
	leak(
		"Hermes with the closing tag in a value",
		'<tool_call>{"name":"weather","arguments":{"city":"</tool_call>"}}</tool_call>',
		[["weather", { city: "</tool_call>" }]],
	),
	leak(
		"Hermes with arguments in a string",
		'<tool_call>{"name":"weather","arguments":"{\\"city\\":\\"Paris\\"}"}</tool_call>',
	),
	leak("Hermes with a brace too few", '<tool_call>{"name":"weather","arguments":{"city":"Paris"}</tool_call>'),
	leak("Hermes, an undeclared tool", '<tool_call>{"name":"rm","arguments":{}}</tool_call>', [["rm", {}]]),
	leak("Hermes, torn", '<tool_call>{"name":"weather","arguments":{"city":"Par\n</tool_call>', [
		["weather", '{"name":"weather","arguments":{"city":"Par'],
	]),
	leak(
		"Hermes, torn after text",
		'I look. <tool_call>{"name":"weather","arguments":{"city":',
		[["weather", '{"name":"weather","arguments":{"city":']],
		"I look. ",
	),
	leak("Hermes with a list as arguments", '<tool_call>{"name":"now","arguments":[1]}</tool_call>', [["now", "[1]"]]),
	leak("Hermes with a number as arguments", '<tool_call>{"name":"now","arguments":5}</tool_call>', [
		["now", '[{"name":"now","arguments":5}]'],
	]),
	leak("Hermes without a name", '<tool_call>{"city":"Paris"}</tool_call>', [["tool_call", '[{"city":"Paris"}]']]),
	leak("Mistral, torn", '[TOOL_CALLS][{"name":"weather","arguments":{"city":"Par', [
		["weather", '[{"name":"weather","arguments":{"city":"Par'],
	]),
	leak("Llama's python tag, torn", '<|python_tag|>{"name":"weather","parameters":{"city":"Par', [
		["weather", '{"name":"weather","parameters":{"city":"Par'],
	]),
	leak("bare JSON, torn", '{"name":"weather","parameters":{"city":"Par', [
		["weather", '{"name":"weather","parameters":{"city":"Par'],
	]),
	leak(
		"Qwen Coder",
		"<tool_call>\n<function=weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
	),
	leak("a function tag with parameters", "<function=weather><parameter=city>Paris</parameter></function>"),
	leak("a function tag with JSON", '<function=weather>{"city": "Paris"}</function>'),
	leak("two function tags", '<function=weather>{"city":"Paris"}</function><function=now></function>', [
		paris,
		["now", {}],
	]),
	leak(
		"a function tag whose value has its closing tag",
		"<function=weather><parameter=city>\n</function>\nx\n</parameter></function>",
		[["weather", { city: "</function>\nx" }]],
	),
	leak(
		"a value that is cut at the length limit",
		"I look.\n<function=weather><parameter=city>Pa",
		[],
		"I look.\n",
		"length",
	),
	leak("Hermes cut at the length limit", '<tool_call>{"name":"weather","arguments":{"city":"Paris"', [], "", "length"),
	leak("Gemma", '<|tool_call>call:weather{city:<|"|>Paris<|"|>}<tool_call|>'),
	leak(
		"Gemma with numbers, lists and quotes",
		'<|tool_call>call:weather{city:<|"|>"a": {b}<|"|>,days:[1,2],at:{x:true}}<tool_call|>',
		[["weather", { city: '"a": {b}', days: [1, 2], at: { x: true } }]],
	),
	leak(
		"Gemma, two calls",
		'<|tool_call>call:weather{city:<|"|>Paris<|"|>}<tool_call|><|tool_call>call:now{}<tool_call|>',
		[paris, ["now", {}]],
	),
	leak("Mistral", `[TOOL_CALLS][${call}, ${other}]`, [paris, oslo]),
	leak("Mistral with a space", `[TOOL_CALLS] [${call}]`),
	leak("Mistral's newer form", '[TOOL_CALLS]weather[ARGS]{"city": "Paris"}'),
	leak("Mistral's newer form with an id", '[TOOL_CALLS]weather[CALL_ID]abc123def[ARGS]{"city": "Paris"}', [
		["weather", { city: "Paris" }, "abc123def"],
	]),
	leak("Mistral's newer form, two calls", '[TOOL_CALLS]weather[ARGS]{"city": "Paris"}[TOOL_CALLS]now[ARGS]{}', [
		paris,
		["now", {}],
	]),
	leak("Llama's python tag", '<|python_tag|>{"name": "weather", "parameters": {"city": "Paris"}}<|eom_id|>'),
	leak("Llama's python tag, two calls", `<|python_tag|>${call}; ${other}`, [paris, oslo]),
	leak("Llama's python tag with code", '<|python_tag|>weather.call(city="Paris")'),
	leak("bare JSON", '{"name": "weather", "parameters": {"city": "Paris"}}'),
	leak("bare JSON with whitespace around", `\n ${call} \n`),
	leak("bare JSON with a type", '{"type": "function", "name": "weather", "parameters": {"city": "Paris"}}'),
	leak(
		"DeepSeek",
		deepSeek('<｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n{"city":"Paris"}\n```<｜tool▁call▁end｜>'),
	),
	leak(
		"DeepSeek's newer form, two calls",
		deepSeek(
			'<｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Paris"}<｜tool▁call▁end｜>',
			'<｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Oslo"}<｜tool▁call▁end｜>',
		),
		[paris, oslo],
	),
	leak(
		"DeepSeek without the outer marks",
		'<｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Paris"}<｜tool▁call▁end｜>',
	),
	{
		name: "the gateway sends the calls and leaves their text",
		body:
			said(`Look. <tool_call>${call}</tool_call>`, "x").replace(/data: \{[^\n]*"finish_reason":"x"[\s\S]*$/, "") +
			delta(piece(0, "a", "weather", '{"city":"Paris"}')) +
			ended(),
		calls: [["weather", { city: "Paris" }, "a"]],
		text: "Look. ",
	},
	{
		name: "a call in the reasoning is none",
		body: sseChunk({ reasoning_content: `<tool_call>${call}</tool_call>` }) + sseChunk("Hi.") + ended("stop"),
		reasoning: `<tool_call>${call}</tool_call>`,
		text: "Hi.",
		end: "stop",
	},
	{
		name: "a call between think tags is none",
		body: said(`<think>Maybe <tool_call>${call}</tool_call></think>Hi.`),
		reasoning: `Maybe <tool_call>${call}</tool_call>`,
		text: "Hi.",
		end: "stop",
	},
	{
		name: "a call after think tags",
		body: said(`<think>Hm.</think><tool_call>${call}</tool_call>`),
		reasoning: "Hm.",
		calls: [paris],
		end: "stop",
		learned: "leaked",
	},
	{
		name: "an answer that is interrupted within a call",
		body: sseChunk("Look. ") + sseChunk("<tool_call>") + sseChunk('{"name": "wea'),
		text: "Look. ",
		end: "interrupted",
	},
	{
		name: "an answer that is interrupted after a call",
		body: sseChunk("Look. ") + sseChunk(`<tool_call>${call}</tool_call>`),
		text: "Look. ",
		end: "interrupted",
	},
	{
		name: "an answer about Llama's tag that is interrupted",
		body: sseChunk("Llama writes <|python_tag|> before") + sseChunk(" its calls, and then"),
		text: "Llama writes <|python_tag|> before its calls, and then",
		end: "interrupted",
	},
	leak("Llama's python tag before text", `<|python_tag|>${call}; ${other}\nDone.`, [paris, oslo], "Done."),
	leak("Llama's python tag with code before text", '<|python_tag|>weather.call(city="Paris")\nDone.', [paris], "Done."),
	plain("Llama's tag in a sentence", "Llama writes <|python_tag|> before its JSON.\n\nThat is all."),
	plain("Llama's tag before other code", '<|python_tag|>print("hello")\nand more'),
	plain("Gemma's tag in a sentence", "Gemma writes <|tool_call> before its calls.\n\nThat is all."),
	plain(
		"DeepSeek's tags in a sentence",
		"It writes <｜tool▁calls▁begin｜> first, then <｜tool▁call▁begin｜> for each.\n\nThat is all.",
	),
	plain("a question about the tag", "Hermes writes `<tool_call>` before its JSON."),
	plain("the tag in a sentence", "It uses <tool_call> tags and <function=NAME or [TOOL_CALLS] marks."),
	plain(
		"a call in a fenced block",
		`For example:\n\n\`\`\`xml\n<tool_call>${call}</tool_call>\n\`\`\`\n\nThat is all.`,
	),
	plain("a call in inline code", `Write \`<tool_call>${call}</tool_call>\` for it.`),
	plain("an example with an elision", "Hermes writes <tool_call>{...}</tool_call> for it."),
	plain("torn bare JSON of an undeclared tool", '{"name": "rm", "arguments": {"path": "/'),
	plain("bare JSON after text", `Here: ${call}`),
	plain("bare JSON before text", `${call}\n\nThis calls the weather.`),
	plain("bare JSON of an undeclared tool", '{"name": "rm", "arguments": {}}'),
	plain("bare JSON that is data", '{"name": "Ada", "born": 1815}'),
	plain("other JSON", '{"city": "Paris", "days": [1, 2]}'),
	plain("a mark that the answer ends with", "a < b and <tool"),
	plain("an HTML page", "<function>x</function> <tool>y</tool> <t"),
	plain("a fenced call without being asked for one", `\`\`\`json\n${call}\n\`\`\``),
	prompted("a block as asked", `I look.\n\n\`\`\`tool_call\n${call}\n\`\`\``, [paris], "I look.\n\n"),
	prompted("a block named json", `\`\`\`json\n${call}\n\`\`\``),
	prompted("a block without a name", `\`\`\`\n${call}\n\`\`\``),
	prompted("a block that is not closed", `\`\`\`tool_call\n${call}`),
	prompted("two blocks", `\`\`\`tool_call\n${call}\n\`\`\`\n\n\`\`\`tool_call\n${other}\n\`\`\``, [paris, oslo]),
	prompted("a list in a block", `\`\`\`tool_call\n[${call}, ${other}]\n\`\`\``, [paris, oslo]),
	prompted("a block that is torn", '```tool_call\n{"name":"weather","arguments":{"city":"Par\n```', [
		["weather", '{"name":"weather","arguments":{"city":"Par'],
	]),
	prompted("a block of an undeclared tool", '```tool_call\n{"name":"rm","arguments":{}}\n```', [["rm", {}]]),
	prompted("a block without a tool's name", '```tool_call\n{"city":"Paris"}\n```', [
		["tool_call", '[{"city":"Paris"}]'],
	]),
	prompted("a block named json that is torn", '```json\n{"name":"weather","arguments":{"city":"Par\n```', [
		["weather", '{"name":"weather","arguments":{"city":"Par'],
	]),
	prompted(
		"torn data is text",
		'```json\n{"name":"Ada","born":{"city":"Lon\n```',
		[],
		'```json\n{"name":"Ada","born":{"city":"Lon\n```',
	),
	prompted("the model's own syntax", `<tool_call>${call}</tool_call>`),
	prompted("bare JSON", call),
	prompted(
		"a block of data is text",
		'```json\n{"city": "Paris"}\n```\nDone.',
		[],
		'```json\n{"city": "Paris"}\n```\nDone.',
	),
	...[
		["that names a declared tool within", '{"mcpServers":[{"name":"weather","url":"http://x"}]}'],
		["that names a declared tool in a list", '[{"kind":"server","name":"weather","arguments":[1]},{"city":"Paris"}]'],
		["that names a declared tool, with a list as arguments", '{"title":"x","server":{"name":"weather","args":["-y"]}}'],
		["that is torn, and names a declared tool within", '{"mcpServers":[{"name":"weather","url":"http://x"}'],
		["that is torn, and quotes a declared tool's name", '{"note":"the \\"name\\":\\"weather\\" is","city":"Par'],
	].map(([name, data]) => {
		const block = `\`\`\`json\n${data}\n\`\`\``;
		return prompted(`a block of data ${name}`, block, [], block);
	}),
	prompted("a list that is torn in a block named json", '```json\n[{"name":"weather","arguments":{"city":"Par\n```', [
		["weather", '[{"name":"weather","arguments":{"city":"Par'],
	]),
	prompted(
		"a torn block named json whose name is not first",
		'```json\n{"id":1,"name":"weather","arguments":{"city":Par}}\n```',
		[["weather", '{"id":1,"name":"weather","arguments":{"city":Par}}']],
	),
	prompted("a block of code is text", "```ts\nlet a = 1;\n```", [], "```ts\nlet a = 1;\n```"),
	prompted(
		"an undeclared tool is text",
		'```json\n{"name":"rm","arguments":{}}\n```',
		[],
		'```json\n{"name":"rm","arguments":{}}\n```',
	),
];
