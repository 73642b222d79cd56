import assert from "node:assert/strict";
import { copiedText } from "../../../../src/core/context/copiedText";

/** Creates a clipboard with a text, or with a picture, which is not a text and is lost when something is written. */
function clipboardWith(content: { text: string } | { picture: string }) {
	let held: { text?: string; picture?: string } = content;
	return {
		held: () => held,
		readText: async () => held.text ?? "",
		writeText: async (text: string) => {
			held = { text };
		},
	};
}

describe("context: the text that a command copies", () => {
	it("is read, and the clipboard's text is restored", async () => {
		const clipboard = clipboardWith({ text: "before" });
		assert.equal(await copiedText(clipboard, () => clipboard.writeText("selected")), "selected");
		assert.deepEqual(clipboard.held(), { text: "before" });
		assert.equal(await copiedText(clipboard, () => clipboard.writeText("before")), "before");
	});

	it("is empty if the command copies nothing, and the clipboard stays unchanged, even with a picture", async () => {
		for (const content of [{ text: "before" }, { picture: "of a cat" }]) {
			const clipboard = clipboardWith(content);
			assert.equal(await copiedText(clipboard, async () => {}), undefined);
			assert.deepEqual(clipboard.held(), content);
		}
	});

	it("stays in a clipboard that had no text, because other content cannot be restored", async () => {
		const clipboard = clipboardWith({ picture: "of a cat" });
		assert.equal(await copiedText(clipboard, () => clipboard.writeText("selected")), "selected");
		assert.deepEqual(clipboard.held(), { text: "selected" });
	});

	it("is not read when the command fails, and the clipboard's text is restored", async () => {
		const clipboard = clipboardWith({ text: "before" });
		const failure = new Error("no terminal");
		await assert.rejects(
			copiedText(clipboard, () => Promise.reject(failure)),
			failure,
		);
		assert.deepEqual(clipboard.held(), { text: "before" });
	});
});
