// Fails if the repository departs from the layout that CONTRIBUTING.md describes: the rings, the order of features in core, import
// cycles, folders, names, and the files that comments and documents name.
//   node out/test/checks/structure.main.js [FOLDER]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isChecked, structureProblems } from "./structure";
import { otherFiles } from "./structureReferences";
import { createSourceReader } from "./structureSource";

const folder = process.argv[2] ?? ".";
const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
	cwd: folder,
	encoding: "utf8",
	maxBuffer: 64 * 1024 * 1024,
});
const files = new Map<string, string | undefined>();
for (const path of listed.split("\0")) {
	// Git lists deleted files until the deletion is committed.
	if (path === "" || !existsSync(join(folder, path))) continue;
	files.set(path, isChecked(path) ? readFileSync(join(folder, path), "utf8") : undefined);
}
const problems = structureProblems(files, await createSourceReader(), otherFiles);
for (const problem of problems) console.error(problem);
const checked = [...files.values()].filter((text) => text !== undefined).length;
console.log(`structure: ${checked} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
