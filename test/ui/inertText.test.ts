import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { notifications, runCommand, showNotification } from "../host/workbench";
import { openPanelWindow, type PanelWindow } from "./panelWindow";

/** A link that VS Code would draw, and whose command is easy to see: it opens an editor without a name. */
const link = "[renew this key](command:workbench.action.files.newUntitledFile)";
/** The same as it is to be read. */
const inert = "[renew this key] (command:workbench.action.files.newUntitledFile)";

/** Asserts that a text is shown as text: it has no link, and what it says is to be read. */
async function assertInert(shown: Locator, text = inert): Promise<void> {
	await shown.filter({ hasText: text }).first().waitFor();
	assert.equal(await shown.first().locator("a[href], a[data-href], .codicon-trash").count(), 0);
}

/** Text from outside, wherever VS Code shows it: one test for each kind of place. */
describe("untrusted text in VS Code's UI", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow();
	});
	after(() => t?.close());

	it("has no link in a notification: a gateway's refusal", async () => {
		const { page } = t.window;
		const json = { error: { message: `Key expired. ${link}` } };
		t.gateway.script({ match: "/v1/models", status: 401, json });
		await runCommand(page, "Gatehouse: Refresh the Models");
		const shown = notifications(page).filter({ hasText: "Key expired." });
		await showNotification(page, shown);
		await assertInert(shown.locator(".notification-list-item-message"));
	});
});
