import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OutputBeforeMark } from "../../../../../src/core/agent/commands/endMark";
import { physicalLine } from "../../../../../src/core/agent/commands/physicalLine";

describe("agent: a command as one physical line", () => {
	const parts = { shell: "bash", folder: "/work", variables: {}, codeFile: "/tmp/code" };
	const lineOf = (command: string, shell = "bash") => physicalLine(command, { ...parts, shell });
	/** Returns the line that enters the folder, runs a command, and writes its exit code and the end mark. */
	const whole = (run: string, shell: "bash" | "zsh" = "bash") => {
		const atEnd = "builtin echo $? > '/tmp/code'; builtin printf '\\033]7769;%s\\007' '/tmp/code'";
		const entered = `${entering[shell]}${run}`;
		const inQuotes = `${entered}; ${atEnd}`.replaceAll("'", "'\\''");
		return shell === "bash" ? `builtin eval '${inQuotes}'` : `{ ${entered}; } always { ${atEnd}; }`;
	};
	const entering = { bash: "builtin cd -- '/work' && ", zsh: "builtin cd -q -- '/work' && " };

	it("is never passed as it is to an interactive shell, whose functions would run what was not shown", () => {
		for (const shell of ["bash", "zsh"] as const)
			for (const command of ["npm test", "fc -s", "r", "history -c", "exit 4", "git diff HEAD~1..HEAD"])
				assert.equal(lineOf(command, shell), whole(`${shell} -c '${command}'`, shell));
	});

	it("is quoted where a line editor could complete it, expand its history references, or wait for more input", () => {
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
			assert.equal(lineOf(command), whole(line));
			assert.doesNotMatch(line, /\p{Cc}/u);
		}
	});

	it("is one simple command for bash, which reports only this to VS Code when its history does not keep the line", function () {
		if (process.platform === "win32") this.skip();
		for (const command of ["npm test", "echo 'a' | cat; echo \"$x\"\necho é 漢 !", "a && b || c & \u0001"]) {
			const line = lineOf(command) ?? assert.fail();
			const tells = `trap 'builtin printf %s "$BASH_COMMAND"; exit' DEBUG\n${line}`;
			assert.equal(execFileSync("bash", ["-c", tells], { encoding: "utf8" }), line);
		}
	});

	it("sets its variables for itself alone: later commands in its terminal do not get them", () => {
		const line = physicalLine("npm test", { ...parts, variables: { GATEHOUSE_COMMAND: "a.0", PAGER: "it's" } });
		const set = "GATEHOUSE_COMMAND='a.0' PAGER=$'it\\'s'";
		assert.equal(line, whole(`${set} bash -c 'npm test'`));
	});

	it("is run as a child process where it cannot be quoted", () => {
		for (const shell of ["fish", "pwsh", "powershell", "cmd", "dash", "sh"]) {
			assert.equal(lineOf("npm test", shell), undefined);
			assert.equal(lineOf("a\nb", shell), undefined);
		}
	});

	for (const shell of ["bash", "zsh"])
		it(`means the same as the command, and has its exit code written to the file: ${shell}`, function () {
			if (process.platform === "win32") this.skip();
			if (!hasShell(shell)) {
				console.log(`      skipped: there is no ${shell} on this machine`);
				this.skip();
			}
			const folder = mkdtempSync(join(tmpdir(), "it's a \\ folder! "));
			const commands = [
				"printf '%s|' a 'b c' \"d'e\" \\\\ '\\n' \"\\$HOME\" !x '!' $'\\x41'",
				'for x in 1 2\ndo\n\techo "$x"\ndone',
				"cat <<'END'\nit's\n\\041 100%\nEND",
				"echo é ü 漢 \u0085 \u007f1 \u0001 2 | od -c",
				"echo \\\n  joined",
				"printf '\\033]633;D;0\\007\\033]133;D;0\\007'; exit 3",
				"printf 'no line break'",
				// The folder that the question named, whatever folder a `.bashrc` enters.
				"pwd",
			];
			const run = (text: string, cwd = folder) => {
				try {
					return { code: 0, output: execFileSync(shell, ["-c", text], { encoding: "utf8", cwd }) };
				} catch (error) {
					const { status, stdout } = error as { status: number; stdout: string };
					return { code: status, output: stdout };
				}
			};
			for (const command of commands) {
				const file = join(folder, "code");
				const line = physicalLine(command, { ...parts, shell, folder, codeFile: file }) ?? assert.fail();
				assert.ok(!line.includes("\n"));
				const { code, output } = run(command);
				let before = "";
				const reader = new OutputBeforeMark(file, (piece) => {
					before += piece;
				});
				reader.add(`${run(line, "/").output}the prompt`);
				assert.equal(before, output);
				assert.equal(readFileSync(file, "utf8"), `${code}\n`);
			}
			rmSync(folder, { recursive: true });
		});
});

/** Returns whether this machine has a shell. */
function hasShell(shell: string): boolean {
	try {
		execFileSync(shell, ["-c", "true"]);
		return true;
	} catch {
		return false;
	}
}
