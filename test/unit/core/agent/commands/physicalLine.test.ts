import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { physicalLine } from "../../../../../src/core/agent/commands/physicalLine";

describe("agent: a command as one physical line", () => {
	const parts = { shell: "bash", folder: "/work", variables: {}, codeFile: "/tmp/code" };
	const lineOf = (command: string, shell = "bash") => physicalLine(command, { ...parts, shell });
	const entering = { bash: "builtin cd -- '/work' && ", zsh: "builtin cd -q -- '/work' && " };

	it("is never passed as it is to an interactive shell, whose functions would run what was not shown", () => {
		for (const shell of ["bash", "zsh"] as const)
			for (const command of ["npm test", "fc -s", "r", "history -c", "exit 4", "git diff HEAD~1..HEAD"])
				assert.equal(lineOf(command, shell), `${entering[shell]}${shell} -c '${command}'; echo $? > '/tmp/code'`);
	});

	it("is quoted where a line editor could complete it, expand it from the history, or wait for its end", () => {
		const quoted = {
			"echo 'open": "bash -c $'echo \\'open'",
			"!curl": "bash -c $'\\041curl'",
			"^a^b": "bash -c '^a^b'",
			"npm test # all": "bash -c 'npm test # all'",
			"ls |": "bash -c 'ls |'",
			"while true": "bash -c 'while true'",
			"a\tb\nc": "bash -c $'a\\011b\\nc'",
			"echo \u0085": "bash -c $'echo \\302\\205'",
		};
		for (const [command, line] of Object.entries(quoted)) {
			assert.equal(lineOf(command), `${entering.bash}${line}; echo $? > '/tmp/code'`);
			assert.doesNotMatch(line, /\p{Cc}/u);
		}
	});

	it("has its variables alone: what its terminal runs later is not marked as the command's", () => {
		const line = physicalLine("npm test", { ...parts, variables: { GATEHOUSE_COMMAND: "a.0", PAGER: "it's" } });
		const set = "GATEHOUSE_COMMAND='a.0' PAGER=$'it\\'s'";
		assert.equal(line, `${entering.bash}${set} bash -c 'npm test'; echo $? > '/tmp/code'`);
	});

	it("is run as a child process where it cannot be quoted", () => {
		for (const shell of ["fish", "pwsh", "powershell", "cmd", "dash", "sh"]) {
			assert.equal(lineOf("npm test", shell), undefined);
			assert.equal(lineOf("a\nb", shell), undefined);
		}
	});

	it("means the same as the command, and has its exit code written to the file", function () {
		if (process.platform === "win32") this.skip();
		const folder = mkdtempSync(join(tmpdir(), "it's a \\ folder! "));
		const commands = [
			"printf '%s|' a 'b c' \"d'e\" \\\\ '\\n' \"\\$HOME\" !x '!' $'\\x41'",
			'for x in 1 2\ndo\n\techo "$x"\ndone',
			"cat <<'END'\nit's\n\\041 100%\nEND",
			"echo é ü 漢 \u0085 \u007f1 \u0001 2 | od -c",
			"echo \\\n  joined",
			"printf '\\033]633;D;0\\007\\033]133;D;0\\007'; exit 3",
			// In the folder of the question, whatever a `.bashrc` has entered.
			"pwd",
		];
		const run = (text: string, cwd = folder) => {
			try {
				return { code: 0, output: execFileSync("bash", ["-c", text], { encoding: "utf8", cwd }) };
			} catch (error) {
				const { status, stdout } = error as { status: number; stdout: string };
				return { code: status, output: stdout };
			}
		};
		for (const command of commands) {
			const file = join(folder, "code");
			const line = physicalLine(command, { ...parts, folder, codeFile: file }) ?? assert.fail();
			assert.ok(!line.includes("\n"));
			const { code, output } = run(command);
			assert.equal(run(line, "/").output, output);
			assert.equal(readFileSync(file, "utf8"), `${code}\n`);
		}
		rmSync(folder, { recursive: true });
	});
});
