import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { goToLine, openFile } from "../../host/workbench";
import { eventually } from "../eventually";
import { ask, focusedBox, messageBox, type PanelWindow, send, stopButton } from "../panelWindow";

export function keyTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await openFile(t.window.page, "budget.ts");
	});
	/** Begins the next answer, which does not end by itself. */
	const neverEnding = () =>
		t.gateway.script({
			match: "/v1/chat/completions",
			chunks: [{ type: "bytes", data: sseChunk("Once upon a time ") }, { type: "stall" }],
		});
	const find = () => t.panel.getByRole("textbox", { name: "Find in conversation" });
	const editorFind = () => t.window.page.locator(".find-widget.visible");
	const cursor = () => t.window.page.locator("#status\\.editor\\.selection").innerText();

	/**
	 * Waits until VS Code has handled every key that it has received: it handles them in order, and the effect of this one,
	 * which the panel does not handle, is visible.
	 */
	async function keysDealtWith(): Promise<void> {
		const { page } = t.window;
		const palette = page.locator(".quick-input-widget input:visible");
		await page.keyboard.press("F1");
		await palette.waitFor();
		await palette.press("Escape");
		await palette.waitFor({ state: "hidden" });
	}

	it("Ctrl+F opens only the conversation's find, and the keyboard stays in it", async () => {
		const { page } = t.window;
		const data = sseChunk("It is findable here, and everywhere else.") + sseChunk({}, "stop");
		t.gateway.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		await ask(t.panel, "Is this findable?");
		await messageBox(t.panel).focus();
		await focusedBox(t.panel).waitFor();
		await page.keyboard.press("ControlOrMeta+F");
		await find().waitFor();
		await page.keyboard.type("findable");
		await keysDealtWith();
		assert.equal(await editorFind().count(), 0, "the editor's find is open");
		assert.equal(await find().inputValue(), "findable");
	});

	it("F3, Enter, the arrows, Ctrl+A and Escape in the find change nothing in the editor", async () => {
		const { page } = t.window;
		await goToLine(page, 4);
		const before = await cursor();
		await find().focus();
		const count = t.panel.getByRole("search").getByRole("status");
		await find().fill("e");
		await count.getByText(/^\d+ of \d+$/).waitFor();
		const first = await count.innerText();
		await page.keyboard.press("F3");
		await eventually(async () => assert.notEqual(await count.innerText(), first));
		await page.keyboard.press("Shift+F3");
		await eventually(async () => assert.equal(await count.innerText(), first));
		for (const key of ["Enter", "ArrowDown", "ArrowUp", "ControlOrMeta+A", "Escape"]) await page.keyboard.press(key);
		await find().waitFor({ state: "detached" });
		await keysDealtWith();
		assert.equal(await cursor(), before);
		assert.equal(await editorFind().count(), 0);
	});

	it("Escape stops an answer, and closes nothing of VS Code's", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await goToLine(page, 4);
		await page.keyboard.press("ControlOrMeta+F");
		await editorFind().waitFor();
		neverEnding();
		await send(t.panel, "Tell me a long story.");
		await stopButton(t.panel).waitFor();
		await page.keyboard.press("Escape");
		await stopButton(t.panel).waitFor({ state: "detached" });
		await keysDealtWith();
		assert.equal(await editorFind().count(), 1, "the editor's find was closed");
		await editorFind().locator("textarea").first().press("Escape");
	});

	it("keys for the suggestions and for sending do not reach the editor", async () => {
		const { page } = t.window;
		await goToLine(page, 4);
		const before = await cursor();
		const heard: string[] = [];
		await t.panel.locator("body").evaluate(() => {
			const keys: string[] = [];
			Object.assign(window, { heardKeys: keys });
			window.addEventListener("keydown", ({ key }) => keys.push(key));
		});
		await messageBox(t.panel).fill("");
		await messageBox(t.panel).pressSequentially("/");
		await t.panel.getByRole("option").first().waitFor();
		for (const key of ["ArrowDown", "ArrowUp", "Escape"]) await page.keyboard.press(key);
		await t.panel.getByRole("option").first().waitFor({ state: "detached" });
		neverEnding();
		await messageBox(t.panel).fill("Sent by Enter");
		await page.keyboard.press("Enter");
		await stopButton(t.panel).waitFor();
		await page.keyboard.press("Escape");
		await stopButton(t.panel).waitFor({ state: "detached" });
		await page.keyboard.press("ArrowUp");
		heard.push(
			...(await t.panel.locator("body").evaluate(() => (window as unknown as { heardKeys: string[] }).heardKeys)),
		);
		// Without the keys that `fill` presses.
		assert.deepEqual(
			heard.filter((key) => key !== "Delete"),
			["/"],
		);
		await keysDealtWith();
		assert.equal(await cursor(), before);
	});
}
