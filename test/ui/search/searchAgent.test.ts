import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dismissNotifications, reloadWindow, runCommand } from "../../host/workbench";
import { extensionsWith } from "../extensionsWith";
import { openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { written } from "../written";
import { told } from "./searchParts";

describe("search tool: consent in the window", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-agent-"));
		t = await openPanelWindow({ extensionsDir: await extensionsWith("searchAgent", folder) });
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it("asks before an agent of another extension gets anything, until the user agrees, once for the workspace", async () => {
		assert.ok(t);
		const { page } = t.window;
		const search = () => runCommand(page, "Search as an Agent");
		const dialog = page.locator(".monaco-dialog-box").filter({ hasText: "Let agents search this workspace" });
		const refused = told(page, "The agent got: Canceled");
		const ran = told(page, "The agent got an answer.");

		await search();
		await dialog.getByText("It gets the pieces of your files that are found").waitFor();
		await screenshot(page, "search-agent-dark");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await refused.waitFor();
		await dismissNotifications(page);

		await search();
		await dialog.getByRole("button", { name: "Yes" }).click();
		await ran.waitFor();
		await dismissNotifications(page);

		await written(page, "gatehouse.searchToolAllowed", '"gatehouse.searchToolAllowed":true');
		await reloadWindow(page);
		await search();
		await ran.waitFor();
		assert.equal(await dialog.count(), 0);
	});
});
