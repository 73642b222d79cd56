import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type BareBrowser, openBareBrowser, panelBody } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";

/** Is displayed as "photovne.png" where the direction of writing is reversed. */
const turned = "photo\u202egnp.env";
const plain = "photognp.env";

/** Names from a gateway, a repository or an imported conversation, in the panel's page alone. */
describe("hidden characters in names that the panel shows", () => {
	let browser: BareBrowser;
	let page: Page;
	before(async () => {
		browser = await openBareBrowser();
		const snapshot = snapshotOf([
			{
				role: "user",
				id: "q",
				parent: null,
				text: "What is this?",
				attachments: [{ id: "sent", name: `sent ${turned}`, path: `src/sent ${turned}`, text: "", languageId: "" }],
				at: 0,
			},
			{ ...answerOf("a", `\`\`\`ts src/made/${turned}\n1;\n\`\`\``, true), model: `model ${turned}` },
			{
				...answerOf("b", "", true),
				state: {
					type: "failed",
					failure: { reason: "refused", message: `The gateway said ${turned}`, actions: [] },
				},
			},
		]);
		const attached = { id: "next", kind: "file", name: `next ${turned}`, path: `src/next ${turned}` } as const;
		page = await browser.open(panelBody, {
			snapshot: {
				...snapshot,
				connection: { gateway: "Gateway", model: `model ${turned}`, models: [{ id: `other ${turned}`, kind: "chat" }] },
				context: { ...snapshot.context, attachments: [{ ...attached, tokens: 1, changed: false }] },
			},
		});
		await page.getByText("What is this?").waitFor();
	});
	after(() => browser?.close());

	/** Returns every text and attribute of the page, except the user's input. */
	const shown = () =>
		page.evaluate(() =>
			[...document.querySelectorAll("gatehouse-panel *")]
				.flatMap((element) => [
					...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
					...[...element.attributes].map(({ value }) => value),
				])
				.join("\n"),
		);

	for (const [what, text] of Object.entries({
		"an attachment of the next question": `next ${plain}`,
		"an attachment that was sent, and its path": `src/sent ${plain}`,
		"a model": `model ${plain}`,
		"the file that a code block is meant for": `src/made/${plain}`,
		"an error": `The gateway said ${plain}`,
	}))
		it(`are left out of ${what}`, async () => {
			await page.waitForFunction((wanted) => document.body.innerHTML.includes(wanted), text);
		});

	it("are left out of a suggestion and of the model that answers one question", async () => {
		const box = page.getByRole("textbox", { name: "Message" });
		await box.pressSequentially("@other");
		await page.getByRole("option").getByText(`other ${plain}`).first().click();
		await page.getByRole("button", { name: `Remove other ${plain}` }).waitFor();
		assert.doesNotMatch(await shown(), /\u202e/);
	});
});
