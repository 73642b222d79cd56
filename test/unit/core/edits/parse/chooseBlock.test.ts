import assert from "node:assert/strict";
import { chooseBlock } from "../../../../../src/core/edits/parse/chooseBlock";
import { replyBlocks } from "../../../../../src/core/edits/parse/replyBlocks";

const before = [
	"void post() {",
	"\tif (box.isOpen()) {",
	"\t\tbox.post();",
	"\t} else {",
	"\t\tlog(waiting);",
	"\t}",
	"}",
];
const fence = (...lines: readonly string[]) => `\`\`\`\n${lines.join("\n")}\n\`\`\`\n`;
const chosen = (...blocks: readonly string[]) =>
	chooseBlock(replyBlocks(blocks.join("\nOr:\n\n")), { before, languageId: "java", path: "Box.java" });

describe("several blocks of an answer", () => {
	it("are refused if all of them consist of old lines only", () => {
		const [empty, short] = [fence("void post() {", "}"), fence("void post() {", "\t\tbox.post();", "}")];
		assert.ok("refused" in chosen(empty, short));
		assert.ok("refused" in chosen(short, empty));
	});

	it("are the version with new lines if the others quote old ones", () => {
		const version = ["void post() {", "\tbox.postLater();", "}"];
		assert.deepEqual(chosen(fence(...version), fence("\t\tbox.post();")), version);
	});
});
