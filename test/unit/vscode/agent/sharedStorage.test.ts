import assert from "node:assert/strict";
import { sharedStoragePath } from "../../../../src/vscode/agent/sharedStorage";

describe("agent: the folder of its changes", () => {
	it("is shared by all windows on a workspace, even if VS Code gives each of them another folder", () => {
		const folder = (name: string) => `/home/user/User/workspaceStorage/${name}/gatehouse.gatehouse`;
		for (const name of ["0f343b0931126a20f133d67c2b018a3b", "1764201234567", "-3f1d92c0", "51e82f50"]) {
			assert.equal(sharedStoragePath(folder(name)), folder(name));
			for (const number of [1, 2, 9]) assert.equal(sharedStoragePath(folder(`${name}-${number}`)), folder(name));
		}
	});

	it("is unchanged elsewhere", () => {
		for (const path of [
			"/home/user/project-1/gatehouse.gatehouse",
			"/globalStorage/gatehouse.gatehouse/no-workspace",
			"/x",
			"",
		])
			assert.equal(sharedStoragePath(path), path);
	});
});
