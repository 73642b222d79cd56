import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { openPanel, pick, rows, showByCommand } from "../../host/workbench";
import { eventually } from "../eventually";
import { answers, ask, type PanelWindow, questions, send, stopButton } from "../panelWindow";
import { pictureOf } from "../screenshot";

export function twoWindowTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let page: Page;
	let other: FrameLocator;
	before(async () => {
		t = shared();
		await ask(t.panel, "Asked in the first");
		// Another window of the same VS Code, with its own extension host.
		page = await t.window.page.context().newPage();
		await page.goto(t.window.url);
		other = await openPanel(page);
		await showByCommand(page, "Gatehouse: Show Conversations", rows(page).filter({ hasText: "Asked in the first" }));
		await pick(page, "Asked in the first");
		await questions(other).getByText("Asked in the first").waitFor();
	});
	after(() => page?.close());

	const stalling = (text: string) =>
		t.gateway.script({
			match: "/v1/chat/completions",
			chunks: [{ type: "bytes", data: sseChunk(text) }, { type: "stall" }],
		});

	it("each sees the other's questions and answers", async () => {
		await ask(other, "Asked in the second");
		await questions(t.panel).getByText("Asked in the second").waitFor();
		await answers(t.panel).nth(1).getByRole("button", { name: "Retry", exact: true }).waitFor();
		await ask(t.panel, "And back in the first");
		await questions(other).getByText("And back in the first").waitFor();
		await answers(other).nth(2).getByRole("button", { name: "Retry", exact: true }).waitFor();
		assert.deepEqual(await questions(t.panel).allInnerTexts(), await questions(other).allInnerTexts());
		assert.deepEqual(
			await answers(t.panel).locator(".markdown").allInnerTexts(),
			await answers(other).locator(".markdown").allInnerTexts(),
		);
		await pictureOf(page, "two-windows");
	});

	it("an answer that streams in one window streams in the other, and can be stopped there", async () => {
		stalling("Half a sentence");
		await send(t.panel, "Go on and on");
		await answers(other).last().getByText("Half a sentence").waitFor();
		await stopButton(other).click();
		await answers(t.panel).last().getByText("Stopped").waitFor();
		await answers(other).last().getByText("Stopped").waitFor();
	});

	it("text that was reasoning moves into its fold in both, while it streams and after its end", async () => {
		let [think, end] = [() => {}, () => {}];
		const thought = new Promise<void>((resolve) => (think = resolve));
		const ended = new Promise<void>((resolve) => (end = resolve));
		t.gateway.script({
			match: "/v1/chat/completions",
			chunks: [
				{ type: "bytes", data: sseChunk("Let me see,\n") },
				{ type: "wait", until: thought },
				{ type: "bytes", data: sseChunk("so.\n</thi") + sseChunk("nk>") + sseChunk("\n\nIt is ") },
				{ type: "wait", until: ended },
				{ type: "bytes", data: sseChunk("four.") + sseChunk({}, "stop") },
			],
		});
		await send(t.panel, "Think");
		for (const panel of [t.panel, other]) await answers(panel).last().getByText("Let me see,").waitFor();
		think();
		const shows = async (panel: FrameLocator, text: string) => {
			const answer = answers(panel).last();
			await answer.locator(".markdown").getByText(text, { exact: true }).waitFor();
			assert.equal((await answer.locator(".markdown").innerText()).trim(), text);
			const thoughts = answer.locator(".reasoning .thoughts");
			await eventually(async () => assert.equal(await thoughts.textContent(), "Let me see,\nso.\n"));
		};
		for (const panel of [t.panel, other]) await shows(panel, "It is");
		end();
		for (const panel of [t.panel, other]) await shows(panel, "It is four.");
	});
}
