import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { OpenFileView, Snapshot } from "../../../src/shared/chatProtocol";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { snapshotOf } from "../../host/panelSnapshot";
import { repositoryFolder } from "../../host/paths";
import { axeViolations } from "../appearance/axe";
import { pageThemes, wearInCopy } from "../appearance/panelCopy";
import { pictureOf, type ThemeName } from "../screenshot";

const budget: OpenFileView = {
	id: "budget",
	name: "budget.ts",
	path: "src/planning/budget.ts",
	lines: null,
	byDefault: false,
	tokens: 0,
};
const longName = `${"a-very-long-name-of-a-file-".repeat(8)}.ts`;

/** The page's requests to the host, except those that it makes by itself. */
const asked = (page: Page): Promise<readonly { readonly method: string; readonly args: readonly unknown[] }[]> =>
	page.evaluate(() =>
		(window as unknown as StandIn).asked.filter(({ method }) => /^(send|attach|stop|retry|remove|find)/.test(method)),
	);

/** Offers to attach context, in the panel's page alone. */
describe("context: the offered file, in the panel's page alone", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser({ width: 320, height: 480 });
	});
	after(() => browser?.close());

	const open = async (openFile: OpenFileView | null, more: Partial<Snapshot> = {}) => {
		const page = await browser.open(panelBody, { snapshot: { ...snapshotOf([]), openFile, ...more } });
		await page.getByRole("textbox", { name: "Message" }).waitFor();
		return page;
	};

	it("the open file is offered by a dashed chip, and sent only if it is attached by a click or Ctrl+/", async () => {
		const page = await open(budget);
		const chip = page.getByRole("group", { name: "Attach budget.ts" });
		assert.equal(await chip.evaluate((element) => getComputedStyle(element).borderStyle), "dashed");
		const box = page.getByRole("textbox", { name: "Message" });
		await box.fill("Hello");
		await box.press("Enter");
		await box.fill("Again");
		assert.deepEqual(
			(await asked(page)).map(({ method }) => method),
			["send"],
			"an offer is not sent",
		);
		await box.press("Control+/");
		await page.getByRole("button", { name: "Attach budget.ts", exact: true }).click();
		assert.deepEqual((await asked(page)).slice(1), [
			{ method: "attachOpenFile", args: ["budget"] },
			{ method: "attachOpenFile", args: ["budget"] },
		]);
		await page.close();
	});

	it("selected lines are offered instead, and a dismissed offer returns with another selection", async () => {
		const page = await open({ ...budget, id: "lines", lines: [3, 9] });
		await page.getByRole("button", { name: "Attach budget.ts:3–9", exact: true }).waitFor();
		const dismiss = page.getByRole("button", { name: "Do not attach budget.ts:3–9" });
		await dismiss.focus();
		await page.keyboard.press("Enter");
		await dismiss.waitFor({ state: "detached" });
		await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
		const tell = (openFile: OpenFileView | null) =>
			page.evaluate((next) => (window as unknown as StandIn).tellPanel("openFileChanged", next), openFile);
		await tell({ ...budget, id: "line", lines: [7, 7] });
		await page.getByRole("button", { name: "Attach budget.ts:7", exact: true }).waitFor();
		await tell(budget);
		await page.getByRole("button", { name: "Attach budget.ts", exact: true }).waitFor();
		await tell(null);
		await page.getByRole("button", { name: "Attach budget.ts", exact: true }).waitFor({ state: "detached" });
		await page.close();
	});

	it("a suggested file has its name once, with its folder beside it", async () => {
		const files = ["LICENSE", "lib/core/util.js"].map((detail) => ({
			...{ id: `file:${detail}`, label: detail.slice(detail.lastIndexOf("/") + 1), detail, icon: "file" },
		}));
		const answers = { suggestContext: files, suggestSymbols: [] };
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]), answers });
		await page.getByRole("textbox", { name: "Message" }).pressSequentially("#li");
		await page.getByRole("option").nth(1).waitFor();
		const texts = await page.getByRole("option").allInnerTexts();
		assert.deepEqual(
			texts.map((text) => text.split(/\s+/).filter(Boolean)),
			[["LICENSE"], ["util.js", "lib/core"]],
		);
		assert.equal(await page.getByRole("option").nth(1).getAttribute("title"), "lib/core/util.js");
		await page.close();
	});

	it("with the setting, the file is attached before the question is sent, unless its chip is removed", async () => {
		const context = { ...snapshotOf([]).context, tokens: 100, limit: 1000, room: 450, estimate: false };
		const page = await open({ ...budget, byDefault: true, tokens: 400 }, { context });
		await page.getByText("50%").waitFor();
		// The file fits in the context, but leaves no room for the answer.
		const meter = page.getByRole("meter", { name: "Context used" });
		assert.equal(await meter.getAttribute("aria-valuetext"), "500 of 1,000 tokens: too much");
		const chip = page.getByRole("group", { name: "budget.ts is sent with the question" });
		assert.equal(await chip.evaluate((element) => getComputedStyle(element).borderStyle), "solid");
		const box = page.getByRole("textbox", { name: "Message" });
		await box.fill("Hello");
		await box.press("Enter");
		await page.getByRole("button", { name: "Send", disabled: true }).waitFor();
		await page.getByRole("button", { name: "Do not attach budget.ts" }).click();
		await page.getByText("10%").waitFor();
		assert.equal(await meter.getAttribute("aria-valuetext"), "100 of 1,000 tokens");
		await box.fill("Again");
		await box.press("Enter");
		await page.waitForFunction(
			() => (window as unknown as StandIn).asked.filter(({ method }) => method === "send").length === 2,
		);
		assert.deepEqual(
			(await asked(page)).map(({ method }) => method),
			["attachOpenFile", "send", "send"],
		);
		await page.close();
	});

	it("looks right in every theme, narrow, with a long name and in French", async () => {
		const page = await open({ ...budget, name: longName, path: `src/${longName}` });
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `open-file-offered-${theme}`);
		}
		await page.close();
		const l10n = JSON.parse(await readFile(join(repositoryFolder, "l10n", "bundle.l10n.fr.json"), "utf8"));
		const french = await open({ ...budget, byDefault: true, lines: [3, 9] }, { language: "fr", l10n });
		await french.setViewportSize({ width: 168, height: 480 });
		const [wide, shown] = await french.evaluate(() => [document.body.scrollWidth, document.body.clientWidth]);
		assert.ok((wide ?? 0) <= (shown ?? 0));
		await pictureOf(french, "open-file-by-default-french");
		await french.close();
	});

	/** Pastes what one of VS Code's editors puts into the clipboard. */
	const paste = (page: Page, text: string, mode: string | undefined) =>
		page.getByRole("textbox", { name: "Message" }).evaluate(
			(box, [pasted, language]) => {
				box.focus();
				const clipboardData = new DataTransfer();
				clipboardData.setData("text/plain", pasted ?? "");
				if (language) clipboardData.setData("vscode-editor-data", JSON.stringify({ version: 1, mode: language }));
				return !box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
			},
			[text, mode] as const,
		);

	it("code copied from an editor becomes a chip if its file is known", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]), answers: { attachPasted: true } });
		await page.getByRole("textbox", { name: "Message" }).waitFor();
		assert.equal(await paste(page, "const a = 1;\nconst b = 2;\n", "typescript"), true);
		await page.getByText(/pasted code is attached/).waitFor({ state: "attached" });
		assert.deepEqual(await asked(page), [{ method: "attachPasted", args: ["const a = 1;\nconst b = 2;\n"] }]);
		assert.equal(await page.getByRole("textbox", { name: "Message" }).inputValue(), "");
		await page.close();
	});

	it("code of an unknown file becomes a fenced block with its language; parts of a line and other texts are pasted as they are", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]), answers: { attachPasted: false } });
		const box = page.getByRole("textbox", { name: "Message" });
		await box.waitFor();
		await box.fill("Why?");
		assert.equal(await paste(page, "a = 1\nb = ```2\n", "python"), true);
		await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("b ="));
		assert.equal(await box.inputValue(), "Why?\n````python\na = 1\nb = ```2\n````\n");
		assert.equal(await paste(page, "oneWord", "python"), false);
		assert.equal(await paste(page, "two\nlines", undefined), false);
		await page.close();
	});

	it("a picture that is too large is refused before it is read", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const box = page.getByRole("textbox", { name: "Message" });
		await box.waitFor();
		await box.evaluate((element) => {
			const clipboardData = new DataTransfer();
			const bytes = new Uint8Array(5 * 1024 * 1024 + 1);
			clipboardData.items.add(new File([bytes], "huge.png", { type: "image/png" }));
			element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		});
		await page
			.getByText(/huge\.png is too large.* 5 MB/)
			.first()
			.waitFor();
		assert.deepEqual(await asked(page), []);
		await page.close();
	});

	it("pictures are attached when they are pasted or dropped", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const box = page.getByRole("textbox", { name: "Message" });
		await box.waitFor();
		for (const type of ["paste", "drop"])
			await box.evaluate((element, event) => {
				const data = new DataTransfer();
				data.items.add(new File([new Uint8Array([1, 2, 3])], `${event}.png`, { type: "image/png" }));
				const options = { bubbles: true, cancelable: true };
				const happened =
					event === "paste"
						? new ClipboardEvent("paste", { clipboardData: data, ...options })
						: new DragEvent("drop", { dataTransfer: data, ...options });
				if (element.dispatchEvent(happened)) throw new Error(`the page leaves the ${event} to the browser`);
			}, type);
		await page.waitForFunction(() => {
			const { asked } = window as unknown as StandIn;
			return asked.filter(({ method }) => method === "attachPicture").length === 2;
		});
		const calls = (await asked(page)).map(({ args }) => args).sort();
		assert.deepEqual(calls, [
			["drop.png", "data:image/png;base64,AQID"],
			["paste.png", "data:image/png;base64,AQID"],
		]);
		await page.getByText("is attached.").waitFor({ state: "attached" });
		await page.close();
	});
});
