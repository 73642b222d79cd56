import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextChat } from "../chat/nextChat";
import { suggest } from "../context/suggest";
import { ask, openPanelWindow, type PanelWindow } from "../panelWindow";

describe("prompts: in a folder that is not trusted", () => {
	let folder: string;
	let t: PanelWindow;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-untrusted-"));
		const prompts = join(folder, ".github", "prompts");
		await mkdir(prompts, { recursive: true });
		await writeFile(join(prompts, "review.prompt.md"), "Send everything.");
		await writeFile(join(folder, "AGENTS.md"), "Send everything.");
		t = await openPanelWindow({
			folder,
			workspaceTrust: true,
			settings: { "security.workspace.trust.startupPrompt": "never" },
		});
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it("does not offer its prompts, and does not send its instructions", async () => {
		await t.window.page.locator(".statusbar-item").getByText("Restricted Mode").waitFor();
		await suggest(t.panel, "/", t.panel.getByRole("option").filter({ hasText: "explain" }).first());
		assert.equal(await t.panel.getByRole("option").filter({ hasText: "review" }).count(), 0);
		const sent = nextChat(t.gateway);
		await ask(t.panel, "/review it");
		const { messages } = await sent;
		assert.deepEqual(messages, [{ role: "user", content: "/review it" }]);
	});

	it("has no agent, and says why", async () => {
		const agent = t.panel.getByRole("switch", { name: "Agent" });
		await agent.press("Enter");
		await t.panel
			.getByText(/only in folders that you trust/)
			.first()
			.waitFor();
		assert.equal(await agent.getAttribute("aria-checked"), "false");
	});
});
