import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tryAgain } from "../../host/tryAgain";
import { chooseFromMenuOf, openFile, pick, quickInput, rows } from "../../host/workbench";
import { assertLooks } from "../appearance/assertLooks";
import { eventually } from "../eventually";
import { ask, messageBox, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { contextChips } from "./contextChips";
import { suggest } from "./suggest";

/**
 * Needs a window in which the explorer's `autoReveal` is off: at any time, it would select a file that has just been opened,
 * instead of the current selection.
 */
export function contextDropTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await Promise.all([
			writeFile(join(t.workspace, ".env"), "TOKEN=not-for-you\n"),
			writeFile(join(t.workspace, ".gitignore"), "made/\n"),
			writeFile(join(t.workspace, "program.bin"), Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1])),
			writeFile(join(t.workspace, "latin.txt"), Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a])),
			mkdir(join(t.workspace, "made")).then(() => writeFile(join(t.workspace, "made", "out.txt"), "made\n")),
		]);
	});
	const { attachBy, chip, chips, nextMessages, removeAll, tick } = contextChips(() => t);
	afterEach(async () => {
		await removeAll();
		await messageBox(t.panel).fill("");
	});

	/** Drops the data of an explorer's row or of a tab, which VS Code passes to a page if Shift is held. */
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
	const explorerRow = (name: string) => t.window.page.locator(".explorer-folders-view").getByRole("treeitem", { name });

	/**
	 * Waits until the panel receives the pointer again. During a drag, VS Code withholds it from each webview, and a
	 * click would not arrive.
	 */
	async function pointerReachesPanel(): Promise<void> {
		const { page } = t.window;
		const box = await page.locator("iframe.webview.ready").boundingBox();
		assert.ok(box);
		let hasMoved = false;
		const moved = t.panel
			.locator("body")
			.evaluate(
				(body) => new Promise<void>((resolve) => body.addEventListener("pointermove", () => resolve(), { once: true })),
			)
			.then(() => {
				hasMoved = true;
			});
		for (let step = 0; !hasMoved; step++) {
			await page.mouse.move(box.x + box.width / 2 + (step % 2), box.y + box.height / 3);
			await page.evaluate(() => new Promise(requestAnimationFrame));
		}
		await moved;
	}

	async function showExplorer(): Promise<void> {
		// A key that is pressed in the panel takes longer to reach VS Code.
		await tryAgain(async (timeout) => {
			if (!(await explorerRow("greet.py").isVisible())) await t.window.page.keyboard.press("ControlOrMeta+Shift+E");
			await explorerRow("greet.py").waitFor({ timeout });
		});
		// All of them: a row that appears later moves the others.
		for (const name of [".env", ".gitignore", "greet.py", "made", "program.bin"]) await explorerRow(name).waitFor();
	}

	it("Add to Gatehouse Chat in the explorer's menu attaches everything that is selected there", async () => {
		const { page } = t.window;
		await showExplorer();
		await chooseFromMenuOf(explorerRow("greet.py"), "Add to Gatehouse Chat");
		await chip("greet.py").waitFor();
		await explorerRow("chores.js").click();
		await page.locator('.tab.active[data-resource-name="chores.js"]').waitFor();
		await explorerRow("budget.ts").click({ modifiers: ["ControlOrMeta"] });
		await page.locator('.explorer-folders-view [aria-selected="true"]').nth(1).waitFor();
		await chooseFromMenuOf(explorerRow("budget.ts"), "Add to Gatehouse Chat");
		await chip("budget.ts").waitFor();
		await chip("chores.js").waitFor();
		assert.equal(await chips().count(), 3);
		await screenshot(page, "context-explorer-dark");
	});

	/** Waits until the message box has the keyboard, and asserts that what is typed then goes into it. */
	async function assertTypesIntoMessage(): Promise<void> {
		await eventually(async () =>
			assert.ok(await messageBox(t.panel).evaluate((box) => document.hasFocus() && document.activeElement === box)),
		);
		await t.window.page.keyboard.type("x");
		assert.match(await messageBox(t.panel).inputValue(), /x$/);
	}

	it("Add to Gatehouse Chat in a tab's menu attaches the tab's file, even if another one is active", async () => {
		const { page } = t.window;
		await openFile(page, "greet.py");
		await openFile(page, "chores.js");
		await chooseFromMenuOf(page.locator('.tab[data-resource-name="greet.py"]'), "Add to Gatehouse Chat");
		await chip("greet.py").waitFor();
		assert.equal(await chips().count(), 1);
	});

	it("a drag from the explorer with Shift held attaches the file", async () => {
		const { page } = t.window;
		await showExplorer();
		const from = await explorerRow("chores.js").boundingBox();
		const to = await page.locator("iframe.webview.ready").boundingBox();
		assert.ok(from && to);
		await page.mouse.move(from.x + 40, from.y + from.height / 2);
		await page.mouse.down();
		await page.keyboard.down("Shift");
		await page.mouse.move(to.x + to.width / 2, to.y + to.height / 3, { steps: 8 });
		// VS Code passes the drag to the page a moment after it has entered it, and a mouse that rests sends no events.
		let step = 0;
		await eventually(async () => {
			await page.mouse.move(to.x + to.width / 2 + (++step % 2), to.y + to.height / 3);
			assert.ok(await t.panel.getByText("Hold Shift and drop to attach").isVisible());
		});
		await screenshot(page, "context-dragged-dark");
		await page.mouse.up();
		await page.keyboard.up("Shift");
		await chip("chores.js").waitFor();
		await t.panel.getByText("Hold Shift and drop to attach").waitFor({ state: "detached" });
		await pointerReachesPanel();
	});

	it("a drop asks before it attaches secrets and files that Git ignores, and refuses binary files", async () => {
		const { page } = t.window;
		await drop("text/uri-list", uriOf(".env"));
		await quickInput(page)
			.getByPlaceholder(/usually contains secrets/)
			.waitFor();
		await assertLooks(t, "context-secret");
		await pick(page, "Leave Out");
		await quickInput(page).waitFor({ state: "hidden" });
		assert.equal(await chips().count(), 0);
		await drop("application/vnd.code.uri-list", `${uriOf("made/out.txt")}\r\n${uriOf(".env")}`);
		await rows(page).filter({ hasText: "Git ignores it" }).waitFor();
		await assertLooks(t, "context-doubtful");
		await tick("out.txt");
		await chip("out.txt").waitFor();
		assert.equal(await chips().count(), 1);
		await drop("text/uri-list", uriOf("latin.txt"));
		await quickInput(page)
			.getByPlaceholder(/Part of it is not readable text/)
			.waitFor();
		await pick(page, "Leave Out");
		await quickInput(page).waitFor({ state: "hidden" });
		await drop("text/uri-list", uriOf("program.bin"));
		await t.panel.locator("gatehouse-notice").getByText("program.bin is a binary file").waitFor();
		await assertLooks(t, "context-binary");
		await t.panel.getByRole("button", { name: "Dismiss" }).click();
	});

	for (const choice of ["Leave Out", "Attach Anyway"])
		it(`the message box keeps the keyboard after a question about a file: ${choice}`, async () => {
			const { page } = t.window;
			await openFile(page, "chores.js");
			await suggest(t.panel, "Read #latin", t.panel.getByRole("option", { name: "latin.txt" }));
			await page.keyboard.press("Enter");
			await quickInput(page)
				.getByPlaceholder(/Part of it is not readable text/)
				.waitFor();
			await pick(page, choice);
			await quickInput(page).waitFor({ state: "hidden" });
			await assertTypesIntoMessage();
		});

	for (const name of ["Attach context", "Choose model"])
		it(`the message box has the keyboard after a list that the panel opened is closed: ${name}`, async () => {
			const { page } = t.window;
			await t.panel.getByRole("button", { name }).first().press("Enter");
			await quickInput(page).waitFor();
			await page.keyboard.press("Escape");
			await quickInput(page).waitFor({ state: "hidden" });
			await assertTypesIntoMessage();
		});

	it("a drag shows where the drop goes", async () => {
		await drop("text/uri-list", uriOf("greet.py"), "over");
		await t.panel.getByText("Hold Shift and drop to attach").waitFor();
		await assertLooks(t, "context-drop");
		await drop("text/uri-list", uriOf("greet.py"));
		await chip("greet.py").waitFor();
		await t.panel.getByText("Hold Shift and drop to attach").waitFor({ state: "detached" });
	});

	it("a pasted path offers its file", async () => {
		const paste = (text: string) =>
			messageBox(t.panel).evaluate((box, pasted) => {
				const clipboardData = new DataTransfer();
				clipboardData.setData("text/plain", pasted);
				box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
			}, text);
		await paste("greet.py");
		await t.panel.getByRole("button", { name: "Attach greet.py", exact: true }).waitFor();
		await assertLooks(t, "context-pasted");
		await t.panel.getByRole("button", { name: "Attach greet.py", exact: true }).click();
		await chip("greet.py").waitFor();
		await paste(join(t.workspace, "chores.js"));
		// The open file is offered, too, by its own chip.
		const pasted = t.panel.locator(".chip-offer:not(.chip-open-file)");
		await pasted.getByRole("button", { name: "Attach chores.js", exact: true }).waitFor();
		await pasted.getByRole("button", { name: "Do not attach chores.js" }).click();
		await pasted.waitFor({ state: "detached" });
	});

	it("a folder is sent as its tree and the chosen files", async () => {
		const { page } = t.window;
		await attachBy("Folder…");
		await quickInput(page).getByPlaceholder("Folder to attach").waitFor();
		await rows(page).filter({ hasText: "sample-workspace" }).first().waitFor();
		await quickInput(page).locator("input[type=text]").press("Enter");
		await rows(page).filter({ hasText: "greet.py" }).first().waitFor();
		await quickInput(page).locator(".quick-input-title").getByText("sample-workspace").waitFor();
		const hint = await quickInput(page).locator("input[type=text]").getAttribute("placeholder");
		assert.ok(hint && hint.length <= 50, "the number of selected files hides the end of a longer hint");
		await tick("greet.py");
		await chip("greet.py").waitFor();
		await eventually(async () => assert.equal(await chips().count(), 2));
		const sent = nextMessages();
		await ask(t.panel, "What is in here?");
		const content = String((await sent).at(-1)?.content);
		assert.match(content, /\nbudget\.ts\nchores\.js\ngreet\.py\n/);
		assert.ok(!content.includes("made/"));
		// The gateway need not know the workspace's path.
		assert.ok(!content.includes(t.workspace));
	});

	it("looks right with several chips, in every theme and width", async () => {
		await drop("text/uri-list", [uriOf("greet.py"), uriOf("chores.js")].join("\r\n"));
		await chip("chores.js").waitFor();
		await chip("greet.py").getByText("greet.py").waitFor();
		await assertLooks(t, "context-two");
	});
}
