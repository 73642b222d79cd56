import assert from "node:assert/strict";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { answer, dismissNotifications, pick, quickInput } from "../../host/workbench";
import { assertLooks } from "../appearance/assertLooks";
import {
	answers,
	chooseModel,
	demoKey,
	focusedBox,
	messageBox,
	openPanelWindow,
	type PanelWindow,
	questions,
	send,
	sendButton,
} from "../panelWindow";
import { screenshot } from "../screenshot";

const chatPath = "/v1/chat/completions";

describe("chat: questions that cannot be answered yet", () => {
	let gateway: DemoGateway;
	let t: PanelWindow;
	before(async () => {
		gateway = await startGateway({ keys: [demoKey], streamDelayMs: 0 });
		// Known only from the settings: neither a key nor a model yet.
		t = await openPanelWindow({
			connected: false,
			machineSettings: { "gatehouse.gateways": [{ name: "Mine", url: gateway.url }] },
		});
	});
	after(async () => {
		await t?.close();
		await gateway?.close();
	});

	const notice = () => t.panel.locator("gatehouse-notice.panel-notice");
	const wait = () => t.panel.locator("gatehouse-wait");
	const asked = () => gateway.requests.filter(({ path }) => path === chatPath).length;

	/** Makes the gateway busy from now on; it reports for how long, in seconds. */
	const busy = (seconds: number, times: number) =>
		gateway.script({
			match: chatPath,
			times,
			status: 503,
			headers: { "retry-after": String(seconds) },
			json: { error: { message: "All seats are taken" } },
		});

	/** Settles when the countdown has gone below its first value; returns both, in seconds. */
	const countsDown = (): Promise<readonly [number, number]> =>
		wait()
			.locator(".notice-text")
			.evaluate(
				(element) =>
					new Promise<readonly [number, number]>((resolve) => {
						const left = () => Number(/Trying again in (\d+) s/.exec(element.textContent ?? "")?.[1] ?? Number.NaN);
						const first = left();
						const observer = new MutationObserver(() => {
							if (!(left() < first)) return;
							observer.disconnect();
							resolve([first, left()]);
						});
						observer.observe(element, { characterData: true, childList: true, subtree: true });
					}),
			);

	it("a question without a selected model is kept, with a notice that helps", async () => {
		const { page } = t.window;
		await send(t.panel, "Who answers?");
		await notice()
			.getByText(/no model is chosen/i)
			.waitFor();
		assert.equal(await messageBox(t.panel).inputValue(), "Who answers?");
		assert.equal(await questions(t.panel).count(), 0);
		await assertLooks(t, "notice");
		await notice().getByRole("button", { name: "Dismiss" }).press("Enter");
		await focusedBox(t.panel).waitFor();
		await notice().waitFor({ state: "detached" });
		await send(t.panel, "Who answers?");
		await notice().getByRole("button", { name: "Select Model" }).click();
		await notice().waitFor({ state: "detached" });
		// The models are listed only with a key, so that is asked for first.
		await quickInput(page).getByText("API Key for Mine").waitFor();
		await answer(page, demoKey);
		await pick(page, "Permanent Key");
		await pick(page, "demo-chat");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await dismissNotifications(page);
	});

	it("a busy gateway is asked again after the time that it reports, with the reason and a countdown", async () => {
		// Longer than all checks take.
		const script = busy(59, Number.POSITIVE_INFINITY);
		await send(t.panel, "Is there a seat?");
		await wait().getByText("Trying again in").waitFor();
		await wait().getByText("All seats are taken").waitFor();
		await screenshot(t.window.page, "waiting-countdown-dark");
		const [first, next] = await countsDown();
		assert.ok(first <= 59 && next >= 1, `${first}, ${next}`);
		await wait().getByRole("button", { name: "Cancel" }).press("Enter");
		await focusedBox(t.panel).waitFor();
		await answers(t.panel).getByText("Stopped").waitFor();
		await wait().waitFor({ state: "detached" });
		assert.equal(asked(), 1);
		script.dispose();
	});

	it("a cancelled wait keeps its question; Retry asks it again", async () => {
		await questions(t.panel).getByText("Is there a seat?").waitFor();
		await answers(t.panel).getByRole("button", { name: "Retry", exact: true }).click();
		await answers(t.panel).getByText("stand-in").first().waitFor();
		await answers(t.panel).getByText("Stopped").waitFor({ state: "detached" });
		assert.equal(asked(), 2);
		assert.equal(await questions(t.panel).count(), 1);
	});

	it("looks right in every theme and width; Escape cancels, too", async () => {
		// Long enough for all the pictures.
		const script = busy(600, 1);
		await send(t.panel, "And later?");
		await wait()
			.getByText(/Trying again in (10 min 0|9 min \d+) s/)
			.waitFor();
		await assertLooks(t, "waiting");
		await messageBox(t.panel).press("Escape");
		await answers(t.panel).getByText("Stopped").waitFor();
		await sendButton(t.panel).waitFor();
		script.dispose();
	});

	it("a waiting question is answered by itself when the time is over", async () => {
		const before = asked();
		busy(1, 1);
		await send(t.panel, "Now?");
		await answers(t.panel).nth(2).getByText("stand-in").first().waitFor();
		await answers(t.panel).nth(2).getByRole("button", { name: "Retry", exact: true }).first().waitFor();
		assert.equal(await wait().count(), 0);
		assert.equal(asked(), before + 2);
	});
});
