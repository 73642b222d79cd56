import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { answers, ask, messageBox, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { type Deeds, everyLinkAsks, nothingRan, watch } from "./deeds";
import { hostileHost, hostileSnippets } from "./hostileSnippets";

export function hostileWindowTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let deeds: Deeds;
	before(() => {
		t = shared();
		deeds = watch(t.window.page);
	});

	it("runs nothing, requests nothing, and every link asks first: one of 29", async () => {
		for (const [i, snippet] of hostileSnippets.entries()) {
			if (i % 29 > 0) continue;
			const thought = sseChunk({ reasoning_content: snippet });
			const data = thought + sseChunk(`Snippet ${i}.\n\n${snippet}\n`) + sseChunk({}, "stop");
			t.gateway.script({ chunks: [{ type: "bytes", data }] });
			await ask(t.panel, `Say ${i}`);
			await answers(t.panel).last().getByText(`Snippet ${i}.`, { exact: true }).waitFor();
		}
		await nothingRan(t.panel, t.window.page, deeds);
		assert.ok((await everyLinkAsks(t.panel)) > 2);
		await screenshot(t.window.page, "hostile-html-dark");
	});

	it("shows VS Code's question, with the whole address, when a link is pressed", async () => {
		const { page } = t.window;
		const data = sseChunk(`See [the site](https://${hostileHost}/a?b=c).\n`) + sseChunk({}, "stop");
		t.gateway.script({ chunks: [{ type: "bytes", data }] });
		const answer = await ask(t.panel, "Where?");
		await answer.getByRole("link", { name: "the site" }).click();
		const question = page.getByRole("dialog").filter({ hasText: `https://${hostileHost}/a?b=c` });
		await question.waitFor();
		await screenshot(page, "hostile-link-dark");
		await question.getByRole("button", { name: "Cancel" }).click();
		await question.waitFor({ state: "detached" });
		await nothingRan(t.panel, page, deeds);
		await messageBox(t.panel).waitFor();
	});
}
