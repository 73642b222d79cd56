import assert from "node:assert/strict";
import { StreamedBox } from "../../../../src/core/actions/streamedBox";

describe("commit message: its box", () => {
	it("does not take an earlier text of ours, reported late, for the user's", () => {
		const box = { value: "begun" };
		const streamed = new StreamedBox(box);
		streamed.write("Add");
		streamed.write("Add a test");
		box.value = "Add";
		assert.equal(streamed.isEdited, false);
		streamed.restore();
		assert.equal(box.value, "begun");
	});

	it("stays empty when the user empties it, also if it began empty", () => {
		const box = { value: "" };
		const streamed = new StreamedBox(box);
		assert.equal(streamed.isEdited, false, "nothing was written yet");
		streamed.write("Add");
		box.value = "";
		assert.equal(streamed.isEdited, true);
	});

	it("keeps what the user types", () => {
		const box = { value: "" };
		const streamed = new StreamedBox(box);
		streamed.write("Add");
		box.value = "Add my own";
		assert.equal(streamed.isEdited, true);
		streamed.restore();
		assert.equal(box.value, "Add my own");
	});
});
