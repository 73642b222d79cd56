import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import { clickShown, tryAgain } from "../../host/tryAgain";
import {
	answerFileDialog,
	closeMenus,
	dismissNotifications,
	notifications,
	quickInput,
	rows,
	runCommand,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { nextChat } from "../chat/nextChat";
import { connectByWizard, nameOf, openWizard } from "../connections/connectByWizard";
import { contextChips } from "../context/contextChips";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import {
	answers,
	ask,
	chooseModel,
	demoKey,
	messageBox,
	newConversation,
	type PanelWindow,
	questions,
	send,
} from "../panelWindow";
import { renderedMarkdown } from "../renderedMarkdown";
import { pictureOf } from "../screenshot";
import { foreignFile, pickRow, renamed } from "./defaultWindow";

const secondKey = "sk-second-0123456789";

/** Needs a window without a gateway, and leaves two gateways, one of which has stopped. */
export function defaultChatTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let second: DemoGateway;
	before(async () => {
		second = await startGateway({
			keys: [secondKey],
			streamDelayMs: 0,
			models: [renamed("demo-chat", "another-chat"), renamed("demo-echo", "second-echo")],
		});
		t = shared();
	});
	after(async () => {
		await second?.close();
	});
	const { chip, removeAll } = contextChips(() => t);
	const page = () => t.window.page;

	/** Asks in a conversation that used another gateway. */
	async function askElsewhere(text: string, model: string): Promise<void> {
		await send(t.panel, text);
		await t.panel.getByRole("button", { name: "Continue with This Gateway" }).click();
		await questions(t.panel).getByText(text).waitFor();
		await answers(t.panel, model).last().getByRole("button", { name: "Retry", exact: true }).first().waitFor();
	}

	it("panel: opens beside VS Code's own chat", async () => {
		const bar = page().locator(".part.auxiliarybar");
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await pictureOf(page(), "defaults-empty");
		// VS Code closes a menu when its window loses the focus.
		await tryAgain(
			async (timeout) => {
				await bar.getByRole("tab", { name: "Additional Views" }).click({ timeout });
				await page().getByRole("menuitemcheckbox", { name: /^Chat/ }).waitFor({ timeout });
			},
			() => closeMenus(page()),
		);
		await closeMenus(page());
	});

	it("connect: the wizard asks for address and key", async () => {
		await openWizard(page());
		await connectByWizard(page(), t.gateway.url, demoKey);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
	});

	it("chat: an answer is streamed into the panel", async () => {
		const answer = await ask(t.panel, "What is in this project?");
		await answer.locator("table th").first().waitFor();
		await pictureOf(page(), "defaults-answer");
	});

	it("context: # attaches a file whose name has capital letters", async () => {
		await suggest(t.panel, "#Base64D", t.panel.getByRole("option").first().getByText(foreignFile.name).first());
		await pictureOf(page(), "defaults-suggestions");
		await messageBox(t.panel).press("Enter");
		await chip(foreignFile.name)
			.getByText(/≈ \d+ tokens/)
			.waitFor();
		const asked = nextChat(t.gateway);
		await ask(t.panel, "What does it decode?");
		assert.match(
			(await asked).messages.at(-1)?.content ?? "",
			/Base64Decode\.ts:\n[\s\S]*export function base64DecToArr/,
		);
		await removeAll();
	});

	it("models: another one answers after it is chosen", async () => {
		await pickByCommand(page(), "Gatehouse: Select Model", "zeta-chat");
		await chooseModel(t.panel).getByText("zeta-chat").waitFor();
		const asked = nextChat(t.gateway);
		await ask(t.panel, "Who answers?", "zeta-chat");
		assert.equal((await asked).model, "zeta-chat");
	});

	it("gateways: each is asked with its own key and one of its models", async () => {
		await openWizard(page());
		await connectByWizard(page(), second.url, secondKey);
		await chooseModel(t.panel).getByText("another-chat").waitFor();
		const asked = second.nextRequest(({ path }) => path === "/v1/chat/completions");
		await askElsewhere("And who answers here?", "another-chat");
		assert.equal((await asked).headers.authorization, `Bearer ${secondKey}`);
		await pickByCommand(page(), "Gatehouse: Select Gateway", nameOf(t.gateway.url));
		const back = nextChat(t.gateway);
		await chooseModel(t.panel)
			.getByText(/demo-chat|zeta-chat/)
			.waitFor();
		const model = (await chooseModel(t.panel).innerText()).includes("zeta-chat") ? "zeta-chat" : "demo-chat";
		await askElsewhere("Back again?", model);
		assert.equal((await back).model, model);
	});

	it("history: finds an earlier conversation by a word of its answer", async () => {
		await newConversation(t);
		const search = quickInput(page()).getByPlaceholder("Search titles, questions and answers");
		// The list closes when it loses the focus.
		await tryAgain(async (timeout) => {
			await showByCommand(page(), "Gatehouse: Show Conversations", search);
			await search.fill("stand-in", { timeout });
			await pickRow(t, "What is in this project?").waitFor({ timeout });
			await pictureOf(page(), "defaults-history");
			await clickShown(pickRow(t, "What is in this project?"), timeout);
		});
		await answers(t.panel).first().getByRole("table").first().waitFor();
	});

	it("export and import: the JSON file becomes a separate conversation", async () => {
		const file = join(t.workspace, "Conversation.json");
		await runCommand(page(), "Gatehouse: Export Conversation…");
		await answerFileDialog(page(), file);
		await eventually(async () => assert.match(await readFile(file, "utf8"), /"format": "gatehouse-conversation"/));
		await newConversation(t);
		await runCommand(page(), "Gatehouse: Import Conversation…");
		await answerFileDialog(page(), file);
		await answers(t.panel).first().getByRole("table").first().waitFor();
		await dismissNotifications(page());
		await rm(file);
	});

	it("requests: all are listed, with their models", async () => {
		const asked = pickRow(t, "another-chat").getByText("status 200 in");
		await showByCommand(page(), "Gatehouse: Show Requests in This Window", asked);
		await pickRow(t, "models").getByText("0 bytes out").waitFor();
		assert.ok((await rows(page()).count()) > 5);
		await pictureOf(page(), "defaults-requests");
		await leaveQuickInput(page());
	});

	it("connection check: runs every step, and reports it", async () => {
		// Both lists close when they lose the focus.
		await tryAgain(async (timeout) => {
			// The gateway in use is the first row, which Enter chooses.
			await showByCommand(page(), "Gatehouse: Check Connection", rows(page()).first().getByText("current"));
			await quickInput(page()).locator("input:visible").press("Enter", { timeout });
			await clickShown(pickRow(t, "two short answers"), timeout);
		});
		await page().locator(".tab.active").filter({ hasText: "Connection check: " }).waitFor();
		assert.match(await renderedMarkdown(page(), "nothing from your files"), /Tools: \S+ did not call the tool/);
		await pictureOf(page(), "defaults-doctor");
		await runCommand(page(), "View: Close Editor");
	});

	it("log: opens in the Output panel; a notification says why a command failed", async () => {
		t.gateway.script({ match: "/v1/models", status: 401, json: { error: { message: "Key of last term" } } });
		await runCommand(page(), "Gatehouse: Refresh Models");
		await showNotification(page(), notifications(page()).filter({ hasText: "Key of last term" }));
		await dismissNotifications(page());
		await runCommand(page(), "Gatehouse: Show Log");
		await page().locator(".part.panel .monaco-editor .view-line").first().waitFor();
		await pictureOf(page(), "defaults-log");
		await runCommand(page(), "View: Toggle Panel Visibility");
	});
}
