import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { parseUsageLimits } from "../../gateway/usageLimit";
import { leaveQuickInput } from "../../host/quickInput";
import { panel, quickInput, showByCommand } from "../../host/workbench";
import { extensionsWith } from "../extensionsWith";
import { longRun } from "../longRun";
import { openPanelWindow, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { wizardStep } from "./connectByWizard";
import { linkWith, suggestedGatewayTests } from "./suggestedGatewayTests";

const key = "sk-link-0123456789";

/** The texts that differ between the languages. */
const languages = [
	{
		locale: "en",
		suggests: "A link suggests the gateway Example University",
		limits: "Requests: 30 per minute, 200 per hour",
		recommends: "Recommended for searching by meaning: demo-embed",
		retry: "Retry",
	},
	{
		locale: "fr",
		suggests: "Un lien propose la passerelle Example University",
		limits: "30 par minute, 200 par heure",
		recommends: "Recommandé pour la recherche par le sens",
		retry: "Réessayer",
	},
] as const;

describe("connect: a link", () => {
	for (const { locale, suggests, limits, recommends, retry } of longRun ? languages : languages.slice(0, 1)) {
		describe(`in VS Code (${locale})`, () => {
			let gateway: DemoGateway;
			let t: PanelWindow;
			let folder: string;
			const linkFile = () => join(folder, "link.txt");
			const gatewaysFile = () => join(folder, "gateways.json");
			before(async () => {
				gateway = await startGateway({
					keys: [key],
					streamDelayMs: 0,
					name: "Example University",
					limits: parseUsageLimits("30/minute,200/hour"),
				});
				folder = await mkdtemp(join(tmpdir(), "gatehouse-link-"));
				await writeFile(gatewaysFile(), '{ "gateways": [] }');
				t = await openPanelWindow({
					connected: false,
					locale,
					extensionsDir: await extensionsWith("openLink", folder),
					env: { GATEHOUSE_TEST_LINK: linkFile(), GATEHOUSE_TEST_GATEWAYS: gatewaysFile() },
				});
			});
			after(async () => {
				await t?.close();
				await gateway?.close();
				await rm(folder, { recursive: true, force: true, maxRetries: 5 });
			});

			const files = () => ({ linkFile: linkFile(), gatewaysFile: gatewaysFile() });
			if (locale === "en") suggestedGatewayTests(() => ({ window: t, gateway, ...files() }));

			it("leads to the first answer in four actions, and shows what it says before it is used", async () => {
				const { page } = t.window;
				await writeFile(linkFile(), linkWith({ name: "Example University", address: gateway.url }));
				const sent = gateway.requests.length;
				await showByCommand(page, "Open the Link", wizardStep(page, 1));
				await quickInput(page).getByText(suggests).waitFor();
				assert.equal(gateway.requests.length, sent, "nothing is sent before the address is confirmed");
				await pictureOf(page, `connect-link-address-${locale}`);
				const box = quickInput(page).locator("input:visible");
				await box.fill("https://other.example.org");
				await quickInput(page).getByText(suggests).waitFor({ state: "hidden" });
				await box.fill(gateway.url);
				await quickInput(page).getByText(suggests).waitFor();
				let actions = 0;
				let focused = quickInput(page).locator("input:focus:enabled");
				/** Types a text, if there is one, into the focused element, and presses Enter. */
				const enter = async (text: string) => {
					await focused.waitFor();
					// An empty text would delete the selection.
					if (text !== "") await page.keyboard.insertText(text);
					await page.keyboard.press("Enter");
					actions++;
				};
				await enter("");
				await wizardStep(page, 2).waitFor();
				await quickInput(page).getByText(limits).waitFor();
				await quickInput(page).getByText(recommends).waitFor();
				if (locale === "en") {
					await quickInput(page).getByRole("button", { name: "Back" }).click();
					await wizardStep(page, 1).waitFor();
					await quickInput(page).getByText(suggests).waitFor();
					await focused.press("Enter");
					await wizardStep(page, 2).waitFor();
				}
				await pictureOf(page, `connect-link-key-${locale}`);
				await enter(key);
				await wizardStep(page, 3).waitFor();
				await enter("");
				const chat = panel(page);
				focused = chat.locator(".composer > textarea:focus");
				await enter("Hello?");
				await chat.getByRole("article", { name: "demo-chat" }).getByRole("button", { name: retry }).first().waitFor();
				assert.equal(actions, 4);
				const [, own, ...others] = gateway.requests.slice(sent);
				assert.equal(own?.path, "/.well-known/gatehouse.json");
				assert.equal(own?.headers.authorization, undefined);
				assert.ok(
					others.every(({ path }) => path !== own?.path),
					"it is requested once",
				);
				await page
					.getByRole("button", { name: /Example University/ })
					.first()
					.waitFor();
			});

			if (locale === "en") {
				it("has limits, of which what is left is shown with the requests, and before an index is built", async () => {
					const { page } = t.window;
					const show = async (command: string, placeholder: RegExp, name: string) => {
						await showByCommand(page, `Gatehouse: ${command}`, quickInput(page).getByPlaceholder(placeholder));
						await pictureOf(page, `connect-limits-${name}`);
						await leaveQuickInput(page);
					};
					const left = /^Requests left: \d+ of (30|200) \(renewal: .*\)$/;
					await show("Show Requests in This Window", left, "requests");
					await show("Build Index…", /^Requests: about \d+; left now: \d+/, "index");
				});
			}
		});
	}
});
