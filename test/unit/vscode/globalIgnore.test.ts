import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../../../src/core/base/errors";
import { excludesFileIn } from "../../../src/core/context/gitConfig";
import { limits } from "../../../src/shared/untrusted/limits";
import { globalIgnore } from "../../../src/vscode/adapters/globalIgnore";

const git = promisify(execFile);

/** Files in a home folder, and the names that Git then ignores everywhere. */
const cases: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, ignored: readonly string[]]>> =
	{
		"is in its usual place": [{ ".config/git/ignore": "usual\n" }, ["usual"]],
		"is the one that the user's configuration names": [
			{ ".gitconfig": "[user]\n\tname = A\n[Core]\n\tExcludesFile = ~/named\n", named: "named\n", ...usual() },
			["named"],
		],
		"may be named in quotes, before a comment": [
			{ ".gitconfig": '[core] excludesfile = "~/my own # files" ; mine\n', "my own # files": "named\n" },
			["named"],
		],
		"is the last one that the configuration names": [
			{
				".config/git/config": "[core]\nexcludesFile = ~/other\n",
				".gitconfig": "[core]\nexcludesFile = ~/none\n[core]\n\texcludesFile=~/named # here\n",
				other: "other\n",
				named: "named\n",
			},
			["named"],
		],
		"is the one that the second configuration file names, if the first names none": [
			{
				".config/git/config": "[core]\nexcludesFile = ~/other\n",
				".gitconfig": "[user]\n",
				other: "other\n",
				...usual(),
			},
			["other"],
		],
		"is not one that another section names": [
			{
				".gitconfig": '[core "a"]\nexcludesFile = ~/named\n[x]\nexcludesFile = ~/named\n',
				named: "named\n",
				...usual(),
			},
			["usual"],
		],
		"has no rules if the configuration names an empty path": [
			{ ".gitconfig": "[core]\n\texcludesFile =\n", ...usual() },
			[],
		],
		"has no rules if the named file does not exist": [
			{ ".gitconfig": "[core]\nexcludesFile = ~/gone\n", ...usual() },
			[],
		],
		"has no rules if the named file would be below another file": [
			{ ".gitconfig": "[core]\nexcludesFile = ~/file/named\n", file: "named\n" },
			[],
		],
		"has no rules if there is no file": [{}, []],
	};

function usual() {
	return { ".config/git/ignore": "usual\n" };
}

describe("Git ignore: the global file", () => {
	let root: string;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-global-"));
	});
	after(() => rm(root, { recursive: true, force: true }));

	/** Writes files below a folder. */
	async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		}
	}

	/** Returns the files that Git itself ignores; `undefined` if Git is not installed, which is not required. */
	async function ignoredByGit(home: string, config?: string): Promise<readonly string[] | undefined> {
		const cwd = join(home, "repository");
		await write(cwd, { usual: "", named: "", other: "" });
		const { GIT_CONFIG_GLOBAL: _, XDG_CONFIG_HOME: __, ...env } = process.env;
		const options = { cwd, env: { ...env, HOME: home, ...(config ? { XDG_CONFIG_HOME: config } : {}) } };
		if (!(await git("git", ["init", "-q"], options).catch(() => undefined))) return undefined;
		const { stdout } = await git("git", ["ls-files", "-oi", "--exclude-standard", "-z"], options);
		return stdout.split("\0").filter(Boolean);
	}

	const linesOf = (text = "") => text.split("\n").filter(Boolean);

	for (const [index, [what, [files, ignored]]] of Object.entries(cases).entries()) {
		it(what, async () => {
			const home = join(root, `home${index}`);
			await write(home, files);
			assert.deepEqual(linesOf(await globalIgnore(home, {})), ignored);
			assert.deepEqual((await ignoredByGit(home)) ?? ignored, ignored, "Git says so");
		});
	}

	it("may have a name with characters that must be escaped in the configuration", () => {
		const config = '[core]\n\texcludesFile = C:\\\\Users\\\\"me; \\"you\\""\\\\ignore\n';
		assert.equal(excludesFileIn(config), 'C:\\Users\\me; "you"\\ignore');
	});

	it("is in the folder that XDG_CONFIG_HOME names", async () => {
		const home = join(root, "elsewhere");
		const config = join(home, "settings");
		await write(home, { ...usual(), "settings/git/ignore": "other\n" });
		assert.deepEqual(linesOf(await globalIgnore(home, { XDG_CONFIG_HOME: config })), ["other"]);
		assert.deepEqual((await ignoredByGit(home, config)) ?? ["other"], ["other"], "Git says so");
	});

	it("does not count as missing if it cannot be read", async () => {
		const home = join(root, "unreadable");
		// A folder cannot be read as a file, even by an administrator; Git fails there, too.
		await mkdir(join(home, ".config/git/ignore"), { recursive: true });
		const error = (one: unknown) =>
			one instanceof UserError && /^~.\.config.git.ignore cannot be read, .* not a regular file/.test(one.message);
		await assert.rejects(globalIgnore(home, {}), error);
	});

	it("limits: does not count as missing if it is a pipe, a device, too large, or has too many rules", async function () {
		if (process.platform === "win32") this.skip();
		const files = async (name: string, make: (file: string) => Promise<unknown>) => {
			const home = join(root, name);
			const file = join(home, ".config/git/ignore");
			await mkdir(dirname(file), { recursive: true });
			await make(file);
			return globalIgnore(home, {});
		};
		const refusal = (words: RegExp) => (one: unknown) => one instanceof UserError && words.test(one.message);
		await assert.rejects(
			files("pipe", (file) => git("mkfifo", [file])),
			refusal(/ignore cannot be read.*not a regular file/),
		);
		await assert.rejects(
			files("device", (file) => symlink("/dev/zero", file)),
			refusal(/not a regular file/),
		);
		const most = "#".repeat(limits.configFileBytes);
		const rules = "# a\n".repeat(limits.configFileBytes / 4);
		assert.equal(await files("largest", (file) => writeFile(file, rules)), rules);
		await assert.rejects(
			files("large", (file) => writeFile(file, `${most}#`)),
			refusal(/larger than 1 MB/),
		);
		await assert.rejects(
			files("rules", (file) => writeFile(file, "a\n".repeat(limits.ignoreRules + 1))),
			refusal(/more than 10,?000 rules/),
		);
	});
});
