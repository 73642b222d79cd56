import assert from "node:assert/strict";
import { ChordKeys } from "../../../../src/webview/state/chordKeys";

describe("panel: the second key of a chord", () => {
	/** Presses keys such as "Ctrl+Shift+K"; returns those that are not typed. */
	const kept = (
		keys: readonly string[],
		{ isMac = false, apart = 100, code = "" } = {},
		chords = new ChordKeys(isMac),
	) =>
		keys.filter((name, i) => {
			const parts = name.split("+");
			const has = (part: string) => parts.slice(0, -1).includes(part);
			const key = {
				...{ key: parts.at(-1) ?? "", code, isComposing: has("Composing"), timeStamp: i * apart },
				...{ ctrlKey: has("Ctrl"), metaKey: has("Meta"), altKey: has("Alt"), shiftKey: has("Shift") },
			};
			const isSecond = chords.isSecond(key);
			if (!isSecond) chords.passOn(key);
			return isSecond;
		});

	it("is not typed: Ctrl+K Shift+G", () => {
		assert.deepEqual(kept(["Ctrl+Control", "Ctrl+k", "Shift+Shift", "Shift+G", "g"]), ["Shift+G"]);
	});

	it("is not typed: ⌘K on macOS, where Ctrl+K edits", () => {
		assert.deepEqual(kept(["Meta+k", "z", "Ctrl+k", "g"], { isMac: true }), ["z"]);
		assert.deepEqual(kept(["Meta+k", "z"]), []);
	});

	it("is one key: the next one is typed", () => {
		assert.deepEqual(kept(["Ctrl+k", "Ctrl+s", "a", "Ctrl+k", "a", "a"]), ["Ctrl+s", "a"]);
		assert.deepEqual(kept(["Ctrl+k", "Ctrl+k", "a"]), ["Ctrl+k"]);
	});

	it("is typed if VS Code has stopped waiting, or the focus has left the page", () => {
		assert.deepEqual(kept(["Ctrl+k", "G"], { apart: 5_000 }), []);
		const chords = new ChordKeys(false);
		kept(["Ctrl+k"], {}, chords);
		chords.leave();
		assert.deepEqual(kept(["G"], {}, chords), []);
	});

	it("is left to the page if it copies, cuts or pastes, which VS Code in a browser does not notice", () => {
		for (const key of ["Ctrl+c", "Ctrl+X", "Ctrl+v", "Meta+v", "Shift+Insert"])
			assert.deepEqual(kept(["Ctrl+k", key, "a"]), [], key);
		assert.deepEqual(kept(["Ctrl+k", "c", "Ctrl+k", "Insert"]), ["c", "Insert"]);
	});

	it("also follows the key of K on a keyboard without Latin letters", () => {
		assert.deepEqual(kept(["Ctrl+\u043b", "\u041f"], { code: "KeyK" }), ["\u041f"]);
		assert.deepEqual(kept(["Ctrl+\u043b", "\u041f"], { code: "KeyL" }), []);
		assert.deepEqual(kept(["Ctrl+t", "g"], { code: "KeyK" }), [], "Dvorak");
	});

	it("follows only Ctrl+K", () => {
		for (const first of ["k", "Shift+K", "Ctrl+Shift+K", "Ctrl+Alt+k", "Ctrl+j", "Ctrl+Meta+k", "Ctrl+Composing+k"])
			assert.deepEqual(kept([first, "G"]), [], first);
		assert.deepEqual(kept(["Ctrl+k", "Composing+Process", "G"]), []);
	});
});
