import assert from "node:assert/strict";
import type { AgentEvent } from "../../../src/shared/agentEvent";
import type { Question } from "../../../src/shared/conversation";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";

const task: Question = { role: "user", id: "q", parent: null, text: "Do it.\n".repeat(14), attachments: [], at: 0 };
const edits = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, name: "edit_file", arguments: { path: "a.ts" } }));
const turn: AgentEvent = { type: "turn", text: "", calls: edits, tokens: 1 };
const asking: AgentEvent = {
	type: "asking",
	call: 0,
	approval: { kind: "write", path: "a.ts", reasons: ["firstEdit"], detail: "+new" },
};

/** The panel's page alone: what shows an agent's work is in a chunk that is loaded with its first step. */
describe("agent: the part of the page that shows its work", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const open = (serves: (path: string) => Promise<boolean>) =>
		browser.open(panelBody, { snapshot: snapshotOf([task, answerOf("a", "", false)]), serves });
	type BarePage = Awaited<ReturnType<typeof open>>;
	const step = (page: BarePage, event: AgentEvent) =>
		page.evaluate((one) => (window as unknown as StandIn).tellPanel("agentStepped", "a", one, 2), event);

	it("is loaded with the first step, shows what has happened by then, and stays at the end", async () => {
		let allow: (serve: boolean) => void = () => {};
		const allowed = new Promise<boolean>((resolve) => {
			allow = resolve;
		});
		const asked: string[] = [];
		const page = await open(async (path) => {
			if (!path.includes("agentElements")) return true;
			asked.push(path);
			return allowed;
		});
		await page.getByText("Waiting for the answer").waitFor();
		assert.deepEqual(asked, []);
		const requested = page.waitForRequest(/agentElements/);
		await step(page, turn);
		await requested;
		await step(page, asking);
		assert.equal(await page.locator(".agent-row").count(), 0);
		allow(true);
		await page.getByRole("group", { name: "Allow the agent to change a.ts?" }).waitFor();
		assert.equal(await page.locator(".agent-row").count(), edits.length);
		await page.getByRole("status").getByText("Allow the agent to change a.ts?").waitFor();
		// The question is shown from its beginning.
		await page.getByRole("group", { name: /^Allow the agent/ }).evaluate(
			(question) =>
				new Promise<void>((resolve) => {
					const observer = new IntersectionObserver((entries) => {
						if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
						observer.disconnect();
						resolve();
					});
					observer.observe(question);
				}),
		);
		assert.equal(asked.length, 1);
		await page.close();
	});

	it("is said to be missing if it cannot be loaded", async () => {
		const page = await open(async (path) => !path.includes("agentElements"));
		await page.getByText("Waiting for the answer").waitFor();
		await step(page, turn);
		await page
			.locator(".panel-notice")
			.getByText(/could not be loaded/)
			.waitFor();
		assert.equal(await page.locator(".agent-row").count(), 0);
		await page.close();
	});
});
