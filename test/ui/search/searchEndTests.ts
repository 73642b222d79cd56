import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { leaveQuickInput } from "../../host/quickInput";
import { answer, notifications, pick, quickInput, runCommand, showByCommand } from "../../host/workbench";
import { demoKey, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import {
	buildCommand,
	indexStatus,
	isComplete,
	rowOf,
	searchCommand,
	told,
	toldBuilt,
	viewCommand,
} from "./searchParts";

/** Tests of the index's end. They remove the files of the workspace, and the gateway. */
export function searchEndTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		for (const name of await readdir(t.workspace)) {
			await rm(join(t.workspace, name), { recursive: true, force: true });
		}
	});

	it("is not created if there is nothing to index", async () => {
		const { page } = t.window;
		await runCommand(page, buildCommand);
		await notifications(page).filter({ hasText: "There is nothing to index" }).first().waitFor();
		await runCommand(page, "Gatehouse: Pause or Resume Index Build");
		await told(page, /no index of this workspace(?! yet)/).waitFor();
		await showByCommand(page, viewCommand, rowOf(page, "Add Search by Meaning…"));
		await screenshot(page, "search-index-none-dark");
		await writeFile(join(t.workspace, "tide.js"), "export const highTide = (moon) => moon * 12.4;\n");
		await rowOf(page, "Add Search by Meaning…").click();
		await rowOf(page, "Sent to: Demo").click();
		await toldBuilt(page, 1).waitFor();
	});

	it("shows in an open search that it is not up to date, and when it is again", async () => {
		const { page } = t.window;
		const title = quickInput(page).getByText("Search Workspace by Meaning · Index Incomplete");
		const opened = quickInput(page).locator(".quick-input-title", { hasText: "Search Workspace by Meaning" });
		await showByCommand(page, searchCommand, opened);
		const json = { error: { message: "no such key" } };
		const refused = t.gateway.script({ match: "/v1/embeddings", times: 1000, status: 401, json });
		await writeFile(join(t.workspace, "flood.js"), "export const flood = (moon) => moon ** 12.4;\n");
		await rowOf(page, /not complete.*: 1 of 2/s).waitFor();
		await title.waitFor();
		refused.dispose();
		await writeFile(join(t.workspace, "flood.js"), "export const flood = (moon) => moon ** 12.5;\n");
		await title.waitFor({ state: "detached" });
		await rowOf(page, "It is not complete").waitFor({ state: "detached" });
		await leaveQuickInput(page);
	});

	const failed = () => indexStatus(t.window.page, /The index is not complete/);
	/** Refuses the key from the next request, which a new file causes. */
	async function refuseKey(name: string) {
		const json = { error: { message: "no such key" } };
		const refused = t.gateway.script({ match: "/v1/embeddings", times: 1000, status: 401, json });
		await writeFile(join(t.workspace, `${name}.js`), `export const ${name} = (moon) => moon / 12.4;\n`);
		await failed().waitFor();
		return refused;
	}

	it("resumes by itself after a refused key is replaced", async () => {
		const { page } = t.window;
		const refused = await refuseKey("drought");
		refused.dispose();
		await showByCommand(page, "Gatehouse: Set API Key…", quickInput(page).locator("input[type=password]"));
		await answer(page, demoKey);
		await pick(page, "Permanent Key");
		await failed().waitFor({ state: "hidden" });
		await showByCommand(page, viewCommand, isComplete(page));
		await leaveQuickInput(page);
	});

	it("disappears from the status bar with its gateway, and can then be deleted", async () => {
		const { page } = t.window;
		await refuseKey("ebb");
		await runCommand(page, "Gatehouse: Remove Gateway…");
		await page.getByRole("dialog").getByRole("button", { name: "Remove with Its Key" }).click();
		await t.panel.getByPlaceholder("Ask, and connect when you send").waitFor();
		await failed().waitFor({ state: "hidden" });
		await runCommand(page, "Gatehouse: Delete Index…");
		await page.getByRole("dialog").getByRole("button", { name: "Delete Index" }).click();
		await told(page, /index was deleted(?! in)/).waitFor();
		await quickInput(page).waitFor({ state: "hidden" });
		await screenshot(page, "search-ended-dark");
	});
}
