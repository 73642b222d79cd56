import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { physicalLine } from "../../../../../src/core/agent/commands/physicalLine";

describe("agent: a command as one physical line", () => {
	it("is itself if it is plain", () => {
		for (const command of ["npm test", "cd src && ls -la | wc -l", "make CC=gcc -j4", "git diff HEAD~1..HEAD"])
			assert.equal(
				physicalLine(command, "bash"),
				command === "git diff HEAD~1..HEAD" ? `bash -c '${command}'` : command,
			);
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
			assert.equal(physicalLine(command, "bash"), line);
			assert.doesNotMatch(line, /\p{Cc}/u);
		}
	});

	it("is run as a child process where it cannot be quoted", () => {
		assert.equal(physicalLine("echo 'a'", "fish"), undefined);
		assert.equal(physicalLine("a\nb", "pwsh"), undefined);
		assert.equal(physicalLine("npm test", "fish"), "npm test");
	});

	it("means the same as the command", function () {
		if (process.platform === "win32") this.skip();
		const commands = [
			"printf '%s|' a 'b c' \"d'e\" \\\\ '\\n' \"\\$HOME\" !x '!' $'\\x41'",
			'for x in 1 2\ndo\n\techo "$x"\ndone',
			"cat <<'END'\nit's\n\\041 100%\nEND",
			"echo é ü 漢 \u0085 \u007f1 \u0001 2 | od -c",
			"echo \\\n  joined",
		];
		const run = (text: string) => execFileSync("bash", ["-c", text], { encoding: "utf8" });
		for (const command of commands) {
			const line = physicalLine(command, "bash") ?? assert.fail();
			assert.ok(!line.includes("\n"));
			assert.equal(run(line), run(command));
		}
	});
});
