import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Paths with which a model or a page might try to write where it must not. */
export const hostilePaths: readonly string[] = [
	"",
	"/",
	".",
	"..",
	"../outside.txt",
	"src/../../outside.txt",
	"src/..",
	"src/./../../outside.txt",
	"..\\outside.txt",
	"src\\..\\..\\outside.txt",
	"/etc/passwd",
	"//server/share/file.txt",
	"\\\\server\\share\\file.txt",
	"C:\\Windows\\win.ini",
	"c:outside.txt",
	"~/outside.txt",
	"~root/outside.txt",
	"file:///etc/passwd",
	"%2e%2e/outside.txt",
	"src/%2e%2e%2foutside.txt",
	"src//outside.txt",
	"src/",
	"..../outside.txt",
	"src/... /outside.txt",
	"．．/outside.txt",
	"..／outside.txt",
	"..∕outside.txt",
	"\u2025/outside.txt",
	".\u200b./outside.txt",
	".git/config",
	".git/hooks/pre-commit",
	".GIT/config",
	".Git/hooks/pre-commit",
	".git./config",
	".git /config",
	".g\u200cit/config",
	".ｇｉｔ/config",
	"GIT~1/config",
	"GI7EBA~1/config",
	".git::$INDEX_ALLOCATION/config",
	"sub/.git/config",
	"src/.git",
	"src/a.ts\u0000.txt",
	"src/a\n.ts",
	"src/a.ts:stream",
	"src/con",
	"src/NUL.txt",
	"aux/file.txt",
	"src/COM1.log",
	"src/lpt9",
	"src/COM¹",
	"src/nul .txt",
	"src/com1  .txt",
	"src/aux.",
	"src/conin$",
	"src/CONOUT$.txt",
	"src/name.",
	"src/name ",
	" src/name",
	"src/a*.ts",
	"src/what?.ts",
	"src/\u202etxt.exe",
	`src/${"a".repeat(300)}`,
	`${"a/".repeat(600)}b`,
	"linkOut/file.txt",
	"linkOut/new/deep/file.txt",
	"linkUp/outside.txt",
	"linkFile.txt",
	"linkNowhere.txt",
	"linkNowhereFolder/file.txt",
	"src/linkToGit/config",
	"linkOfLink/file.txt",
	"linkBeside/file.txt",
];

/** Paths that may be written to. */
export const harmlessPaths: readonly string[] = [
	"a.ts",
	"./a.ts",
	"src/a.ts",
	"src\\windows\\a.ts",
	"new/deep/er/file.txt",
	".github/CODEOWNERS",
	"package.json",
	"Makefile",
	"AGENTS.md",
	"src/workflows/a.ts",
	"docs/prompts/b.md",
	".gitignore",
	".env.example",
	"src/é 漢字.ts",
	"src/context.ts",
	"linkIn/b.ts",
	"a..b.ts",
	"...rest.ts",
];

/** Paths for which every write must be confirmed. */
export const sensitivePaths: readonly string[] = [
	".vscode/settings.json",
	".VSCode/tasks.json",
	"sub/.vscode/launch.json",
	"VSCODE~1/tasks.json",
	"VS0A1B~3/tasks.json",
	".ｖscode/tasks.json",
	"my.code-workspace",
	"My.Code-Workspace",
	"MYWORK~1.COD",
	".devcontainer/devcontainer.json",
	".DevContainer/Dockerfile",
	"DEVCON~1/devcontainer.json",
	".devcontainer.json",
	"DEVCON~2.JSO",
	".github/workflows/ci.yml",
	".GitHub/Workflows/deep/ci.yml",
	"GITHUB~1/WORKFL~1/ci.yml",
	".github/prompts/review.prompt.md",
	"GITHUB~1/prompts/review.prompt.md",
	".github/actions/setup/action.yml",
	"sub/.husky/pre-commit",
	"HUSKY~1/pre-commit",
	".envrc",
	"sub/.ENVRC",
	"ENVRC~1",
	".npmrc",
	"NPMRC~10",
	".mcp.json",
	"MCP~1.JSO",
	".cursor/mcp.json",
	"CURSOR~1/rules",
	".idea/workspace.xml",
	"IDEA~1/workspace.xml",
];

/** A workspace folder with links in it, and its surroundings. */
export interface LinkedFolder {
	/** The folder that contains all of this, and nothing else. */
	readonly parent: string;
	readonly folder: string;
	/** Returns every path below the parent, and the texts that must not change. */
	seen(): Promise<readonly string[]>;
	remove(): Promise<void>;
}

/** Creates a folder with links out of it, into Git's own folder, to nowhere, and to itself. */
export async function makeLinkedFolder(): Promise<LinkedFolder> {
	const parent = await mkdtemp(join(tmpdir(), "gatehouse-paths-"));
	const folder = join(parent, "workspace");
	for (const path of ["workspace/src", "workspace/.git/hooks", "outside/deep", "workspace-beside"]) {
		await mkdir(join(parent, path), { recursive: true });
	}
	await writeFile(join(parent, "outside.txt"), "as it was");
	await writeFile(join(folder, ".git", "config"), "as it was");
	await symlink(join(parent, "outside"), join(folder, "linkOut"));
	await symlink("..", join(folder, "linkUp"));
	await symlink(join(parent, "outside.txt"), join(folder, "linkFile.txt"));
	await symlink(join(parent, "not-there.txt"), join(folder, "linkNowhere.txt"));
	await symlink(join(parent, "not-there"), join(folder, "linkNowhereFolder"));
	await symlink(join(folder, ".git"), join(folder, "src", "linkToGit"));
	await symlink("linkOut", join(folder, "linkOfLink"));
	await symlink(join(parent, "workspace-beside"), join(folder, "linkBeside"));
	await symlink("src", join(folder, "linkIn"));
	await symlink(folder, join(parent, "linkToWorkspace"));
	const seen = async () => {
		// With the types of the entries, so that no link is followed.
		const entries = await readdir(parent, { recursive: true, withFileTypes: true });
		const names = entries.map((entry) => relative(parent, join(entry.parentPath, entry.name)));
		const texts = [join(parent, "outside.txt"), join(folder, ".git", "config")].map((path) => readFile(path, "utf8"));
		return [...names.sort(), ...(await Promise.all(texts))];
	};
	return { parent, folder, seen, remove: () => rm(parent, { recursive: true, force: true }) };
}
