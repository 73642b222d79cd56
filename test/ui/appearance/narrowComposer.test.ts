import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type BareBrowser, openBareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { repositoryFolder } from "../../host/paths";

/** Minimum width of a model's name that can be read, with the button's arrow, in pixels. */
const readable = 70;

/** The buttons under the question's box, in the panel's page alone. */
describe("composer: in a narrow panel", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	/** Opens the panel in a page of this width, which is closed after the test. */
	async function openPanel(width: number, options: Parameters<BareBrowser["open"]>[1]): Promise<Page> {
		opened = await browser.open(panelBody, { ...options, viewport: { width, height: 500 } });
		return opened;
	}
	let opened: Page | undefined;
	afterEach(() => opened?.close());

	const inFrench = async () => ({
		language: "fr",
		l10n: JSON.parse(await readFile(join(repositoryFolder, "l10n", "bundle.l10n.fr.json"), "utf8")),
	});

	it("shows all of the button that attaches context, in French, 150 pixels wide", async () => {
		const page = await openPanel(150, { snapshot: { ...snapshotOf([]), ...(await inFrench()) } });
		const button = page.getByRole("button", { name: "Joindre du contexte" });
		const text = await button.locator("span").boundingBox();
		const around = await button.boundingBox();
		assert.ok(text && around && text.y >= around.y && text.y + text.height <= around.y + around.height);
	});

	for (const width of [240, 270, 290, 300])
		it(`keeps the model's name while an answer streams, in French, ${width} pixels wide`, async () => {
			const snapshot = snapshotOf([answerOf("a", "Bonjour", false)]);
			const page = await openPanel(width, {
				snapshot: {
					...snapshot,
					...(await inFrench()),
					connection: { ...snapshot.connection, model: "qwen3-coder-30b-a3b-instruct" },
					context: { ...snapshot.context, tokens: 12_345, limit: 131_072 },
				},
			});
			const stop = await page.getByRole("button", { name: "Arrêter" }).boundingBox();
			const model = await page.getByRole("button", { name: "Choisir le modèle" }).boundingBox();
			assert.ok(model && model.width >= readable, `the model's button is ${model?.width} pixels wide`);
			assert.ok(stop && stop.x + stop.width <= width, `the stop button ends at ${stop && stop.x + stop.width}`);
		});

	it("cuts off a model's owner before its name, 300 pixels wide", async () => {
		const snapshot = snapshotOf([]);
		const connection = { ...snapshot.connection, model: "organisation-of-a-long-name/Llama-3.3" };
		const page = await openPanel(300, { snapshot: { ...snapshot, connection } });
		const name = page
			.getByRole("button", { name: "Choose model: organisation-of-a-long-name/Llama-3.3" })
			.getByText("Llama-3.3")
			.last();
		const cut = (element: Element) => element.scrollWidth > element.clientWidth;
		assert.equal(await name.evaluate(cut), false);
		assert.equal(await name.locator("xpath=preceding-sibling::*").evaluate(cut), true);
	});

	it("leaves out a model's owner that would be too narrow to be read", async () => {
		const snapshot = snapshotOf([answerOf("a", "Hello", false)]);
		const context = { ...snapshot.context, tokens: 12_345, limit: 131_072 };
		const connection = { ...snapshot.connection, model: "slow/tortoise-120b" };
		for (const width of [300, 280, 260, 240]) {
			const page = await openPanel(width, { snapshot: { ...snapshot, connection, context } });
			const owner = await page.locator(".model-owner").evaluate((element) => {
				const [own, around] = [element, element.parentElement ?? element].map((one) => one.getBoundingClientRect());
				const isShown = own && around && own.top < around.bottom;
				return { isShown, width: isShown ? own.width : 0, needed: element.scrollWidth };
			});
			assert.ok(!owner.isShown || owner.width >= 15, `${width}: ${JSON.stringify(owner)}`);
			await page.close();
		}
	});

	for (const file of [
		"BrowserCacheManagerOfTheApplication.ts",
		"\u05e7\u05d5\u05d1\u05e5 \u05d0\u05e8\u05d5\u05da \u05de\u05d0\u05d5\u05d3 \u05dc\u05d3\u05d5\u05d2\u05de\u05d4",
	])
		it(`cuts off a file's name before its lines in an attachment, 300 pixels wide: ${file}`, async () => {
			const snapshot = snapshotOf([]);
			const name = `around it: ${file}:12–40`;
			const chip = { id: "a", kind: "selection", name, path: file, tokens: 12_345, changed: false } as const;
			const context = { ...snapshot.context, attachments: [chip] };
			const page = await openPanel(300, { snapshot: { ...snapshot, context } });
			const button = page.locator(".chip-open");
			const [head, lines] = [button.getByText(file), button.getByText(":12–40", { exact: true })];
			const [around, left, right] = await Promise.all([button, head, lines].map((part) => part.last().boundingBox()));
			assert.ok(around && left && right);
			assert.ok(right.x > left.x + left.width - 1 && right.x + right.width <= around.x + around.width);
			assert.equal(await head.last().evaluate((element) => element.scrollWidth > element.clientWidth), true);
			assert.equal(await lines.evaluate((element) => element.scrollWidth > element.clientWidth), false);
		});

	it("shows the folders of suggested files with the same name, 280 and 168 pixels wide", async () => {
		const files = ["dist/cjs/internal/util", "dist/esm5/internal/util"].map((folder) => ({
			...{ id: `file:${folder}`, label: "ObjectUnsubscribedError.ts", detail: `${folder}/ObjectUnsubscribedError.ts` },
			icon: "file",
		}));
		const answers = { suggestContext: files, suggestSymbols: [] };
		for (const width of [280, 168]) {
			const page = await openPanel(width, { snapshot: snapshotOf([]), answers });
			await page.getByRole("textbox", { name: "Message" }).pressSequentially("#obj");
			await page.getByRole("option").nth(1).waitFor();
			for (const text of ["dist/cjs/internal/util", "dist/esm5/internal/util"]) {
				const folder = page.getByText(text, { exact: true });
				assert.ok(await folder.isVisible(), `${text}, ${width} px`);
				assert.equal(await folder.evaluate((element) => element.scrollWidth > element.clientWidth), false, text);
			}
		}
	});

	for (const height of [400, 294, 230])
		it(`lets the first and the last suggestion be seen, 150 pixels wide and ${height} high`, async () => {
			const places = [
				"Current File",
				"Selection",
				"Codebase",
				"Git Changes",
				"Terminal",
				"Problems",
				"File…",
				"Folder…",
			];
			const suggestContext = places.map((label) => ({ id: label, label, detail: "", icon: "file" }));
			const page = await openPanel(150, { snapshot: snapshotOf([]), answers: { suggestContext } });
			await page.setViewportSize({ width: 150, height });
			const box = page.getByRole("textbox", { name: "Message" });
			await box.fill("Some\nlines\nabove\nit\n");
			await box.pressSequentially("#");
			const [list, composer] = [page.getByRole("listbox"), page.locator(".composer")];
			for (const key of ["", "ArrowUp"]) {
				if (key !== "") await box.press(key);
				const active = list.getByRole("option", { selected: true });
				const [option, whole, below] = await Promise.all([active, list, composer].map((part) => part.boundingBox()));
				assert.ok(option && whole && below);
				assert.ok(whole.y >= 0, `the list begins at ${whole.y}`);
				assert.ok(whole.y + whole.height <= below.y, "the list is above the composer");
				assert.ok(whole.x === below.x && whole.width === below.width, "the list is as wide as the composer");
				const visible = Math.min(option.y + option.height, whole.y + whole.height) - Math.max(option.y, whole.y);
				assert.ok(visible >= Math.min(option.height, whole.height - 12), `${visible} pixels of the option are visible`);
			}
		});

	it("shows the context sizes of the models behind @, 280 pixels wide", async () => {
		const snapshot = snapshotOf([]);
		const id = "organisation/Model-With-A-Long-Name-Instruct-2506";
		const models = [{ id, kind: "chat" as const, contextLength: 131_072 }];
		const connection = { ...snapshot.connection, models };
		const page = await openPanel(280, { snapshot: { ...snapshot, connection } });
		await page.getByRole("textbox", { name: "Message" }).pressSequentially("@");
		const size = page.getByRole("option").getByText("131,072 tokens", { exact: true });
		assert.equal(await size.evaluate((element) => element.scrollWidth > element.clientWidth), false);
	});

	it("keeps its buttons in one line in the agent's mode, 280 pixels wide", async () => {
		const snapshot = snapshotOf([answerOf("a", "Bonjour", false)]);
		const page = await openPanel(280, {
			snapshot: {
				...snapshot,
				agent: { ...snapshot.agent, on: true, tools: { count: 12, tokens: 3_000 } },
				connection: { ...snapshot.connection, model: "qwen3-coder-30b-a3b-instruct" },
				context: { ...snapshot.context, tokens: 12_345, limit: 131_072 },
			},
		});
		const middles = ["Choose model: qwen3-coder-30b-a3b-instruct", "Tools: 12 chosen", "Stop"].map(async (name) => {
			const box = await page.getByRole("button", { name }).boundingBox();
			return box && Math.round(box.y + box.height / 2);
		});
		assert.equal(new Set(await Promise.all(middles)).size, 1);
	});
});
