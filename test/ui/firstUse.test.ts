import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type DemoGateway, startGateway } from "../gateway/demoGateway";
import { openBrowserWindow } from "../host/browser/browserWindow";
import { deadline } from "../host/deadline";
import { bundlesFolder, repositoryFolder } from "../host/paths";
import { copySampleWorkspace, type TemporaryFolder } from "../host/sampleWorkspace";
import { tryAgain } from "../host/tryAgain";
import { panel, quickInput } from "../host/workbench";
import type { FirstUse } from "./firstUse.main";
import { itLong } from "./longRun";
import { messageBox } from "./panelWindow";
import { written } from "./written";

const key = "sk-first-use-0123456789";

/** Time limit for a window, in milliseconds. */
const limit = 120_000;

/**
 * Each test uses one entry point in its own window, in which nothing but the shell has been loaded. Only the first
 * window is not connected yet. Every run tests the most important entry points; other tests use the others, after the
 * panel was shown.
 */
describe("start: the first use", () => {
	let gateway: DemoGateway;
	let folder: string;
	/** A new folder for each window, so that VS Code restores no layout. */
	const workspaces: TemporaryFolder[] = [];
	/** The browser keeps secrets for each port separately. */
	let port = 0;
	let isUsed = false;

	before(async () => {
		gateway = await startGateway({ keys: [key], streamDelayMs: 0 });
		folder = await mkdtemp(join(tmpdir(), "gatehouse-first-use-"));
	});
	after(async () => {
		await gateway?.close();
		for (const workspace of workspaces) await workspace.remove();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Uses an entry point in a window with the state that the last one saved. @param inPage runs in the page. */
	async function firstUse(name: string, inPage: (page: Page) => Promise<void> = async () => {}): Promise<FirstUse> {
		const result = join(folder, `${name}.json`);
		const workspace = await copySampleWorkspace();
		workspaces.push(workspace);
		const window = await openBrowserWindow({
			extensionDevelopmentPath: repositoryFolder,
			extensionTestsPath: join(bundlesFolder, "ui", "firstUse.main.js"),
			folder: workspace.path,
			userDataDir: join(folder, "userData"),
			profileDir: join(folder, "profile"),
			port,
			settings: { "workbench.secondarySideBar.defaultVisibility": "hidden" },
			env: {
				GATEHOUSE_FIRST_USE: name,
				GATEHOUSE_FIRST_USE_RESULT: result,
				GATEHOUSE_FIRST_USE_URL: gateway.url,
				GATEHOUSE_FIRST_USE_KEY: key,
			},
		});
		port = window.port;
		try {
			const seen = inPage(window.page).then(() => writeFile(`${result}.seen`, ""));
			await Promise.all([seen, deadline(window.testsEnded, limit, `${name} did not end in time`)]);
			// VS Code saves the window's state when its page is closed.
			await window.page.goto("about:blank");
		} finally {
			await window.close();
		}
		const use: FirstUse = JSON.parse(await readFile(result, "utf8"));
		// A new profile may show the panel before its settings are read.
		if (isUsed) assert.deepEqual(use.before, ["extension"], "nothing but the shell has been loaded");
		isUsed = true;
		return use;
	}

	it("is that of a command: it loads its feature and runs", async () => {
		const connected = async (page: Page) => {
			await page.locator(".statusbar-item", { hasText: "demo-chat" }).waitFor();
			// The next windows begin with it.
			await written(page, "gatehouse.connectionStatus", "demo-chat");
		};
		const { outcome, after } = await firstUse("command", connected);
		assert.deepEqual(outcome, [{ name: new URL(gateway.url).host, url: `${gateway.url}/v1` }]);
		assert.ok(after.includes("connectionFeatures"));
	});

	itLong("is that of the status bar, which shows the state of the last window", async () => {
		const { after } = await firstUse("status", async (page) => {
			const entry = page.locator(".statusbar-item", { hasText: "demo-chat" });
			await entry.waitFor();
			// The list of loaded files has been written.
			await page.locator(".statusbar-item", { hasText: "ready for its first use" }).waitFor();
			// The entry may be redrawn under the mouse.
			await tryAgain(async (timeout) => {
				await entry.click({ timeout });
				await quickInput(page).getByText("demo-echo").waitFor({ timeout });
			});
		});
		assert.ok(after.includes("modelPick"));
	});

	itLong("is that of the tool for agents", async () => {
		const { outcome, after } = await firstUse("tool");
		assert.doesNotMatch(String(outcome), /error|fail/i, "without an index, it searches by keywords");
		assert.ok(after.includes("registerSearch"));
	});

	it("is that of the light bulb, which offers its actions without loading anything", async () => {
		const asked = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		const { outcome } = await firstUse("codeAction");
		const titles = ["Fix with Gatehouse", "Explain with Gatehouse"];
		assert.deepEqual(outcome, { titles, whenOffered: ["extension"] });
		assert.match(JSON.stringify((await asked).json), /One is not two/);
	});

	itLong("is that of the view, which loads the panel when it is shown", async () => {
		const { after } = await firstUse("view", (page) => messageBox(panel(page)).waitFor());
		assert.ok(after.includes("chatFeatures"));
	});
});
