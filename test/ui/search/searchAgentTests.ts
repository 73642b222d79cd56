import assert from "node:assert/strict";
import { dismissNotifications, reloadWindow, runCommand } from "../../host/workbench";
import { longRun } from "../longRun";
import type { PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { written } from "../written";
import { told } from "./searchParts";

/** Needs a window with the extension `searchAgent`. */
export function searchAgentTests(shared: () => PanelWindow): void {
	it("asks, once for each workspace, before an agent of another extension gets any results", async () => {
		const { page } = shared().window;
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
		if (longRun) await reloadWindow(page);
		await search();
		await ran.waitFor();
		assert.equal(await dialog.count(), 0);
	});
}
