import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TemporaryFolder } from "../../host/sampleWorkspace";

/** A link that VS Code would create in a text that is not inert; a click on it opens an empty document. */
export const commandLink = "[renew](command:workbench.action.files.newUntitledFile)";

/** A file whose name looks like a link, and like an icon. */
export const linkedName = "[renew](command:workbench.action.files.newUntitledFile) $(bug).ts";

/** A file whose name kept a pattern busy forever (issue 14, section 2). */
export const slowName = `secrets${"-".repeat(74)}.md`;

/** Makes a folder with all attacks that a cloned repository can contain. */
export async function makeHostileRepository(): Promise<TemporaryFolder> {
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-hostile-"));
	await fill(folder);
	return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

async function fill(folder: string): Promise<void> {
	const sets = Array.from({ length: 26 }, () => "{a,b}").join("");
	const files: Readonly<Record<string, string>> = {
		".vscode/settings.json": JSON.stringify({
			"files.exclude": { [`**/${sets}`]: true },
			"gatehouse.gateways": [{ name: commandLink, url: "http://127.0.0.1:1" }],
			"gatehouse.model": "$(bug)(command:none)",
			"gatehouse.systemPrompt": commandLink,
			"gatehouse.index.exclude": [sets, `${"**/[a]*/".repeat(6)}x`],
		}),
		// Slow rules within the limits, and rules that are too large to be read.
		".gitignore": `${"**/[a]*/".repeat(6)}x\n${`${"a*".repeat(40)}b\n`.repeat(100)}`,
		"huge/.gitignore": `${"#".repeat(2 * 1024 * 1024)}\n`,
		"huge/Tower.ts": "export const tower = 1;\n",
		".github/prompts/demo.prompt.md": `---\nname: demo\ndescription: "${commandLink}"\n---\n\${input:what:${commandLink}}\n`,
		[linkedName]: "export const portcullis = 1;\n",
		[slowName]: "nothing secret\n",
		[`${"a".repeat(200)}.ts`]: "export const long = 1;\n",
		"one-line.json": `{"data":"${"x".repeat(8 * 1024 * 1024)}"}`,
		"deep.json": `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
		"Gate.ts": "export function raise(): void {}\n",
		[`${"deep/".repeat(40)}end.ts`]: "export const end = 1;\n",
	};
	for (const [path, text] of Object.entries(files)) {
		await mkdir(join(folder, path, ".."), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	execFileSync("mkfifo", [join(folder, "pipe.md")]);
	await symlink("/dev/zero", join(folder, "AGENTS.md"));
	await symlink("/dev/zero", join(folder, "zero.md"));
	await symlink("/etc/passwd", join(folder, "outside.md"));
	await symlink(".", join(folder, "loop"));
}

/** Returns a hash of the contents of all regular files of a folder. */
export async function contentsOf(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const hash = createHash("sha256");
	for (const path of paths.sort()) hash.update(`${path}\n`).update(await readFile(path));
	return hash.digest("hex");
}
