import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answer,
	dismissNotifications,
	notifications,
	quickInput,
	reloadWindow,
	rows,
	runCommand,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { itLong } from "../longRun";
import { ask, chooseModel, demoKey, newConversation, type PanelWindow } from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";
import { connectByWizard, nameOf, openWizard, typeAddress, wizardStep } from "./connectByWizard";

const path = "/v1beta/openai";
const startGiven = () => startGateway({ keys: [demoKey], streamDelayMs: 0, path });

export function connectAsGivenTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let given: DemoGateway;
	let usual: DemoGateway;
	before(async () => {
		t = shared();
		given = await startGiven();
		usual = await startGateway({ keys: [demoKey], streamDelayMs: 0 });
	});
	after(async () => {
		await given?.close();
		await usual?.close();
	});

	it("shows both addresses first, then the one that answered: the address as given", async () => {
		const { page } = t.window;
		await inThemes(page, async (name) => {
			await openWizard(page);
			await quickInput(page)
				.locator("input:visible")
				.fill(given.url + path);
			const both = `${given.url}${path}/v1, or to ${given.url}${path} if`;
			await quickInput(page).getByText(both).waitFor();
			await screenshot(page, `connect-given-address-${name}`);
			await leaveQuickInput(page);
		});
		await openWizard(page);
		await connectByWizard(page, `${given.url}${path}/chat/completions`, demoKey);
		const text = `${nameOf(given.url)} answers at ${given.url}${path}, the address as given`;
		const told = notifications(page).filter({ hasText: text });
		await inThemes(page, async (name) => {
			await showNotification(page, told);
			await told.getByRole("button", { name: "Check Connection" }).waitFor();
			await screenshot(page, `connect-given-answered-${name}`);
		});
		await dismissNotifications(page);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await ask(t.panel, "Are you there?");
		assert.deepEqual(
			[...new Set(given.requests.map((request) => request.path))],
			[`${path}/v1/models`, `${path}/models`, "/.well-known/gatehouse.json", `${path}/chat/completions`],
		);
	});

	itLong("keeps that address after a reload, and asks no other one again", async () => {
		const { page } = t.window;
		const before = given.requests.length;
		await reloadWindow(page);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await ask(t.panel, "Are you still there?");
		const listed = given.nextRequest(({ path: asked }) => asked.endsWith("/models"));
		await runCommand(page, "Gatehouse: Refresh Models");
		await listed;
		assert.ok(given.requests.slice(before).every(({ path: asked }) => /^\/v1beta\/openai\/(chat|models)/.test(asked)));
	});

	it("accepts the name of a model if the gateway does not list its models", async () => {
		const { page } = t.window;
		const unlisted = await startGiven();
		const match = ({ path: asked }: { path: string }) => asked.endsWith("/models");
		unlisted.script({ match, status: 404, json: { error: "not found" }, times: Number.POSITIVE_INFINITY });
		const box = quickInput(page).locator("input:visible");
		const says = (text: string) => quickInput(page).getByText(text).waitFor();
		try {
			await openWizard(page);
			await typeAddress(page, `${unlisted.url}${path}`);
			await says("Press Enter again to use this address anyway");
			await box.press("Enter");
			await wizardStep(page, 2).waitFor();
			await answer(page, demoKey);
			await says("press Enter again to name one");
			await screenshot(page, "connect-unlisted-dark");
			await box.press("Enter");
			await wizardStep(page, 3).waitFor();
			await answer(page, "no-such-model");
			await says("no-such-model");
			await screenshot(page, "connect-unlisted-model-dark");
			await answer(page, "demo-chat");
			const inUse = page.getByRole("button", { name: new RegExp(`^Gatehouse: .* on ${nameOf(unlisted.url)} `) });
			await inUse.first().waitFor();
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
			// A conversation with another gateway would first show a notice.
			await newConversation(t);
			await ask(t.panel, "Are you there, without a list?");
			assert.equal(unlisted.requests.at(-1)?.path, `${path}/chat/completions`);
		} finally {
			await unlisted.close();
		}
	});

	itLong("keeps the address at /v1 if a gateway answers there", async () => {
		const { page } = t.window;
		await openWizard(page);
		await connectByWizard(page, usual.url, demoKey);
		await page
			.getByRole("button", { name: new RegExp(`^Gatehouse: .* on ${nameOf(usual.url)} `) })
			.first()
			.waitFor();
		assert.deepEqual(
			[...new Set(usual.requests.map((request) => request.path))],
			["/v1/models", "/.well-known/gatehouse.json"],
		);
		const row = rows(page).filter({ hasText: `${given.url}${path}` });
		await showByCommand(page, "Gatehouse: Select Gateway", row);
		await rows(page)
			.filter({ hasText: `${usual.url}/v1` })
			.waitFor();
		await leaveQuickInput(page);
	});
}
