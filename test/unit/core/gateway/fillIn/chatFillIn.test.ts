import assert from "node:assert/strict";
import { chatFillInMessages, FillInTag } from "../../../../../src/core/gateway/fillIn/chatFillIn";
import { fillInPrompt, firstToken, likelyFamilies } from "../../../../../src/core/gateway/fillIn/fillInTokens";

describe("completions: the tag of a chat answer", () => {
	const read = (pieces: readonly string[]) => {
		const tag = new FillInTag();
		return pieces.map((piece) => tag.push(piece)).join("|") + (tag.isClosed ? " closed" : ` ${tag.end()}`);
	};

	it("has the code alone, however the answer is cut", () => {
		assert.equal(read(["<fill>a + b</fill>"]), "a + b closed");
		assert.equal(read(["Sure: <fi", "ll>a", " + b</f", "ill> done"]), "|a| + b| closed");
		assert.equal(read([..."<fill>x < y</fill> z"]).replaceAll("|", ""), "x < y closed");
	});

	it("may be unclosed, or missing", () => {
		assert.equal(read(["<fill>a <"]), "a  <");
		assert.equal(read(["```js\na\n```"]), " ");
	});
});

describe("completions: prompts", () => {
	it("ask in chat with the text before the cursor first, and begin the same while the user types", () => {
		const code = { before: "let a", after: ";", related: "", languageId: "typescript" };
		const [one, other] = [code, { ...code, before: "let ab" }].map((now) => chatFillInMessages(now));
		assert.deepEqual(one?.slice(0, 3), other?.slice(0, 3));
		assert.match(String(one?.[3]?.content), /<before>let a<\/before>\n<after>;<\/after>$/);
	});

	it("contain only their own tokens", () => {
		const prompt = fillInPrompt("qwen", "a<|fim_middle|>b", "c<|endoftext|>");
		assert.equal(prompt, "<|fim_prefix|>ab<|fim_suffix|>c<|fim_middle|>");
		assert.equal(firstToken("x<EOT>y<|im_end|>"), 1);
		assert.equal(firstToken("a < b"), -1);
	});

	it("try a few families, beginning with that of the name", () => {
		assert.deepEqual(likelyFamilies("deepseek-coder-v2"), ["deepseek", "qwen"]);
		assert.deepEqual(likelyFamilies("gpt-x"), ["qwen", "starcoder"]);
	});
});
