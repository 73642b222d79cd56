import assert from "node:assert/strict";
import type { LimitsView } from "../../../src/shared/chatProtocol";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { axeViolations } from "../appearance/axe";
import { pictureOf } from "../screenshot";

describe("panel: the notice of a failure", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	it("shows the host's messages in the panel, announces them, and offers remedies", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const message = "There is less than was asked for. The key is not known.";
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

	it("offers another model for a failed answer where it helps: for the answer if its question has a model of its own", async () => {
		const failure = { reason: "rateLimited", message: "All seats are taken.", actions: ["selectModel"] } as const;
		const asked = { role: "user", parent: null, text: "Who?", attachments: [], at: 0 } as const;
		const failed = (id: string) => ({ ...answerOf(id, "", true), state: { type: "failed", failure } }) as const;
		const own = { ...asked, id: "q", model: "model" };
		const other = { ...asked, id: "r", parent: "a" };
		const page = await browser.open(panelBody, {
			snapshot: snapshotOf([own, failed("a"), other, { ...failed("b"), parent: "r" }]),
		});
		const asks = (method: string) =>
			page.waitForFunction(
				(wanted) => (window as unknown as StandIn).asked.some((one) => one.method === wanted),
				method,
			);
		const notices = page.locator("article gatehouse-notice");
		await notices.first().getByRole("button", { name: "Retry with…" }).click();
		await asks("retryWith");
		await notices.last().getByRole("button", { name: "Select Model" }).click();
		await asks("act");
		assert.equal(await notices.getByRole("button").count(), 2);
		await page.close();
	});

	it("shows answers as plain text if what draws Markdown cannot be loaded, and says so once", async () => {
		const messages = [answerOf("a", "**Bold**\n\n| a |\n|---|\n", true), answerOf("b", "*One*", false)];
		const page = await browser.open(panelBody, {
			snapshot: snapshotOf(messages),
			serves: async (path) => !path.includes("blockWriter"),
		});
		const answers = page.locator("article .markdown");
		await answers.first().getByText("**Bold**").waitFor();
		assert.equal(await answers.first().innerText(), "**Bold**\n\n| a |\n|---|\n");
		const message = /could not be loaded\. Reload the window/;
		await page.getByRole("status").getByText(message).waitFor({ state: "attached" });
		const notice = page.locator(".panel-notice").filter({ hasText: message });
		await notice.getByRole("button", { name: "Dismiss" }).click();
		await notice.waitFor({ state: "detached" });
		await page.evaluate(() => {
			const { tellPanel } = window as unknown as StandIn;
			tellPanel("textAppended", "b", " and `two`", "");
		});
		await answers.last().getByText("*One* and `two`").waitFor();
		await page.evaluate((answer) => (window as unknown as StandIn).tellPanel("messageAdded", answer), {
			...answerOf("c", "# Three", true),
			parent: "b",
		});
		await answers.last().getByText("# Three").waitFor();
		assert.equal(await notice.count(), 0);
		await page.close();
	});

	it("shows only the refusal of the code block that was applied last, with what else can be done", async () => {
		const text = "```js\none();\n```\n\n```js\ntwo();\n```\n";
		const refusal = { message: "Other lines are selected.", fitsElsewhere: true, canAskAgain: false };
		const page = await browser.open(panelBody, {
			snapshot: snapshotOf([answerOf("a", text, true)]),
			answers: { applyToFile: refusal },
		});
		const calls = () =>
			page.evaluate(() =>
				(window as unknown as StandIn).asked.filter(({ method }) => method === "applyToFile").map(({ args }) => args),
			);
		const notice = page.locator(".panel-notice").filter({ hasText: refusal.message });
		for (const at of [0, 1]) {
			await page.getByRole("button", { name: "Apply to file" }).nth(at).click();
			await notice.waitFor();
		}
		assert.equal(await notice.count(), 1);
		assert.equal(await notice.getByRole("button", { name: "Try Again" }).count(), 0);
		await page.getByRole("status").getByText(refusal.message).waitFor({ state: "attached" });
		assert.deepEqual(await axeViolations(page), []);
		await pictureOf(page, "panel-refused-code");
		await notice.getByRole("button", { name: "Apply Without Selection" }).click();
		await notice.waitFor();
		const [one = [], two = [], again = []] = await calls();
		assert.deepEqual([one[2], two[2], again], [true, true, [two[0], two[1], false]]);
		await notice.getByRole("button", { name: "Dismiss" }).click();
		await notice.waitFor({ state: "detached" });
		await page.close();
	});

	it("notices a limit that is almost used up, politely and once, until it is dismissed or renewed", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		await page.getByRole("textbox", { name: "Message" }).waitFor();
		const tell = (low: LimitsView["low"]) =>
			page.evaluate(
				(shown) =>
					(window as unknown as StandIn).tellPanel("limitsChanged", {
						known: ["Requests left: 19 of 200"],
						low: shown,
					}),
				low,
			);
		const said = "A limit of Gateway is almost used up. Requests left: ";
		await tell({ id: "hour 1", text: `${said}19 of 200.` });
		const notice = page.locator("gatehouse-notice").filter({ hasText: "almost used up" });
		await notice.getByText("19 of 200").waitFor();
		const spoken = page.getByRole("status").getByText("19 of 200");
		await spoken.waitFor({ state: "attached" });
		assert.match(
			(await page.getByRole("button", { name: "Choose model" }).getAttribute("title")) ?? "",
			/\nRequests left: 19 of 200$/,
		);
		assert.deepEqual(await axeViolations(page), []);
		await pictureOf(page, "panel-low-limit");
		await tell({ id: "hour 1", text: `${said}18 of 200.` });
		await notice.getByText("18 of 200").waitFor();
		// The remaining number is shown, but not announced again.
		await spoken.waitFor({ state: "attached" });
		await notice.getByRole("button", { name: "Dismiss" }).press("Enter");
		await page.waitForFunction(() =>
			(window as unknown as StandIn).asked.some(
				({ method, args }) => method === "dismissLimit" && args[0] === "hour 1",
			),
		);
		await tell(null);
		await notice.waitFor({ state: "detached" });
	});

	it("counts down until a limit is renewed, with the focus where it is, and gives it to the text box then", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const message = page.getByRole("textbox", { name: "Message" });
		await message.waitFor();
		const tell = (low: LimitsView["low"]) =>
			page.evaluate(
				(shown) => (window as unknown as StandIn).tellPanel("limitsChanged", { known: [], low: shown }),
				low,
			);
		const text = (seconds: number) => `0 of 30 requests left, renewed in ${seconds} seconds`;
		await tell({ id: "minute 1", text: text(45) });
		const notice = page.locator("gatehouse-notice");
		await notice.getByText("in 45 seconds").waitFor();
		await pictureOf(page, "panel-short-limit");
		const dismiss = notice.getByRole("button", { name: "Dismiss" });
		await dismiss.focus();
		await tell({ id: "minute 1", text: text(40) });
		await notice.getByText("in 40 seconds").waitFor();
		assert.equal(await dismiss.evaluate((button) => button === document.activeElement), true);
		await page.getByRole("status").getByText("in 45 seconds").waitFor({ state: "attached" });
		await tell(null);
		await notice.waitFor({ state: "detached" });
		await page.locator(".composer textarea:focus").waitFor();
		// For example, in the editor: the page keeps its own active element then, and does not move the focus.
		await page.evaluate(() => {
			document.hasFocus = () => false;
		});
		await tell({ id: "minute 2", text: text(45) });
		await dismiss.focus();
		await tell(null);
		await notice.waitFor({ state: "detached" });
		assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
	});
});
