import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../host/workbench";
import { extensionsWith } from "../extensionsWith";
import { describeLong } from "../longRun";
import { ask, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { buildCommand, told } from "./searchParts";

describeLong("search: without SQLite", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-missing-"));
		t = await openPanelWindow({ extensionsDir: await extensionsWith("withoutSqlite", folder) });
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it("says what is missing, and which VS Code has it; everything else works", async () => {
		assert.ok(t);
		const { page } = t.window;
		await runCommand(page, buildCommand);
		await told(page, /needs VS Code 1\.106/).waitFor();
		await screenshot(page, "search-noSqlite-dark");
		await ask(t.panel, "Are you still there?");
	});
});
