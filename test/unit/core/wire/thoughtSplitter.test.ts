import assert from "node:assert/strict";
import { ThoughtSplitter } from "../../../../src/core/wire/thoughtSplitter";

function split(pieces: readonly string[]) {
	const splitter = new ThoughtSplitter();
	const all = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
	const join = (type: string) => all.map((piece) => (piece.type === type ? piece.text : "")).join("");
	return { text: join("text"), reasoning: join("reasoning") };
}

describe("ThoughtSplitter", () => {
	for (const [name, whole, expected] of [
		["a thought and an answer", "<think>hm, a < b</think>So.", { reasoning: "hm, a < b", text: "So." }],
		["blanks before it", "\n <think>hm</think>\n\nSo.", { reasoning: "hm", text: "\n\nSo." }],
		["another name for it", "<thinking>hm</thinking>So.", { reasoning: "hm", text: "So." }],
		["no thought", "So <think>is a tag</think>.", { reasoning: "", text: "So <think>is a tag</think>." }],
		["a tag of another kind", "<thread>x</thread>", { reasoning: "", text: "<thread>x</thread>" }],
		["half of a tag and no more", "<thi", { reasoning: "", text: "<thi" }],
		["a thought that is cut off", "<think>hm </thi", { reasoning: "hm </thi", text: "" }],
		["an empty thought", "<think></think>So.", { reasoning: "", text: "So." }],
		["blanks alone", "  \n", { reasoning: "", text: "  \n" }],
		["nothing", "", { reasoning: "", text: "" }],
	] as const) {
		it(`tells ${name}, cut anywhere`, () => {
			assert.deepEqual(split([whole]), expected);
			assert.deepEqual(split([...whole]), expected);
			for (let at = 1; at < whole.length; at++) {
				assert.deepEqual(split([whole.slice(0, at), whole.slice(at)]), expected, `cut at ${at}`);
			}
		});
	}
});
