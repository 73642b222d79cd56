import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listFiles } from "@vscode/vsce";
import { delta, ended, piece, said } from "../faults/tools/toolCase";
import { repositoryFolder } from "../host/paths";
import { notifications, runCommand } from "../host/workbench";
import { extensionsWith } from "./extensionsWith";
import { connectInstalled, openInstalledWindow } from "./installedWindow";
import { ask, demoKey, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";

describe("installed package", () => {
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
		const files = await listFiles({ cwd: repositoryFolder, packageManager: 0 });
		const allowed =
			/^(dist\/(extension\.js|indexWorker\.cjs|grammars\/[\w-]+\.wasm|ThirdPartyNotices\.txt|(webview\/)?chunks\/[\w-]+\.js|webview\/(main\.js|panel\.css|codicon\.(css|ttf)))|l10n\/bundle\.l10n\.\w+\.json|media\/(icon\.png|gatehouse\.svg|walkthrough\/\w+\.svg)|package\.json|package\.nls(\.\w+)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
		assert.deepEqual(
			files.filter((file) => !allowed.test(file)),
			[],
		);
		for (const needed of [
			"dist/extension.js",
			"dist/indexWorker.cjs",
			"dist/grammars/tree-sitter.wasm",
			"dist/ThirdPartyNotices.txt",
			"l10n/bundle.l10n.fr.json",
			"package.nls.fr.json",
			"LICENSE",
		]) {
			assert.ok(files.includes(needed), `${needed} is missing`);
		}
	});

	it("installs in VS Code, connects and chats", async () => {
		// The environment is that of a demo: an installed Gatehouse must take nothing from it.
		const env = { GATEHOUSE_DEMO_URL: "http://127.0.0.1:1", GATEHOUSE_DEMO_KEY: "sk-not-to-be-used" };
		await extensionsWith("modelCaller", folder);
		t = await openInstalledWindow(folder, env);
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await connectInstalled(t);
		const answer = await ask(t.panel, "What does the package say?");
		await answer.locator("table").waitFor();
		assert.equal(t.gateway.requests.at(-1)?.headers.authorization, `Bearer ${demoKey}`);
		await screenshot(t.window.page, "installed-dark");
	});

	it("provides its models to another extension: text, a loop of three calls, an error", async () => {
		assert.ok(t, "Gatehouse is installed");
		const asks = (words: string) => ({
			match: ({ path, body }: { path: string; body: string }) =>
				path === "/v1/chat/completions" && body.includes(`caller: ${words}`),
		});
		t.gateway.script({ ...asks("hello"), chunks: [{ type: "bytes", data: said("Hello.") }] });
		for (const city of ["Paris", "Oslo", "Rome"]) {
			const data = delta(piece(0, `c-${city}`, "weather", JSON.stringify({ city }))) + ended();
			t.gateway.script({ ...asks("weather"), chunks: [{ type: "bytes", data }] });
		}
		t.gateway.script({ ...asks("weather"), chunks: [{ type: "bytes", data: said("Sunny everywhere.") }] });
		t.gateway.script({ ...asks("refuse me"), status: 402, json: { error: { message: "No credit" } } });
		const { page } = t.window;
		const got = { text: "Hello.", calls: ["Paris", "Oslo", "Rome"], end: "Sunny everywhere.", refused: "Blocked" };
		await runCommand(page, "Call a Model as an Extension");
		const shown = notifications(page).filter({ hasText: /The caller (?:got|failed)/ });
		assert.ok((await shown.first().innerText()).includes(`The caller got: ${JSON.stringify(got)}`));
	});
});
