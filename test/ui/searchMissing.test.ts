import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryFolder } from "../host/paths";
import { runCommand } from "../host/workbench";
import { ask, openPanelWindow, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";
import { buildCommand, told } from "./searchParts";

describe("where the workspace cannot be searched by meaning", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-missing-"));
	});
	afterEach(async () => {
		await t?.close();
		t = undefined;
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** A folder of extensions that has one of the tests' own. */
	const extensionsWith = async (name: string) => {
		const extensionsDir = join(folder, "extensions");
		await cp(join(repositoryFolder, "test", "host", name), join(extensionsDir, `gatehouse.${name}-0.0.0`), {
			recursive: true,
		});
		return extensionsDir;
	};

	it("without SQLite says so, and from which VS Code on there is; all else goes on", async () => {
		t = await openPanelWindow({ extensionsDir: await extensionsWith("withoutSqlite") });
		const { page } = t.window;
		await runCommand(page, buildCommand);
		await told(page, "Searching by meaning works from VS Code 1.106 on: this one has no SQLite").waitFor();
		await screenshot(page, "search-noSqlite-dark");
		await ask(t.panel, "Are you still there?");
	});

	it("in a virtual folder that VS Code does not list says so, and what to do", async () => {
		const workspace = join(folder, "virtual.code-workspace");
		await writeFile(workspace, JSON.stringify({ folders: [{ uri: "gatehouse-virtual:/", name: "Library" }] }));
		t = await openPanelWindow({ folder: workspace, extensionsDir: await extensionsWith("virtualFiles") });
		const { page } = t.window;
		await runCommand(page, buildCommand);
		await told(page, "Library is a virtual folder (gatehouse-virtual) whose files VS Code does not list").waitFor();
		await screenshot(page, "search-virtual-dark");
	});
});
