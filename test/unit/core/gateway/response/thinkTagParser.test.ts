import assert from "node:assert/strict";
import { ThinkTagParser } from "../../../../../src/core/gateway/response/thinkTagParser";

function split(pieces: readonly string[]) {
	const splitter = new ThinkTagParser();
	const all = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
	let [text, reasoning] = ["", ""];
	for (const piece of all) {
		if (piece.type === "text") text += piece.text;
		else if (piece.type === "reasoning") reasoning += piece.text;
		else [text, reasoning] = ["", reasoning + text];
	}
	return { text, reasoning };
}

describe("answer: thoughts between tags", () => {
	for (const [name, whole, expected] of [
		["a thought and an answer", "<think>hm, a < b</think>So.", { reasoning: "hm, a < b", text: "So." }],
		["a thought after spaces", "\n <think>hm</think>\n\nSo.", { reasoning: "hm", text: "\n\nSo." }],
		["a thought with another tag name", "<thinking>hm</thinking>So.", { reasoning: "hm", text: "So." }],
		["a thought with the third tag name", "<thought>hm</thought>So.", { reasoning: "hm", text: "So." }],
		["no thought", "So <think>is a tag</think>.", { reasoning: "", text: "So <think>is a tag</think>." }],
		["a tag of another kind", "<thread>x</thread>", { reasoning: "", text: "<thread>x</thread>" }],
		["half of a tag", "<thi", { reasoning: "", text: "<thi" }],
		["a thought that is cut off", "<think>hm </thi", { reasoning: "hm </thi", text: "" }],
		["an empty thought", "<think></think>So.", { reasoning: "", text: "So." }],
		["only spaces", "  \n", { reasoning: "", text: "  \n" }],
		["nothing", "", { reasoning: "", text: "" }],
		[
			"a thought whose opening tag is missing",
			"hm, a < b\n</think>\n\nSo.",
			{ reasoning: "hm, a < b\n", text: "\n\nSo." },
		],
		["a thought without line breaks", "It is 4.</think>4", { reasoning: "It is 4.", text: "4" }],
		["a thought that ends with a space", "It is 4. </thinking>Four", { reasoning: "It is 4. ", text: "Four" }],
		[
			"a thought that ends within a sentence",
			"所能为您提供</think>\n\n帮助",
			{ reasoning: "所能为您提供", text: "\n\n帮助" },
		],
		[
			"a thought between two words",
			"Okay, the user says hi</think>Hello!",
			{ reasoning: "Okay, the user says hi", text: "Hello!" },
		],
		["a thought ending in brackets", "hm (so it is 4)</think>\n\n4", { reasoning: "hm (so it is 4)", text: "\n\n4" }],
		["a thought without an answer", "hm\n </think>", { reasoning: "hm\n ", text: "" }],
		["an answer without its thought", "</think>So.", { reasoning: "", text: "So." }],
		["a thought before emphasis", "hm\n</think>**So** it is.", { reasoning: "hm\n", text: "**So** it is." }],
		["a sentence before emphasis", "It is 4.</think>**4**", { reasoning: "It is 4.", text: "**4**" }],
		["a thought before a quotation", "hm.\n\n</think>“So” it is.", { reasoning: "hm.\n\n", text: "“So” it is." }],
		["a thought before a space", "hm\n</think> So.", { reasoning: "hm\n", text: " So." }],
		["a sentence before a space", "It is 4.</think> Four", { reasoning: "It is 4.", text: " Four" }],
		["a thought before spaces at a line's end", "hm\n</think>  \nso", { reasoning: "hm\n", text: "  \nso" }],
		["an answer after a space without its thought", "</think> 4", { reasoning: "", text: " 4" }],
		["the first of two ends", "hm.</think>a.</think>b", { reasoning: "hm.", text: "a.</think>b" }],
		[
			"a thought after code",
			"`a` and ``b ` c``\n- a\n  ```js\nlet a;\n  ```\n~~~\n```\n~~~\n```a``` `\n</think>So.",
			{
				reasoning: "`a` and ``b ` c``\n- a\n  ```js\nlet a;\n  ```\n~~~\n```\n~~~\n```a``` `\n",
				text: "So.",
			},
		],
	] as const) {
		it(`separates ${name}, cut anywhere`, () => {
			assert.deepEqual(split([whole]), expected);
			assert.deepEqual(split([...whole]), expected);
			for (let at = 1; at < whole.length; at++) {
				assert.deepEqual(split([whole.slice(0, at), whole.slice(at)]), expected, `cut at ${at}`);
			}
		});
	}

	for (const text of [
		"The tag `</think>` ends it.",
		"``a ` </think>``",
		"Write:\n```\n</think>\n```\nor not.",
		"- Write:\n  ````md\n  ```\n  </think>\n  ````",
		"> ~~~\n> </think>\n> ~~~",
		"```js\n```js\n</think>\n```",
		"Write:\n\n    </think>\n",
		'A "</think>" and a (</think>), and </think>, too. Or **</think>**.',
		"The end is </think> there.",
		"Strip the reasoning up to </think>\n\n- Keep the answer",
		"## What is </think>\n\nIt ends a thought.",
		"- </think>\n- <|end|>\n",
		"|</think>|end|\n",
		"(<think>)?/</think>\n",
		"<code></think></code>\n",
		"La balise «\u00a0</think>\u00a0» et «\u202f</think>\u202f».",
		"Das Tag „</think>“ endet",
		"标签</think>表示「</think>」",
		"Add the stop sequence </think>",
		"Add it.\n</think> is the end.",
		"It ends at</think>",
		'It ends with "So.</think>" and more.',
		"It ends with **So.</think>** or more.",
		"It ends with 'So.</think>'.",
		"The end. </think> So.",
		"Add it.\n</think>          So.",
		"```js\n</think>\nSo.",
		"First `<think>`, then\n</think>\nSo.",
		"a < b, a</b>, </thin or </thinks>",
		"a</think",
		"a </thought>",
	]) {
		it(`leaves ${JSON.stringify(text)} as it is, cut anywhere`, () => {
			for (let at = 1; at < text.length; at++) {
				assert.deepEqual(split([text.slice(0, at), text.slice(at)]), { text, reasoning: "" }, `cut at ${at}`);
			}
			assert.deepEqual(split([...text]), { text, reasoning: "" });
		});
	}

	it("holds back only what may become a tag", () => {
		const splitter = new ThinkTagParser();
		const shown = ["So", " a <", " b", "`</", "think>` ", "c"].map((piece) =>
			splitter
				.push(piece)
				.map(({ text }) => text)
				.join(""),
		);
		assert.deepEqual(shown, ["So", " a ", "< b", "`", "</think>` ", "c"]);
	});

	it("leaves a closing tag in the text if the gateway separates reasoning", () => {
		for (const before of [[], ["a"], ["a</th"]]) {
			const splitter = new ThinkTagParser();
			for (const piece of before) splitter.push(piece);
			splitter.keepUnopened();
			assert.deepEqual(
				splitter.push("</think>b").map(({ type }) => type),
				["text"],
			);
		}
	});
});
