import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { builtInModels } from "../../gateway/modelCatalog";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import { machineSettingsFile, writeSettings } from "../../host/vscode/userSettings";
import {
	answer,
	dismissNotifications,
	notifications,
	openPanel,
	pick,
	pressInNotification,
	pressRowButton,
	quickInput,
	reloadWindow,
	runCommand,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { nextChat } from "../chat/nextChat";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import {
	answers,
	ask,
	chooseModel,
	demoKey,
	messageBox,
	newConversation,
	openPanelWindow,
	type PanelWindow,
	send,
} from "../panelWindow";
import { inThemes, screenshot, screenshotInThemes } from "../screenshot";
import { written } from "../written";
import { connectNamed, openWizard, typeConnection, wizardStep } from "./connectByWizard";

const secondKey = "sk-second-0123456789";

describe("connections: several gateways in a window", () => {
	let t: PanelWindow;
	let second: DemoGateway;
	before(async () => {
		const models = builtInModels
			.filter(({ id }) => id === "demo-chat")
			.flatMap((model) => ["second-chat", "second-other"].map((id) => ({ ...model, id })));
		second = await startGateway({ keys: [secondKey], streamDelayMs: 0, models });
		t = await openPanelWindow({ connected: false });
		await connectNamed(t.window.page, t.gateway.url, demoKey, "First");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await connectNamed(t.window.page, second.url, secondKey, "Second");
		await chooseModel(t.panel).getByText("second-chat").waitFor();
	});
	after(async () => {
		await t?.close();
		await second?.close();
	});

	const rows = () => quickInput(t.window.page).locator(".quick-input-list .monaco-list-row");
	const row = (text: string) => rows().filter({ hasText: text });
	const listing = "Gatehouse: Select Gateway";
	const list = () => showByCommand(t.window.page, listing, row("First"));
	const choose = (name: string) => pickByCommand(t.window.page, listing, name);

	it("are listed with address and key, the current one marked", async () => {
		const { page } = t.window;
		await list();
		await row("Second").getByText("current").first().waitFor();
		await row("First").getByText(t.gateway.url).first().waitFor();
		assert.equal(await row("permanent key").count(), 2);
		await row("First").hover();
		for (const name of ["Rename Gateway…", "Set API Key…", "Open My Keys", "Remove Gateway…"])
			await row("First").getByRole("button", { name }).waitFor();
		await leaveQuickInput(page);
		await inThemes(page, async (name) => {
			await list();
			await row("First").waitFor();
			await screenshot(page, `gateways-pick-${name}`);
			await leaveQuickInput(page);
		});
	});

	it("are offered for the connection check, the one in use first and selected", async () => {
		await showByCommand(t.window.page, "Gatehouse: Check Connection", row("Another Address…"));
		const [first = ""] = await rows().allInnerTexts();
		assert.match(first, /^Second[\s\S]*current/);
		await row("Second").and(t.window.page.locator(".focused")).waitFor();
		await leaveQuickInput(t.window.page);
	});

	it("are switched, each with its own key and one of its models", async () => {
		await choose("First");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await ask(t.panel, "To the first");
		assert.equal(t.gateway.requests.at(-1)?.headers.authorization, `Bearer ${demoKey}`);
		await choose("Second");
		await chooseModel(t.panel).getByText("second-chat").waitFor();
		const sent = second.nextRequest();
		const before = second.requests.length;
		await send(t.panel, "To the second");
		await t.panel
			.getByText(/Second receives all/)
			.first()
			.waitFor();
		assert.equal(second.requests.length, before, "nothing is sent before");
		await screenshotInThemes(t.window.page, "gateways-changed");
		await t.panel.getByRole("button", { name: "Continue with This Gateway" }).click();
		await answers(t.panel, "second-chat").first().getByRole("button", { name: "Retry", exact: true }).first().waitFor();
		assert.equal((await sent).headers.authorization, `Bearer ${secondKey}`);
		// The address is checked without a key.
		const keys = new Set(t.gateway.requests.map(({ headers }) => headers.authorization));
		assert.deepEqual([...keys], [undefined, `Bearer ${demoKey}`]);
	});

	it("keep the model that was chosen for each", async () => {
		const { page } = t.window;
		const chooseHere = async (model: string) => {
			await pickByCommand(page, "Gatehouse: Select Model", model);
			await chooseModel(t.panel).getByText(model).waitFor();
		};
		const use = async (gateway: string, model: string) => {
			await choose(gateway);
			await chooseModel(t.panel).getByText(model).waitFor();
		};
		await chooseHere("second-other");
		await use("First", "demo-chat");
		await chooseHere("demo-echo");
		await use("Second", "second-other");
		const sent = nextChat(second);
		await ask(t.panel, "Which one are you?", "second-other");
		assert.equal((await sent).model, "second-other");
		if (longRun) {
			await written(page, "gatehouse.modelsOf", '"chat":"demo-echo"');
			await written(page, "gatehouse.modelsOf", `"gatehouse.selectedGateway":"${second.url}`);
			await reloadWindow(page);
		}
		await chooseModel(t.panel).getByText("second-other").waitFor();
		await use("First", "demo-echo");
		await chooseHere("demo-chat");
		await use("Second", "second-other");
		await chooseHere("second-chat");
	});

	itLong("follow a switch in another window", async () => {
		const other = await t.window.page.context().newPage();
		try {
			await other.goto(t.window.page.url());
			const panel = await openPanel(other);
			await chooseModel(panel).getByText("second-chat").waitFor();
			await pickByCommand(other, listing, "First");
			await chooseModel(panel).getByText("demo-chat").waitFor();
			// While the other window is there: its changes arrive a moment later, and an open list is not updated.
			await showByCommand(t.window.page, listing, row("First").getByText("current"));
		} finally {
			await other.close();
		}
		await pick(t.window.page, "First");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
	});

	it("that moved to another origin are asked about before anything is sent there", async () => {
		const { page } = t.window;
		await choose("First");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		if (longRun) await written(page, "gatehouse.modelsOf", `"gatehouse.selectedGateway":"${t.gateway.url}`);
		const moved = await startGateway({ keys: ["sk-moved-0123456789"], streamDelayMs: 0 });
		try {
			await writeSettings(machineSettingsFile(t.window.userDataDir), {
				"gatehouse.gateways": [
					{ name: "First", url: `${moved.url}/v1` },
					{ name: "Second", url: `${second.url}/v1` },
				],
			});
			if (longRun) {
				await reloadWindow(page);
				await messageBox(t.panel).waitFor();
			}
			await showByCommand(page, listing, row(moved.url));
			await leaveQuickInput(page);
			await newConversation(t);
			const question = notifications(page).filter({ hasText: `The address of First was ${t.gateway.url}` });
			await choose("First");
			await showNotification(page, question);
			await screenshot(page, "gateways-moved-dark");
			await pressInNotification(page, question, "Don't Use");
			const refused = await ask(t.panel, "Is it you?");
			await refused.getByText(/sent there until you confirm/).waitFor();
			await screenshot(page, "gateways-moved-panel-dark");
			assert.equal(moved.requests.length, 0);
			await refused.getByRole("button", { name: "Confirm Address…" }).click();
			await pressInNotification(page, question, "Use the New Address");
			await quickInput(page).getByText("API Key for First").waitFor();
			await answer(page, "sk-moved-0123456789");
			await pick(page, "Permanent Key");
			await notifications(page).getByText("works and is saved").first().waitFor({ state: "attached" });
			await ask(t.panel, "Is it you now?");
			assert.ok(moved.requests.length >= 2);
			assert.ok(moved.requests.every(({ headers }) => headers.authorization === "Bearer sk-moved-0123456789"));
		} finally {
			await moved.close();
		}
	});

	it("are removed from the list, with the key or without; after the last one, the panel offers to connect", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		await list();
		await pressRowButton(page, "First", "Remove Gateway…");
		const dialog = page.getByRole("dialog").filter({ hasText: "Remove the gateway" });
		await dialog.getByText(/Conversations are kept/).waitFor();
		await screenshot(page, "gateways-remove-dark");
		await dialog.getByRole("button", { name: "Remove with Its Key" }).click();
		await chooseModel(t.panel).getByText("second-chat").waitFor();
		await runCommand(page, "Gatehouse: Remove Gateway…");
		await dialog.getByRole("button", { name: "Remove", exact: true }).click();
		await t.panel.getByPlaceholder("Ask, and connect when you send").waitFor();
	});

	it("that need a secret header ask for it after the key, with a way back", async () => {
		const { page } = t.window;
		const secret = "team-secret-0123456789";
		const guarded = await startGateway({
			keys: [demoKey],
			streamDelayMs: 0,
			requiredHeader: { name: "X-Access", value: `physics ${secret}` },
		});
		try {
			await writeSettings(machineSettingsFile(t.window.userDataDir), {
				"gatehouse.gateways": [
					{ name: "Guarded", url: `${guarded.url}/v1`, headers: { "X-Access": `physics ${"$"}{secret}` } },
				],
			});
			await chooseModel(t.panel).waitFor();
			await t.panel.getByPlaceholder("Ask, and connect when you send").waitFor({ state: "detached" });
			await openWizard(page);
			await typeConnection(page, guarded.url, demoKey);
			const box = quickInput(page).locator("input:visible");
			const asked = quickInput(page).getByText(`Secret for ${guarded.url}`);
			await asked.waitFor();
			assert.equal(await box.getAttribute("type"), "password");
			await screenshot(page, "connect-header-secret-dark");
			await quickInput(page).getByRole("button", { name: "Back" }).click();
			await wizardStep(page, 2).waitFor();
			await eventually(async () => assert.equal(await box.inputValue(), demoKey));
			await box.press("Enter");
			await asked.waitFor();
			await answer(page, "wrong-secret");
			await quickInput(page).getByText("requires the header X-Access").first().waitFor();
			await answer(page, secret);
			await wizardStep(page, 3).waitFor();
			await box.press("Enter");
			await quickInput(page).waitFor({ state: "hidden" });
			// The wizard closes before the gateway is saved.
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
			// The conversation before was with another gateway.
			await newConversation(t);
			await ask(t.panel, "Are you guarded?");
			assert.equal(guarded.requests.at(-1)?.headers["x-access"], `physics ${secret}`);
		} finally {
			await guarded.close();
		}
	});

	it("on another computer with plain HTTP are asked about once, and the default answer is no", async () => {
		const { page } = t.window;
		await openWizard(page);
		await answer(page, "http://llm.invalid/v1");
		await quickInput(page).getByText("Use http Anyway").waitFor();
		await screenshot(page, "connect-http-dark");
		const box = quickInput(page).locator("input:visible");
		await box.press("Enter");
		await quickInput(page).getByPlaceholder("https://llm.example.org/v1").waitFor();
		await eventually(async () => assert.equal(await box.inputValue(), "http://llm.invalid/v1"));
		await box.press("Enter");
		await pick(page, "Use http Anyway");
		// The question is answered: the address is requested, but nothing is there.
		await quickInput(page).getByText("http://llm.invalid cannot be").first().waitFor();
		await leaveQuickInput(page);
		await openWizard(page);
		await answer(page, "http://llm.invalid/v1");
		await quickInput(page).getByText("http://llm.invalid cannot be").first().waitFor();
		await leaveQuickInput(page);
	});
});
