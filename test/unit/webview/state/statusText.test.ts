import assert from "node:assert/strict";
import { StatusText } from "../../../../src/webview/state/statusText";

describe("panel: the text of the status region", () => {
	let frames: (() => void)[];
	let shown: string[];
	let status: StatusText;
	beforeEach(() => {
		frames = [];
		shown = [];
		status = new StatusText(
			() => shown.push(status.text),
			(run) => frames.push(run),
		);
	});
	const nextFrame = () => {
		for (const run of frames.splice(0)) run();
	};

	it("is the last announcement", () => {
		assert.equal(status.text, "");
		status.say("It begins.");
		status.say("It ends.");
		assert.deepEqual(shown, ["It begins.", "It ends."]);
		assert.equal(frames.length, 0);
	});

	it("is removed for a frame if the same text is announced again, because only a change is read", () => {
		status.say("Copied");
		status.say("Copied");
		assert.equal(status.text, "");
		nextFrame();
		assert.deepEqual(shown, ["Copied", "", "Copied"]);
	});

	it("is the latest one, whatever was repeated in the frame before", () => {
		status.say("It begins.");
		status.say("It begins.");
		status.say("It ends.");
		status.say("It ends.");
		nextFrame();
		nextFrame();
		assert.equal(status.text, "It ends.");
		status.say("It begins.");
		assert.equal(status.text, "It begins.");
	});
});
