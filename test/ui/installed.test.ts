import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createVSIX, listFiles } from "@vscode/vsce";
import { repositoryFolder } from "../host/paths";
import { browserExecutable } from "../host/vscodeExecutable";
import { runCommand } from "../host/workbench";
import { connectByWizard } from "./connectByWizard";
import { ask, chooseModel, demoKey, openPanelWindow, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";

const run = promisify(execFile);

describe("the package", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-vsix-"));
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it("holds the bundles, media, translations, manifest and notices, and nothing else", async () => {
		await run(process.execPath, ["esbuild.js", "--production", "--no-tests"], { cwd: repositoryFolder });
		const files = await listFiles({ cwd: repositoryFolder, packageManager: 0 });
		const allowed =
			/^(dist\/(extension\.js|ThirdPartyNotices\.txt|(webview\/)?chunks\/[\w-]+\.js|webview\/(main\.js|panel\.css|codicon\.(css|ttf)))|l10n\/bundle\.l10n\.\w+\.json|media\/(icon\.png|gatehouse\.svg|readme\/panel\.png)|package\.json|package\.nls(\.\w+)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
		assert.deepEqual(
			files.filter((file) => !allowed.test(file)),
			[],
		);
		for (const needed of [
			"dist/extension.js",
			"dist/ThirdPartyNotices.txt",
			"l10n/bundle.l10n.fr.json",
			"package.nls.fr.json",
			"LICENSE",
		]) {
			assert.ok(files.includes(needed), `${needed} is missing`);
		}
	});

	it("installs in VS Code, connects and chats", async () => {
		const vsix = join(folder, "gatehouse.vsix");
		await createVSIX({
			cwd: repositoryFolder,
			packagePath: vsix,
			dependencies: false,
			rewriteRelativeLinks: false,
			allowMissingRepository: true,
		});
		const extensionsDir = join(folder, "extensions");
		const userDataDir = join(folder, "userData");
		await run(await browserExecutable(), [
			`--install-extension=${vsix}`,
			`--extensions-dir=${extensionsDir}`,
			`--user-data-dir=${userDataDir}`,
		]);
		// The environment is that of a demo: an installed Gatehouse must take nothing from it.
		t = await openPanelWindow({
			extensionDevelopmentPath: undefined,
			extensionsDir,
			userDataDir,
			connected: false,
			env: { GATEHOUSE_DEMO_URL: "http://127.0.0.1:1", GATEHOUSE_DEMO_KEY: "sk-not-to-be-used" },
		});
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await runCommand(t.window.page, "Gatehouse: Connect to a Gateway…");
		await connectByWizard(t.window.page, t.gateway.url, demoKey);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		const answer = await ask(t.panel, "What does the package say?");
		await answer.locator("table").waitFor();
		assert.equal(t.gateway.requests.at(-1)?.headers.authorization, `Bearer ${demoKey}`);
		await screenshot(t.window.page, "installed-dark");
	});
});
