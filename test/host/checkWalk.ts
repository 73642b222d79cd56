import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { messageOf } from "../../src/core/base/errors";
import type { BrowserWindow } from "./browser/browserWindow";
import { repositoryFolder } from "./paths";
import {
	chooseFromEditorMenu,
	notifications,
	openFile,
	openPanel,
	quickInput,
	runCommand,
	selectLines,
} from "./workbench";

/** Time limit for a gateway's answer, in milliseconds. */
const answerLimit = 180_000;

/** Maximum number of lines of an answer that are reported. */
const mostLines = 8;

const folder = join(repositoryFolder, "out", "check");

/**
 * Uses Gatehouse once as a user would: asks, has code explained, switches the model, and has the agent rename a
 * function and fix a test if the gateway has the demo's model for that. Reports each finished step, and where its
 * picture is.
 *
 * @throws Error that names the failed step and what the window showed; a picture of it is taken, too.
 */
export async function checkWalk({ page }: BrowserWindow, tell: (line: string) => void): Promise<void> {
	await mkdir(folder, { recursive: true });
	try {
		const panel = await openPanel(page);
		await connected(panel);
		tell(`connected, ${await currentModel(panel)} answers`);

		const question = "What can a small budget script be useful for?";
		await panel.getByRole("textbox", { name: "Message" }).fill(question);
		await panel.getByRole("button", { name: "Send" }).click();
		tell(`chat:\n${await answerText(panel)}`);

		await openFile(page, "budget.ts");
		await selectLines(page, 9, 16);
		await chooseFromEditorMenu(page, "Gatehouse", "Explain Selection");
		// The action begins a new conversation.
		await messagesIn(panel).first().filter({ hasNotText: question }).waitFor();
		tell(`explain selection:\n${await answerText(panel)}`);
		await picture(page, "explain");

		tell(`switch model: now ${await switchModel(page, panel)} answers`);
		if (await chooseModelNamed(page, panel, "demo-agent")) {
			tell(`agent, “Rename shareOut to divide”:\n${await agentRenames(page, panel)}`);
			tell(`agent, “Fix the failing test”:\n${await agentFixesTest(page, panel)}`);
		}
		tell(`screenshot: ${await picture(page, "window")}`);
	} catch (error) {
		const said = await notifications(page)
			.allInnerTexts()
			.catch(() => []);
		const path = await picture(page, "failure").catch(() => "none");
		throw new Error([messageOf(error), ...said, `screenshot: ${path}`].join("\n"));
	}
}

async function picture(page: Page, name: string): Promise<string> {
	const path = join(folder, `${name}.png`);
	await page.screenshot({ path });
	return path;
}

/** The panel's page, in VS Code or alone. */
type Panel = Pick<FrameLocator, "getByRole" | "locator">;

const messagesIn = (panel: Panel): Locator => panel.getByRole("log", { name: "Conversation" }).getByRole("article");

/** The button whose name ends with the chosen model's. */
const modelButton = (panel: FrameLocator): Locator => panel.getByRole("button", { name: /^Choose model: / });

async function connected(panel: FrameLocator): Promise<void> {
	await modelButton(panel)
		.waitFor()
		.catch(() => Promise.reject(new Error("Gatehouse did not connect to the gateway")));
}

async function currentModel(panel: FrameLocator): Promise<string> {
	const name = await modelButton(panel).getAttribute("aria-label");
	return (name ?? "").replace("Choose model: ", "");
}

/**
 * Returns the first lines of a conversation's first answer when it has ended. An answer that the server cut off at its
 * own length limit counts, too; the last line then mentions the cut.
 *
 * @throws Error with the text that appears instead of an answer.
 */
export async function answerText(panel: Panel): Promise<string> {
	const answer = messagesIn(panel).nth(1);
	const whole = answer.getByRole("button", { name: "Copy answer" });
	const notice = panel.locator(".notice-text");
	const atLimit = "Cut off at the length limit";
	const trouble = notice.filter({ hasNotText: atLimit }).filter({ hasNotText: /is (almost )?used up/ });
	await whole.or(trouble).first().waitFor({ timeout: answerLimit });
	if (await trouble.count()) throw new Error(`no whole answer: ${await trouble.first().textContent()}`);
	const isCut = (await answer.locator(".notice-text").filter({ hasText: atLimit }).count()) > 0;
	const lines = (await answer.allInnerTexts()).join("\n").split("\n");
	const first = lines.filter((line) => line.trim() !== "").slice(0, mostLines);
	const said = first.map((line) => `    ${line.slice(0, 100)}`);
	return [...said, ...(isCut ? ["    (the gateway cut the answer off at its own length limit)"] : [])].join("\n");
}

/** Chooses the first model that is not the current one, if there is one. Returns the model that then answers. */
async function switchModel(page: Page, panel: FrameLocator): Promise<string> {
	const before = await currentModel(panel);
	await runCommand(page, "Gatehouse: Select Model");
	const rows = quickInput(page).locator(".quick-input-list .monaco-list-row");
	await rows.filter({ hasText: before }).first().waitFor();
	const others = rows.filter({ hasNotText: before });
	const target = (await others.count()) > 0 ? others.first() : rows.first();
	const name = ((await target.locator(".label-name").first().textContent()) ?? "").trim();
	await target.click();
	await panel.getByRole("button", { name: `Choose model: ${name}`, exact: true }).waitFor();
	return name;
}

/** Has the agent rename a function in three files, and undoes that. */
async function agentRenames(page: Page, panel: FrameLocator): Promise<string> {
	await beginTask(page, panel, "Rename shareOut to divide.");
	await panel.getByRole("button", { name: "Allow", exact: true }).click({ timeout: answerLimit });
	const said = await answerText(panel);
	const changes = panel.getByRole("region", { name: "Changes of the agent" });
	await changes.getByText("3 files changed").waitFor();
	await picture(page, "agent");
	await changes.getByRole("button", { name: "Undo Changes", exact: true }).click();
	await changes.waitFor({ state: "hidden" });
	return said;
}

/** Has the agent run the tests, fix the one that fails, and run them again. @throws Error unless they pass then. */
async function agentFixesTest(page: Page, panel: FrameLocator): Promise<string> {
	await beginTask(page, panel, "Fix the failing test.");
	const command = panel.getByRole("group", { name: /run this command/ });
	await command.getByText("node --test").waitFor({ timeout: answerLimit });
	await picture(page, "agent-command");
	await command.getByRole("button", { name: "Allow in This Conversation" }).click();
	const change = panel.getByRole("group", { name: /change rent\.js/ });
	await change.getByRole("button", { name: "Allow", exact: true }).click({ timeout: answerLimit });
	const steps = await answerText(panel);
	const said = messagesIn(panel).nth(1).getByText("All tests pass now (exit code 0)");
	if ((await said.count()) === 0) throw new Error(`the test was not fixed:\n${steps}`);
	await picture(page, "agent-fixed");
	return `    ${await said.first().innerText()}`;
}

async function beginTask(page: Page, panel: FrameLocator, task: string): Promise<void> {
	await runCommand(page, "Gatehouse: New Conversation");
	await messagesIn(panel).first().waitFor({ state: "detached" });
	const agent = panel.getByRole("switch", { name: "Agent" });
	if ((await agent.getAttribute("aria-checked")) !== "true") await agent.click();
	await panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
	await panel.getByRole("textbox", { name: "Message" }).fill(task);
	await panel.getByRole("button", { name: "Send" }).click();
}

/** Chooses a model; returns false if the gateway does not have it. */
async function chooseModelNamed(page: Page, panel: FrameLocator, name: string): Promise<boolean> {
	const before = await currentModel(panel);
	await runCommand(page, "Gatehouse: Select Model");
	const rows = quickInput(page).locator(".quick-input-list .monaco-list-row");
	await rows.filter({ hasText: before }).first().waitFor();
	const row = rows.filter({ hasText: name });
	if ((await row.count()) === 0) {
		await page.keyboard.press("Escape");
		return false;
	}
	await row.first().click();
	await panel.getByRole("button", { name: `Choose model: ${name}`, exact: true }).waitFor();
	return true;
}
