import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseCommandLine } from "../../host/commandLine";

describe("test host: the command line of VS Code in the browser", () => {
	let folder: string;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), "gatehouse-"));
		writeFileSync(join(folder, "index.js"), "");
	});
	after(() => rmSync(folder, { recursive: true }));

	const windowOf = (...args: readonly string[]) => {
		const line = parseCommandLine(args);
		assert.equal(line.task, "open");
		return line.window;
	};

	it("accepts the arguments of @vscode/test-electron", () => {
		const { extensionTestsPath, extensionDevelopmentPath, workspaceTrust } = windowOf(
			"--no-sandbox",
			"--disable-updates",
			"--disable-workspace-trust",
			`--extensionTestsPath=${folder}`,
			"--extensionDevelopmentPath=/repository",
		);
		assert.equal(extensionTestsPath, join(folder, "index.js"));
		assert.equal(extensionDevelopmentPath, "/repository");
		assert.equal(workspaceTrust, false);
	});

	it("accepts values after a space, file URLs, and folders in any position", () => {
		const {
			userDataDir,
			extensionDevelopmentPath,
			folder: opened,
		} = windowOf(
			"--user-data-dir",
			"/data",
			folder,
			"--extensionDevelopmentPath",
			pathToFileURL("/my repository").href,
		);
		assert.equal(userDataDir, "/data");
		assert.equal(extensionDevelopmentPath, "/my repository");
		assert.equal(opened, folder);
	});

	it("trusts nothing by default, and ignores a folder that does not exist", () => {
		const window = windowOf(join(folder, "missing"));
		assert.equal(window.workspaceTrust, true);
		assert.equal(window.folder, undefined);
	});

	it("leaves the management of extensions to the server", () => {
		const args = ["--install-extension", "gatehouse.vsix"];
		assert.deepEqual(parseCommandLine(args), { task: "manage", args });
	});
});
