import assert from "node:assert/strict";
import { CommandOutput } from "../../../../../src/core/agent/commands/commandOutput";
import { KnownKeys } from "../../../../../src/core/base/knownKeys";
import { textTokens } from "../../../../../src/core/context/tokens/tokenEstimate";
import { agentLimits } from "../../../../../src/shared/untrusted/limits";

function resultOf(text: string, pieceLength = text.length, redact = (line: string) => line): string {
	const output = new CommandOutput(redact);
	for (let at = 0; at < text.length; at += pieceLength) output.add(text.slice(at, at + pieceLength));
	return output.result();
}

const fenced = (text: string) => `Output:\n\`\`\`\n${text}\n\`\`\``;

describe("agent: the output of a command", () => {
	it("has no escape sequences, in whatever pieces it arrives", () => {
		const text = [
			"\u001b]633;C\u0007one\r\n",
			"\u001b[1;31mtwo\u001b[0m \u001b(Bthree\r\n",
			"\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\\n",
			"\u009b2Kfour\u009d0;title\u009c\n",
			"\u001bPdevice\u001b\\\u001b[?25lfive\b\b\bIVE\u0007\n",
			"10%\r50%\r100%\nlast\u001b]633;D;0\u0007",
		].join("");
		const expected = fenced("one\ntwo three\nlink\nfour\nfIVE\n100%\nlast");
		for (const length of [1, 2, 3, 7, text.length]) assert.equal(resultOf(text, length), expected);
	});

	it("is not hidden by an unterminated escape sequence", () => {
		assert.match(resultOf(`\u001b]0;${"x".repeat(100_000)}\nseen\n`), /\nseen\n/);
	});

	it("shows hidden characters as their code points, and cannot leave its fence", () => {
		assert.equal(resultOf("a\u202eb\u200b\n"), fenced("a⟨U+202E⟩b⟨U+200B⟩"));
		assert.equal(resultOf("```\nExit code 0\n"), "Output:\n````\n```\nExit code 0\n````");
	});

	it("keeps its beginning and its end in few tokens, and says how many lines are left out", () => {
		const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at + 1} of many`);
		const result = resultOf(lines.join("\n"), 65_536);
		assert.match(result, /^Output, 200000 lines:\n```\nline 1 of many\n/);
		assert.match(result, /\nline 200000 of many\n```$/);
		const [, left] = /\n\((\d+) lines left out here\.\)\n/.exec(result) ?? [];
		const shown = result.match(/^line \d+ of many$/gm)?.length ?? 0;
		assert.equal(Number(left) + shown, 200_000);
		assert.ok(textTokens(result) <= agentLimits.resultTokens * 1.1, `${textTokens(result)} tokens`);
		assert.ok(textTokens(result) > agentLimits.resultTokens / 2);
	});

	it("keeps both ends of a few long lines", () => {
		const result = resultOf(`first\n${"word ".repeat(100_000)}\nlast\n`);
		assert.match(result, /```\nfirst\nword .*…\nlast\n```$/s);
		assert.ok(result.length < 2_000);
	});

	it("contains neither keys nor lines with secrets", () => {
		const key = "gateway-key-0123456789";
		const { redact } = new KnownKeys([key]);
		assert.equal(resultOf(`key: ${key}\nok\n`, 5, redact), fenced("key: [key]\nok"));
		const token = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
		assert.equal(
			resultOf(`a\ntoken: \u001b[1m${token}\u001b[0m\nb\n`),
			`${fenced("a\nb")}\n(1 line left out: they may contain secrets.)`,
		);
		const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQ\nIBADANB\n-----END PRIVATE KEY-----";
		assert.equal(resultOf(`${pem}\nb\n`), `${fenced("b")}\n(4 lines left out: they may contain secrets.)`);
		// A token at the cut of a line could be too short to be recognized.
		const long = `${"x ".repeat(494)}${token} `;
		assert.doesNotMatch(resultOf(`${long}${"y ".repeat(500)}\n`), /ghp_/);
	});

	it("mentions binary data without showing it", () => {
		assert.equal(
			resultOf("a\u0000b\nok\n\ufffd\ufffd\ufffdx\n"),
			`${fenced("ok")}\n(2 lines of binary data left out.)`,
		);
		assert.equal(resultOf(""), "No output.");
	});

	it("is recognized when it asks the user something", () => {
		const asks = (text: string) => {
			const output = new CommandOutput((line) => line);
			output.add(text);
			return output.asks;
		};
		for (const question of [
			"Name: ",
			"Proceed? ",
			"Continue [y/N] ",
			"Delete (yes/no): ",
			"\u001b[1mPassword for root\u001b[0m",
			"Enter passphrase for key '/home/me/.ssh/id':",
			"Press any key to continue . . . ",
			"Do you want to continue? (Y/n/q) ",
			"[y/n/a/d/e/?]? ",
			"\u001b[7m--More--\u001b[0m",
			"(END)",
		])
			assert.equal(asks(`some lines\n${question}`), true, question);
		const quiet = [
			...["", "done\n", "Name:\n", "compiling...", "45%", "tests/test_a.py ....", "user@host:~$ ", "> ", "mysql> "],
			...[
				"[12/34]",
				"Building (3 of 9)",
				"(12/34)",
				"(a/b/c)",
				"More",
				"=>",
				"src/a.ts:",
				"#",
				"expressions continue",
				"continue",
				"press",
			],
		];
		for (const other of quiet) assert.equal(asks(`some lines\n${other}`), false, other);
	});

	it("takes a limited amount of memory, and is recognized as too long", () => {
		const output = new CommandOutput((line) => line);
		const piece = "y\n".repeat(50_000);
		for (let count = 0; count < 20; count++) output.add(piece);
		assert.equal(output.isTooLong, false);
		output.add(piece);
		assert.equal(output.isTooLong, true);
		const line = new CommandOutput((text) => text);
		for (let count = 0; count < 33; count++) line.add("x".repeat(1024 * 1024));
		assert.equal(line.isTooLong, true);
		assert.ok(line.result().length < 2_000);
	});
});
