import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { answer, dismissNotifications, notifications, pick, quickInput, runCommand } from "../../host/workbench";
import { axeViolations } from "../appearance/axe";
import { ask, chooseModel, demoKey, messageBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { filesHolding } from "../search/filesHolding";
import { connectByWizard } from "./connectByWizard";

describe("connecting to a gateway", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow({ connected: false });
	});
	after(() => t?.close());

	const gatewayWith = async (run: (gateway: DemoGateway) => Promise<void>) => {
		const gateway = await startGateway({ keys: [demoKey], streamDelayMs: 0 });
		try {
			await run(gateway);
		} finally {
			await gateway.close();
		}
	};

	const connect = (address: string, key: string) => connectByWizard(t.window.page, address, key);
	const told = (text: string) => notifications(t.window.page).getByText(text).first().waitFor({ state: "attached" });
	const begin = () => runCommand(t.window.page, "Gatehouse: Connect to a Gateway…");

	it("the panel says how to begin, and where keys come from", async () => {
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await screenshot(t.window.page, "connect-empty-dark");
		assert.deepEqual(await axeViolations(t.panel), []);
		await t.panel.getByRole("button", { name: "Where do I find my key?" }).click();
		await told("My keys");
		await dismissNotifications(t.window.page);
	});

	it("names each failure with what to do, and keeps nothing of it", async () => {
		await gatewayWith(async (gateway) => {
			for (const [address, key, prepare, says] of [
				[gateway.url, demoKey, () => gateway.script({ json: { data: [] } }), "offers no models"],
				[
					gateway.url,
					demoKey,
					() => gateway.script({ headers: { "content-type": "text/html" }, body: "<html><body>Welcome</body></html>" }),
					"web page",
				],
				["http://127.0.0.1:1", demoKey, () => {}, "cannot be reached"],
			] as const) {
				prepare();
				await begin();
				await connect(address, key);
				await told(says);
				await dismissNotifications(t.window.page);
			}
		});
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
	});

	it("asks again for a key that the gateway refuses, and says why", async () => {
		const { page } = t.window;
		await gatewayWith(async (gateway) => {
			await begin();
			await connect(gateway.url, "not-the-key");
			await quickInput(page).getByText("refused the key").waitFor();
			await quickInput(page).getByText("(3/4)").waitFor();
			await page.keyboard.press("Escape");
		});
	});

	it("offers what did not work again, to be corrected", async () => {
		const { page } = t.window;
		await begin();
		const box = quickInput(page).locator("input:visible");
		await quickInput(page).getByText("(1/4)").waitFor();
		assert.match(await box.inputValue(), /^http:\/\/127\.0\.0\.1:\d+$/);
		await page.keyboard.press("Escape");
	});

	it("shows how an address is understood, and does not go on with one that cannot be", async () => {
		const { page } = t.window;
		await begin();
		const box = quickInput(page).locator("input:visible");
		await box.fill("127.0.0.1.example.org/llm/v1/chat/completions");
		await quickInput(page).getByText("Requests will go to https://127.0.0.1.example.org/llm/v1").waitFor();
		await box.fill("http://llm.example.org");
		await quickInput(page).getByText("anyone on the way can read them").waitFor();
		await screenshot(page, "connect-address-dark");
		await box.press("Enter");
		// The first question is whether to use plain http; leaving it leads back to the address.
		await quickInput(page).getByText("Use http anyway").waitFor();
		await page.keyboard.press("Escape");
		await quickInput(page).getByPlaceholder("https://llm.example.org/v1").waitFor();
		assert.equal(await box.inputValue(), "http://llm.example.org");
		await page.keyboard.press("Escape");
		await quickInput(page).waitFor({ state: "hidden" });
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
	});

	it("connects from the panel's button, chats, and has the key in no file of settings", async () => {
		await t.panel.getByText("Connect to a Gateway…").click();
		await connect(`${t.gateway.url}/v1/chat/completions`, demoKey);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await screenshot(t.window.page, "connect-done-dark");
		const reply = await ask(t.panel, "Are you there?");
		await reply.getByText("stand-in").first().waitFor();
		const { searched, holding } = await filesHolding(demoKey, [t.window.userDataDir]);
		assert.ok(searched > 10);
		assert.deepEqual(holding, []);
	});

	it("a temporary key is asked for its day", async () => {
		const { page } = t.window;
		await runCommand(page, "Gatehouse: Set API Key…");
		await quickInput(page).getByText("API Key for Mine").waitFor();
		await answer(page, demoKey);
		await pick(page, "A temporary key");
		await quickInput(page).getByText("When the Key Was Made").waitFor();
		const box = quickInput(page).locator("input:visible");
		assert.match(await box.inputValue(), /^\d{4}-\d{2}-\d{2}$/);
		await box.fill("2001-01-01");
		await quickInput(page).getByText("A day of the last 30 days").waitFor();
		await page.keyboard.press("Escape");
		await messageBox(t.panel).waitFor();
	});
});
