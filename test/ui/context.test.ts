import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import {
	answerFileDialog,
	chooseFromEditorMenu,
	openFile,
	pick,
	quickInput,
	runCommand,
	selectLines,
	switchTheme,
	themes,
} from "../host/workbench";
import { axeViolations } from "./axe";
import { answers, ask, messageBox, openPanelWindow, type PanelWindow, questions } from "./panelWindow";
import { resizePanel } from "./resizePanel";
import { screenshot } from "./screenshot";

const chatPath = "/v1/chat/completions";

interface SentMessage {
	readonly role: string;
	readonly content: unknown;
}

describe("context that goes with a question", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow();
		await Promise.all([
			writeFile(join(t.workspace, ".env"), "TOKEN=not-for-you\n"),
			writeFile(join(t.workspace, ".gitignore"), "made/\n"),
			writeFile(join(t.workspace, "program.bin"), Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1])),
			mkdir(join(t.workspace, "made")).then(() => writeFile(join(t.workspace, "made", "out.txt"), "made\n")),
		]);
	});
	after(() => t?.close());
	afterEach(async () => {
		for (let left = await chips().count(); left > 0; left--) {
			await chips().first().getByRole("button", { name: "Remove" }).click();
			await chips()
				.nth(left - 1)
				.waitFor({ state: "detached" });
		}
		await messageBox(t.panel).fill("");
	});

	const attach = () => t.panel.getByRole("button", { name: "Attach context" });
	const chips = () => t.panel.getByRole("list", { name: "Goes with the next question" }).getByRole("listitem");
	const chip = (name: string) => chips().filter({ hasText: name });
	const rows = () => quickInput(t.window.page).locator(".quick-input-list .monaco-list-row");
	const meter = () => t.panel.getByRole("meter", { name: "Context used" });

	/** The messages of the next chat request. */
	const nextMessages = async (): Promise<readonly SentMessage[]> => {
		const { json } = await t.gateway.nextRequest(({ path }) => path === chatPath);
		return (json as { messages: readonly SentMessage[] }).messages;
	};

	/** Through the picker, as from the button. */
	async function attachBy(kind: string): Promise<void> {
		await attach().click();
		await pick(t.window.page, kind);
	}

	/** Ticks entries of the open quick pick, found by typing, and confirms. */
	async function tick(...names: readonly string[]): Promise<void> {
		const { page } = t.window;
		for (const name of names) {
			await quickInput(page).locator("input[type=text]").fill(name);
			await rows()
				.filter({ hasText: name })
				.first()
				.locator(".quick-input-list-checkbox, [role=checkbox], .monaco-checkbox")
				.first()
				.click();
		}
		await quickInput(page).getByRole("button", { name: "OK" }).click();
	}

	/** Drops addresses on the panel, as VS Code lets them through with Shift held. */
	async function drop(type: string, list: string, only: "over" | "all" = "all"): Promise<void> {
		await t.panel.locator("body").evaluate(
			(body, [type, list, only]) => {
				const dataTransfer = new DataTransfer();
				dataTransfer.setData(type, list);
				const fire = (name: string) =>
					body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
				fire("dragover");
				if (only === "all") fire("drop");
			},
			[type, list, only] as const,
		);
	}

	const uriOf = (name: string) => `vscode-remote://${new URL(t.window.page.url()).host}${join(t.workspace, name)}`;

	async function inEveryTheme(name: string): Promise<void> {
		for (const [theme, worn] of Object.entries(themes)) {
			await switchTheme(t.window.page, worn);
			await screenshot(t.window.page, `context-${name}-${theme}`);
			assert.deepEqual(await axeViolations(t.panel), [], `${name} in ${theme}`);
		}
		await switchTheme(t.window.page, themes.dark);
	}

	it("Attach context offers everything there is; Files… become chips with their size, and go with the question", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await attach().click();
		for (const kind of ["Files…", "Folder…", "Open Editors", "Git Changes", "Symbol…", "Image…"])
			await rows().filter({ hasText: kind }).first().waitFor();
		await screenshot(page, "context-picker-dark");
		await pick(page, "Files…");
		await rows().filter({ hasText: "greet.py" }).first().waitFor();
		await tick("greet.py", "chores.js");
		await chip("greet.py")
			.getByText(/≈ \d+ tokens/)
			.waitFor();
		await chip("chores.js").waitFor();
		await meter().waitFor();
		await inEveryTheme("chips");
		const sent = nextMessages();
		await ask(t.panel, "What are these?");
		const [message] = await sent;
		assert.match(String(message?.content), /^What are these\?\n\n(?:chores\.js|greet\.py):\n```/);
		assert.match(String(message?.content), /greet\.py:\n```/);
		assert.equal(await chips().count(), 0);
		const onQuestion = questions(t.panel).last().getByRole("list", { name: "Attachments" });
		await onQuestion.getByRole("button", { name: "greet.py" }).click();
		await page.locator('.tab.active[data-resource-name="greet.py"]').waitFor();
		await screenshot(page, "context-sent-dark");
	});

	it("Add Selection to Chat attaches the lines, opens the place, and says when they changed", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await selectLines(page, 2, 4);
		await chooseFromEditorMenu(page, "Gatehouse", "Add Selection to Chat");
		await chip("budget.ts:2–4").waitFor();
		// Lines that come above it move it, and change nothing.
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.type("// new");
		await page.keyboard.press("Enter");
		await chip("budget.ts")
			.getByRole("button", { name: /^budget\.ts:2–4/ })
			.click();
		await page.locator("#status\\.editor\\.selection").getByText("Ln 5").waitFor();
		await page.keyboard.press("Backspace");
		await chip("budget.ts").getByText("changed").waitFor();
		await inEveryTheme("changed");
		await chip("budget.ts").getByRole("button", { name: "Update" }).click();
		await chip("budget.ts").getByText("changed").waitFor({ state: "detached" });
		await page.locator(".editor-group-container.active .view-lines").click();
		for (let i = 0; i < 3; i++) await page.keyboard.press("ControlOrMeta+Z");
	});

	it("unsaved text counts, and stays after the page was drawn anew", async () => {
		const { page } = t.window;
		await openFile(page, "chores.js");
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.type("// not saved yet ");
		await runCommand(page, "Gatehouse: Add to Chat");
		await chip("chores.js").waitFor();
		await page.keyboard.press("ControlOrMeta+Alt+B");
		await t.panel.locator("body").waitFor({ state: "detached" });
		await page.keyboard.press("ControlOrMeta+Alt+B");
		await chip("chores.js").waitFor();
		const sent = nextMessages();
		await ask(t.panel, "Unsaved?");
		assert.match(String((await sent).at(-1)?.content), /not saved yet/);
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+Z");
	});

	it("asks before it attaches secrets and what Git ignores, and refuses what is binary", async () => {
		const { page } = t.window;
		await drop("text/uri-list", uriOf(".env"));
		await quickInput(page)
			.getByPlaceholder(/usually holds secrets/)
			.waitFor();
		await screenshot(page, "context-secret-dark");
		await pick(page, "Leave It Out");
		await quickInput(page).waitFor({ state: "hidden" });
		assert.equal(await chips().count(), 0);
		await drop("application/vnd.code.uri-list", `${uriOf("made/out.txt")}\r\n${uriOf(".env")}`);
		await rows().filter({ hasText: "Git ignores it" }).waitFor();
		await tick("out.txt");
		await chip("out.txt").waitFor();
		assert.equal(await chips().count(), 1);
		await drop("text/uri-list", uriOf("program.bin"));
		await t.panel.locator("gatehouse-notice").getByText("program.bin is a binary file").waitFor();
		await screenshot(page, "context-binary-dark");
		await t.panel.getByRole("button", { name: "Dismiss" }).click();
	});

	it("says where a drop goes", async () => {
		await drop("text/uri-list", uriOf("greet.py"), "over");
		await t.panel.getByText("Drop to attach, with Shift held").waitFor();
		await screenshot(t.window.page, "context-drop-dark");
		await drop("text/uri-list", uriOf("greet.py"));
		await chip("greet.py").waitFor();
		await t.panel.getByText("Drop to attach, with Shift held").waitFor({ state: "detached" });
	});

	it("a pasted path offers its file", async () => {
		const { page } = t.window;
		const paste = (text: string) =>
			messageBox(t.panel).evaluate((box, pasted) => {
				const clipboardData = new DataTransfer();
				clipboardData.setData("text/plain", pasted);
				box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
			}, text);
		await paste("greet.py");
		await t.panel.getByRole("button", { name: "Attach greet.py", exact: true }).waitFor();
		await screenshot(page, "context-pasted-dark");
		await t.panel.getByRole("button", { name: "Attach greet.py", exact: true }).click();
		await chip("greet.py").waitFor();
		await paste(join(t.workspace, "chores.js"));
		await t.panel.getByRole("button", { name: "Attach chores.js", exact: true }).waitFor();
		await t.panel.getByRole("button", { name: "Do not attach chores.js" }).click();
		await t.panel.getByRole("button", { name: "Attach chores.js", exact: true }).waitFor({ state: "detached" });
	});

	it("a folder goes as its tree and the files that were chosen", async () => {
		const { page } = t.window;
		await attachBy("Folder…");
		await quickInput(page).getByPlaceholder("Folder whose tree").waitFor();
		await rows().filter({ hasText: "gatehouse-workspace" }).first().waitFor();
		await page.keyboard.press("Enter");
		await rows().filter({ hasText: "greet.py" }).first().waitFor();
		await tick("greet.py");
		await chip("greet.py").waitFor();
		assert.equal(await chips().count(), 2);
		const sent = nextMessages();
		await ask(t.panel, "What is in here?");
		const content = String((await sent).at(-1)?.content);
		assert.match(content, /\nbudget\.ts\nchores\.js\ngreet\.py\n/);
		assert.ok(!content.includes("made/"));
		// Nobody needs to know where the workspace lies.
		assert.ok(!content.includes(t.workspace));
	});

	it("What Is Sent shows the messages of the next request, which are the ones the gateway gets", async () => {
		const { page } = t.window;
		await attachBy("Open Editors");
		await chip("budget.ts").waitFor();
		await messageBox(t.panel).fill("Exactly this?");
		await meter().waitFor();
		const shown = () => textOf(page.locator(".editor-group-container.active .view-lines"));
		await runCommand(page, "Gatehouse: What Is Sent");
		await page.locator('.tab.active[data-resource-name="What Is Sent.json"]').waitFor();
		await page.locator(".view-line").getByText("Exactly this?").first().waitFor();
		await screenshot(page, "context-sent-messages-dark");
		assert.match(await shown(), /"role": "user"/);
		await page.locator(".editor-group-container.active .view-lines").click();
		await page.keyboard.press("ControlOrMeta+A");
		await page.keyboard.press("ControlOrMeta+C");
		const text = await page.evaluate(() => navigator.clipboard.readText());
		const sent = nextMessages();
		await messageBox(t.panel).press("Enter");
		assert.deepEqual((JSON.parse(text) as { messages: unknown }).messages, await sent);
		await answers(t.panel).last().getByRole("button", { name: "Retry" }).waitFor();
	});

	it("an image goes as a part of the message", async () => {
		const { page } = t.window;
		const file = join(t.workspace, "shot.png");
		const png = Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
			"base64",
		);
		await writeFile(file, png);
		await attachBy("Image…");
		await quickInput(page).getByRole("button", { name: "Attach" }).waitFor();
		await answerFileDialog(page, file);
		await chip("shot.png").waitFor();
		t.gateway.script({
			match: chatPath,
			json: { choices: [{ message: { content: "A dot." }, finish_reason: "stop" }] },
		});
		const sent = nextMessages();
		await ask(t.panel, "What is on it?");
		const content = (await sent).at(-1)?.content as readonly { type: string; image_url?: { url: string } }[];
		assert.deepEqual(
			content.map(({ type }) => type),
			["text", "image_url"],
		);
		assert.equal(content[1]?.image_url?.url, `data:image/png;base64,${png.toString("base64")}`);
		await runCommand(page, "Gatehouse: New Conversation");
		await questions(t.panel).first().waitFor({ state: "detached" });
	});

	it("fits a narrow side bar", async () => {
		const { page } = t.window;
		await resizePanel(page, 172);
		await drop("text/uri-list", [uriOf("greet.py"), uriOf("chores.js")].join("\r\n"));
		await chip("chores.js").waitFor();
		await chip("greet.py").getByText("greet.py").waitFor();
		await inEveryTheme("narrow");
		const { wide, wider } = await t.panel.locator("html").evaluate(() => ({
			wide: document.documentElement.clientWidth,
			wider: document.documentElement.scrollWidth,
		}));
		assert.ok(wider <= wide, `the panel scrolls sideways: ${wider} in ${wide} pixels`);
	});
});

/** What an editor shows, with plain blanks. */
async function textOf(lines: Locator): Promise<string> {
	return (await lines.innerText()).replaceAll("\u00a0", " ");
}
