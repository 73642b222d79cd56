import assert from "node:assert/strict";
import { dismissNotifications, reloadWindow } from "../../host/workbench";
import { assertLooks, narrowly } from "../appearance/assertLooks";
import { eventually } from "../eventually";
import { longRun } from "../longRun";
import { ask, chooseModel, newConversation, type PanelWindow, send, sendButton, stopButton } from "../panelWindow";

/** The values of the settings, which apply without a conversation's own. */
export const parameterSettings = { "gatehouse.temperature": 0.7, "gatehouse.systemPrompt": "Be kind." };

/** Needs a window with `parameterSettings`. */
export function parameterTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const button = () => t.panel.getByRole("button", { name: "Parameters" });
	const form = () => t.panel.getByRole("dialog", { name: "Parameters of this conversation" });
	const field = (name: string) => form().getByRole("textbox", { name });
	const assertFocused = (element: { evaluate(run: (of: Element) => boolean): Promise<boolean> }) =>
		eventually(async () => assert.ok(await element.evaluate((of) => of === document.activeElement)));

	async function open(): Promise<void> {
		await button().click();
		await form().waitFor();
	}

	it("are unset, and show the values of the settings as placeholders", async () => {
		await open();
		await assertFocused(field("Temperature"));
		for (const [name, placeholder] of [
			["Temperature", "0.7"],
			["Maximum answer length", "no value sent"],
			["System prompt", "Be kind."],
		] as const) {
			assert.equal(await field(name).inputValue(), "");
			assert.equal(await field(name).getAttribute("placeholder"), placeholder);
		}
		await form().getByRole("button", { name: "Cancel" }).click();
		await form().waitFor({ state: "hidden" });
	});

	it("keep the keyboard inside; Escape closes them, returns the focus, and stops no answer", async () => {
		const { page } = t.window;
		t.gateway.script({ cut: { afterChunks: 2, how: "stall" } });
		await send(t.panel, "Begin");
		await stopButton(t.panel).waitFor();
		await button().focus();
		await page.keyboard.press("Enter");
		await form().waitFor();
		const focused = () =>
			t.panel.locator("html").evaluate(() => {
				const { activeElement } = document;
				return activeElement?.id || activeElement?.textContent?.trim();
			});
		const stops = ["parameters-temperature", "parameters-maxTokens", "parameters-systemPrompt"];
		for (const stop of [...stops, "Apply", "Cancel", "Clear all", ...stops]) {
			assert.equal(await focused(), stop);
			await page.keyboard.press("Tab");
		}
		for (const stop of ["Apply", "parameters-systemPrompt", "parameters-maxTokens", "parameters-temperature"]) {
			assert.equal(await focused(), stop);
			await page.keyboard.press("Shift+Tab");
		}
		assert.equal(await focused(), "Clear all");
		await field("Maximum answer length").focus();
		await page.keyboard.type("12");
		await page.keyboard.press("Escape");
		await form().waitFor({ state: "hidden" });
		await assertFocused(button());
		await stopButton(t.panel).click();
		await sendButton(t.panel).waitFor();
		await open();
		assert.equal(await field("Maximum answer length").inputValue(), "", "what was not applied is not kept");
		await field("Temperature").press("Escape");
	});

	it("say why they do not accept a value, and then apply none", async () => {
		await open();
		await field("Temperature").fill("1.5");
		await field("Maximum answer length").fill("100");
		await form().getByRole("button", { name: "Apply" }).click();
		await form()
			.getByText(/number from 0 to 1/)
			.waitFor();
		await assertFocused(field("Temperature"));
		assert.equal(await field("Temperature").getAttribute("aria-invalid"), "true");
		await assertLooks(t, "parameters");
		await field("Temperature").press("Escape");
		const asked = t.gateway.nextRequest();
		await ask(t.panel, "Unset?");
		const body = (await asked).json as Record<string, unknown>;
		assert.equal(body.temperature, 0.7);
		assert.equal("max_tokens" in body, false);
	});

	it("go with the next request, and are visible", async () => {
		await open();
		await field("Temperature").fill("0.2");
		await field("Maximum answer length").fill("300");
		await field("System prompt").fill("Answer in one word.");
		await field("Temperature").press("Enter");
		await form().waitFor({ state: "hidden" });
		const set = t.panel.getByRole("button", {
			name: "Parameters (3): temperature 0.2, at most 300 tokens, its own system prompt",
		});
		await set.waitFor();
		await assertLooks(t, "parameters-set");
		const asked = t.gateway.nextRequest();
		await ask(t.panel, "Set?");
		const body = (await asked).json as { messages: unknown[] } & Record<string, unknown>;
		assert.deepEqual([body.temperature, body.max_tokens], [0.2, 300]);
		assert.deepEqual(body.messages[0], { role: "system", content: "Answer in one word." });
		if (longRun) await reloadWindow(t.window.page);
		await set.waitFor();
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await dismissNotifications(t.window.page);
	});

	it("are cleared all at once; a new conversation has none", async () => {
		await open();
		assert.equal(await field("Temperature").inputValue(), "0.2");
		await newConversation(t);
		// The open form belonged to the other conversation.
		await form().waitFor({ state: "hidden" });
		await t.panel.getByRole("button", { name: "Parameters", exact: true }).waitFor();
		await open();
		await field("Maximum answer length").fill("5");
		await form().getByRole("button", { name: "Apply" }).click();
		await t.panel.getByRole("button", { name: "Parameters (1): at most 5 tokens" }).waitFor();
		await open();
		await form().getByRole("button", { name: "Clear all" }).click();
		await form().getByRole("button", { name: "Apply" }).click();
		await t.panel.getByRole("button", { name: "Parameters", exact: true }).waitFor();
	});

	it("fit a narrow side bar, in which all of them are reachable", async () => {
		await narrowly(t, async () => {
			await open();
			await form().getByRole("button", { name: "Clear all" }).click({ trial: true });
			await form().getByRole("button", { name: "Apply" }).click({ trial: true });
			await field("Temperature").press("Escape");
		});
	});
}
