import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answer,
	chooseFromEditorMenu,
	notifications,
	openFile,
	pick,
	quickInput,
	rows,
	runCommand,
	selectLines,
	showByCommand,
} from "../../host/workbench";
import { axeViolations } from "../appearance/axe";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import { answers, demoKey, focusedBox, messageBox, type PanelWindow, send, sendDraft } from "../panelWindow";
import { screenshot, screenshotInThemes } from "../screenshot";
import { filesHolding } from "../search/filesHolding";
import { connectByWizard, nameOf, openWizard, typeAddress, wizardStep } from "./connectByWizard";

/** Tests of the wizard. They need a window without a gateway, and leave it so. */
export function connectTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	after(async () => {
		// If only some of these tests run, it may not be connected.
		if (t && !(await unconnected().isVisible())) await removeGateway();
	});

	const unconnected = () => t.panel.getByPlaceholder("Ask, and connect when you send");
	/** Removes the only gateway. */
	async function removeGateway(): Promise<void> {
		await runCommand(t.window.page, "Gatehouse: Remove Gateway…");
		await t.window.page.getByRole("dialog").getByRole("button", { name: "Remove with Its Key" }).click();
		await unconnected().waitFor();
	}

	const gatewayWith = async (run: (gateway: DemoGateway) => Promise<void>) => {
		const gateway = await startGateway({ keys: [demoKey], streamDelayMs: 0 });
		try {
			await run(gateway);
		} finally {
			await gateway.close();
		}
	};

	const begin = () => openWizard(t.window.page);
	const says = (text: string | RegExp) => quickInput(t.window.page).getByText(text).first().waitFor();
	const box = () => quickInput(t.window.page).locator("input:visible");

	it("is offered by the panel, which says where keys come from", async () => {
		const { page } = t.window;
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await screenshot(page, "connect-empty-dark");
		assert.deepEqual(await axeViolations(t.panel), []);
		await t.panel.getByRole("button", { name: "Where do I find my key?" }).click();
		await t.panel.getByText("open its “My keys” tab").waitFor();
		assert.equal(await notifications(page).count(), 0);
	});

	it("names each failure in its step, keeps the typed text, and stores nothing", async () => {
		const { page } = t.window;
		const html = { headers: { "content-type": "text/html" }, body: "<html><body>Welcome</body></html>" };
		await begin();
		await typeAddress(page, "http://127.0.0.1:1");
		await says("cannot be reached");
		await screenshot(page, "connect-unreachable-dark");
		await gatewayWith(async (gateway) => {
			gateway.script(html);
			await typeAddress(page, `${gateway.url}/v1`);
			await says(/web page.*Press Enter again to use this address anyway/);
			await screenshot(page, "connect-web-page-dark");
			await box().press("Enter");
			await wizardStep(page, 2).waitFor();
			await quickInput(page).getByRole("button", { name: "Where do I find my key?" }).click();
			await says("open its “My keys” tab");
			await screenshot(page, "connect-key-help-dark");
			await box().press("Enter");
			await says("Paste the API key");
			gateway.script({ json: { data: [] } });
			await answer(page, demoKey);
			await says("offers no models");
			await answer(page, "Bearer not-the-key ");
			await says("refused the key");
			await screenshot(page, "connect-refused-dark");
			assert.equal(gateway.requests.at(-1)?.headers.authorization, "Bearer not-the-key");
			assert.equal(gateway.requests[0]?.headers.authorization, undefined);
			await leaveQuickInput(page);
			await begin();
			assert.equal(await box().inputValue(), `${gateway.url}/v1`);
			await leaveQuickInput(page);
		});
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
	});

	it("shows how it reads an address, and does not continue with one that it cannot read", async () => {
		const { page } = t.window;
		await begin();
		await box().fill("127.0.0.1.example.org/llm/v1/chat/completions");
		await quickInput(page).getByText("Requests will go to https://127.0.0.1.example.org/llm/v1").waitFor();
		await box().fill("http://llm.example.org");
		await quickInput(page).getByText("anyone on the network path can read them").waitFor();
		await screenshot(page, "connect-address-dark");
		await box().press("Enter");
		// The wizard first asks whether to use plain HTTP; Escape leads back to the address.
		await quickInput(page).getByText("Use http Anyway").waitFor();
		await box().press("Escape");
		await quickInput(page).getByPlaceholder("https://llm.example.org/v1").waitFor();
		await eventually(async () => assert.equal(await box().inputValue(), "http://llm.example.org"));
		await leaveQuickInput(page);
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
	});

	it("offers public gateways, and puts the address of the chosen one into the box without asking it", async () => {
		const { page } = t.window;
		await begin();
		await quickInput(page).getByRole("button", { name: "Choose Gateway" }).click();
		const blablador = rows(page).filter({ hasText: "Helmholtz Blablador" });
		await blablador.getByText("Public gateway: https://sdlaml.pages.jsc.fz-juelich.de/").first().waitFor();
		for (const name of ["GWDG SAIA (Academic Cloud)", "Albert API (DINUM)", "ILaaS", "Another Gateway…"])
			await rows(page).filter({ hasText: name }).waitFor();
		await screenshot(page, "connect-public-gateways-dark");
		await box().fill("https://llm.example.org/v1");
		await rows(page).filter({ hasText: "Another Gateway…" }).waitFor();
		await box().fill("");
		await blablador.click();
		await wizardStep(page, 1).waitFor();
		await says("Requests will go to https://api.helmholtz-blablador.fz-juelich.de/v1");
		assert.equal(await box().inputValue(), "https://api.helmholtz-blablador.fz-juelich.de/v1");
		await leaveQuickInput(page);
		assert.equal(t.gateway.requests.length, 0);
	});

	it("accepts a pasted command, masks its key, and goes back to a step with all typed texts", async () => {
		const { page } = t.window;
		await begin();
		await box().fill(
			`curl ${t.gateway.url}/v1/chat/completions -H "Authorization: Bearer ${demoKey}" -d '{"model":"m"}'`,
		);
		await says(`Requests will go to ${t.gateway.url}/v1`);
		await eventually(async () => assert.equal(await box().inputValue(), `${t.gateway.url}/v1/chat/completions`));
		await box().press("Enter");
		await wizardStep(page, 2).waitFor();
		assert.equal(await box().getAttribute("type"), "password");
		assert.equal(await box().inputValue(), demoKey);
		await screenshotInThemes(page, "connect-key");
		await box().press("Enter");
		await wizardStep(page, 3).waitFor();
		await rows(page).filter({ hasText: "demo-chat" }).and(page.locator(".focused")).waitFor();
		await screenshotInThemes(page, "connect-model");
		for (const [step, value] of [
			[2, demoKey],
			[1, `${t.gateway.url}/v1/chat/completions`],
		] as const) {
			await quickInput(page).getByRole("button", { name: "Back" }).click();
			await wizardStep(page, step).waitFor();
			await eventually(async () => assert.equal(await box().inputValue(), value));
		}
		await leaveQuickInput(page);
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
	});

	it("continues a question once its gateway is connected, and keeps it if the wizard is left", async () => {
		const { page } = t.window;
		await send(t.panel, "Are you there?");
		await wizardStep(page, 1).waitFor();
		await leaveQuickInput(page);
		await t.panel
			.getByText(/No gateway is connected/)
			.first()
			.waitFor();
		assert.equal(await messageBox(t.panel).inputValue(), "Are you there?");
		await screenshot(page, "connect-left-dark");
		await sendDraft(t.panel);
		await connectByWizard(page, t.gateway.url, demoKey);
		const reply = answers(t.panel).first();
		await reply.getByText("stand-in").first().waitFor();
		await focusedBox(t.panel).waitFor();
		await screenshot(page, "connect-done-dark");
		const { searched, holding } = await filesHolding(demoKey, [t.window.userDataDir]);
		assert.ok(searched > 10);
		assert.deepEqual(holding, []);
	});

	itLong("continues an action once its gateway is connected", async () => {
		const { page } = t.window;
		await removeGateway();
		await openFile(page, "budget.ts");
		await selectLines(page, 9, 16);
		await chooseFromEditorMenu(page, "Gatehouse", "Explain Selection");
		await connectByWizard(page, t.gateway.url, demoKey);
		await t.panel.getByRole("article", { name: "You" }).last().getByText("budget.ts").first().waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).first().waitFor();
	});

	it("asks for the day of a temporary key", async () => {
		const { page } = t.window;
		const asked = quickInput(page).getByText(`API Key for ${nameOf(t.gateway.url)}`);
		await showByCommand(page, "Gatehouse: Set API Key…", asked);
		await answer(page, demoKey);
		await pick(page, "Temporary Key");
		await quickInput(page).getByText("When the Key Was Created").waitFor();
		assert.match(await box().inputValue(), /^\d{4}-\d{2}-\d{2}$/);
		await box().fill("2001-01-01");
		await quickInput(page)
			.getByText(/Enter a day from \d{4}-/)
			.waitFor();
		await leaveQuickInput(page);
		await messageBox(t.panel).waitFor();
	});
}
