import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { snapshotOf } from "../../host/panelSnapshot";

describe("panel: failures", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	it("shows what the host reports inside the panel, announces it, and offers what helps", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const message = "The places were found by keywords alone. The gateway refused the key.";
		await page.getByRole("textbox", { name: "Message" }).waitFor();
		await page.evaluate(
			(text) =>
				(window as unknown as StandIn).tellPanel("failed", { reason: "failed", message: text, actions: ["setApiKey"] }),
			message,
		);
		const notice = page.locator(".panel-notice");
		await notice.getByText(message).waitFor();
		await page.getByRole("status").getByText(message).waitFor({ state: "attached" });
		await notice.getByRole("button", { name: "Set API Key…" }).click();
		await page.waitForFunction(() =>
			(window as unknown as StandIn).asked.some(({ method, args }) => method === "act" && args[0] === "setApiKey"),
		);
		await notice.waitFor({ state: "detached" });
	});
});
