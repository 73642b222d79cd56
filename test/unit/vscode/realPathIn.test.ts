import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realPathIn, realPathOf } from "../../../src/core/edits/apply/realPathIn";
import { realPaths } from "../../../src/vscode/adapters/realPaths";

describe("paths: the real path of a file in a folder", () => {
	let parent: string;
	let folder: string;
	before(async () => {
		parent = await mkdtemp(join(tmpdir(), "gatehouse-real-"));
		folder = join(parent, "workspace");
		await mkdir(join(folder, ".github"), { recursive: true });
		await mkdir(join(parent, "workspace-beside"));
		for (const path of ["workspace/AGENTS.md", "workspace/.env", "workspace-beside/a", "secret"])
			await writeFile(join(parent, path), "");
		await symlink("../AGENTS.md", join(folder, ".github", "copilot-instructions.md"));
		await symlink(".env", join(folder, "CLAUDE.md"));
		await symlink("../secret", join(folder, "out.md"));
		await symlink(join(parent, "workspace-beside"), join(folder, "beside"));
		await symlink(folder, join(parent, "linkToWorkspace"));
		await symlink("../nothing", join(folder, "nowhere"));
	});
	after(() => rm(parent, { recursive: true, force: true }));

	const cases: Readonly<Record<string, string | undefined>> = {
		"AGENTS.md": "AGENTS.md",
		".github/copilot-instructions.md": "AGENTS.md",
		"CLAUDE.md": ".env",
		"out.md": undefined,
		"beside/a": undefined,
		"not-there.md": undefined,
		"../secret": undefined,
	};
	for (const [path, real] of Object.entries(cases)) {
		it(`${path}: ${real ?? "nowhere in it"}`, async () => {
			assert.equal(await realPathIn(folder, path, realPaths), real);
			assert.equal(await realPathIn(join(parent, "linkToWorkspace"), path, realPaths), real);
		});
	}

	/** Paths relative to the folder around the workspace. */
	const alsoDeleted: Readonly<Record<string, string | undefined>> = {
		"AGENTS.md": "workspace/AGENTS.md",
		"out.md": "secret",
		"deleted.ts": "workspace/deleted.ts",
		"gone/with/it.ts": "workspace/gone/with/it.ts",
		"beside/deleted.ts": "workspace-beside/deleted.ts",
		nowhere: undefined,
		"nowhere/a.ts": undefined,
	};
	for (const [path, real] of Object.entries(alsoDeleted)) {
		it(`${path}, there or deleted: ${real ?? "behind a link that leads nowhere"}`, async () => {
			const around = await realPaths.realPath(parent);
			for (const name of ["workspace", "linkToWorkspace"]) {
				const found = await realPathOf(`${parent.replaceAll("\\", "/")}/${name}/${path}`, realPaths);
				assert.equal(found, real && `${around}/${real}`);
			}
		});
	}
});
