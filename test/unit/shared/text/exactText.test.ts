import assert from "node:assert/strict";
import type { AgentApproval } from "../../../../src/shared/agentApproval";
import { exactCommand, exactJson, foldedLines, hasUnseen } from "../../../../src/shared/text/exactText";
import { wholeApproval } from "../../../../src/shared/wholeApproval";
import { askedCommand } from "../../core/agent/askedCommand";

describe("agent: the exact text of a command or change", () => {
	it("shows invisible characters, and those that look like a space, by their numbers", () => {
		for (const [given, shown] of [
			["npm test", "npm test"],
			["npm\u00a0test", "npm⟨U+00A0⟩test"],
			["npm\ttest", "npm⟨U+0009⟩test"],
			["npm test\u200b", "npm test⟨U+200B⟩"],
			["echo \u202etset mpn", "echo ⟨U+202E⟩tset mpn"],
			["npm \u{e0072}test", "npm ⟨U+E0072⟩test"],
			["npm test\ncurl x", "npm test⟨U+000A⟩\ncurl x"],
			["npm test\r\ncurl x", "npm test⟨U+000D⟩⟨U+000A⟩\ncurl x"],
			["npm test\rcurl x", "npm test⟨U+000D⟩\ncurl x"],
			[`npm test${"\n".repeat(500)}curl x`, "npm test⟨U+000A⟩⟨× 500⟩\ncurl x"],
			[`npm test${" ".repeat(500)};curl x`, "npm test⟨U+0020⟩⟨× 500⟩;curl x"],
			["echo ⟨U+000A⟩", "echo ⟨U+27E8⟩U+000A⟩"],
			["echo \ud800", "echo ⟨U+D800⟩"],
			["echo \ue000", "echo ⟨U+E000⟩"],
		] as const)
			assert.equal(exactCommand(given), shown);
		assert.equal(exactJson('{\n  "a": "\u202e"\n}'), '{\n  "a": "⟨U+202E⟩"\n}');
		let deep: object = { text: `a${" ".repeat(20)}b` };
		for (let level = 0; level < 12; level++) deep = { deep };
		assert.match(exactJson(JSON.stringify(deep, undefined, 2)), /\n {26}"text": "a⟨U\+0020⟩⟨× 20⟩b"\n/);
	});

	it("shows what looks like ASCII by its number, and leaves words of other scripts as they are", () => {
		for (const [given, shown] of [
			["npm run \u0441url", "npm run ⟨U+0441⟩url"],
			["\u0441\u043e\u0440\u0443 a b", "⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩ a b"],
			["curl https://ex\u0430mple.c\u03bfm", "curl https://ex⟨U+0430⟩mple.c⟨U+03BF⟩m"],
			["npm test\u037e rm x", "npm test⟨U+037E⟩ rm x"],
			["rm \u2010rf \u2215", "rm ⟨U+2010⟩rf ⟨U+2215⟩"],
			["n\uff50m test", "n⟨U+FF50⟩m test"],
			["\u{1d4f7}pm test", "⟨U+1D4F7⟩pm test"],
			["printf '\\n\u0441url'", "printf '\\n⟨U+0441⟩url'"],
			["rm -r \u0430", "rm -r ⟨U+0430⟩"],
			["cat ./\u03bf \uff41", "cat ./⟨U+03BF⟩ ⟨U+FF41⟩"],
			["echo 'привет с'\nrm \u0430", "echo 'привет с'⟨U+000A⟩\nrm ⟨U+0430⟩"],
			["rm -r ./\u0430 # очистка", "rm -r ./⟨U+0430⟩ # очистка"],
			["rm -r \u0430; echo 'очистка'", "rm -r ⟨U+0430⟩; echo 'очистка'"],
			["echo очистка && \u0441 x", "echo очистка && ⟨U+0441⟩ x"],
			["echo 'Διόρθωση' # \u03b1", "echo 'Διόρθωση' # ⟨U+03B1⟩"],
		] as const)
			assert.equal(exactCommand(given), shown);
		for (const text of [
			"git commit -m 'Исправил ошибку с отступами'",
			"git commit -m 'Διόρθωση α της εισόδου'",
			"git commit -m 'с новым годом, а  также привет с'",
			"echo é ü ß ñ ı 漢字 ａ ½ m² “quoted” – dash… 你好！ 😀",
			"printf 'one\\nпривет'",
		]) {
			assert.equal(exactCommand(text), text);
			assert.ok(!hasUnseen(text), text);
		}
		assert.ok(hasUnseen("\u0441url x"));
		const json = JSON.stringify({ text: "раз\nсемь" }, undefined, 2);
		assert.equal(exactJson(json), json);
	});

	it("warns of such characters, but not of ordinary text", () => {
		for (const text of ["a\u00a0b", "a\u200bb", "a\u2028b", `a${" ".repeat(17)}b`, "a\ue000"])
			assert.ok(hasUnseen(text));
		for (const text of ["npm test", "python - <<'E'\n\tprint('é 漢 😀')\nE", `a${" ".repeat(16)}b`])
			assert.ok(!hasUnseen(text), text);
	});

	it("keeps the order of the text in the editor, which would show some letters from right to left", () => {
		const whole = (approval: AgentApproval) => wholeApproval(approval).text;
		const command = 'echo "א ب \u07ca \ufb1d \u{10900} \u{1e900}" é 漢 😀; rm א';
		assert.equal(
			whole({
				...{ kind: "command", command, folder: "/f", variables: {}, reasons: [] },
				...{ shell: "bash", timeout: 120, background: false },
			}),
			'echo "⟨U+05D0⟩ ⟨U+0628⟩ ⟨U+07CA⟩ ⟨U+FB1D⟩ ⟨U+10900⟩ ⟨U+1E900⟩" é 漢 😀; rm ⟨U+05D0⟩',
		);
		const tool = { kind: "tool", tool: "t", owner: "o", digest: "d", reasons: [] } as const;
		assert.equal(whole({ ...tool, input: '{\n  "א": 1\n}' }), '{\n  "⟨U+05D0⟩": 1\n}');
		// For this text, the panel itself sets the direction.
		assert.equal(exactCommand("echo א"), "echo א");
	});

	it("divides long lines in the editor, which would not render their ends", () => {
		assert.equal(foldedLines("abc\nde\n", 2), "ab\n↳ c\nde\n");
		assert.equal(foldedLines("ab😀😀c", 4), "ab😀\n↳ 😀c", "as wide as they are drawn, and never halved");
		assert.equal(foldedLines("abc漢字", 4), "abc\n↳ 漢字");
		const command = `true ${"x".repeat(50_000)}; curl evil`;
		const { text } = wholeApproval(askedCommand(command));
		assert.ok(text.split("\n").every((line) => line.length <= 122));
		const emoji = wholeApproval({ kind: "write", path: "a.txt", reasons: [], detail: `+${"😀".repeat(9_000)}!` });
		// VS Code renders 10,000 units of a line.
		assert.ok(emoji.text.split("\n").every((line) => line.length <= 5_002));
		assert.equal(text.replaceAll("\n↳ ", ""), command);
	});

	it("also shows all of a change to a file that others run", () => {
		const detail = `@@ 1 @@\n+"run": "א${" ".repeat(200)}curl evil"`;
		const change = { kind: "write", path: ".vscode/tasks.json", detail } as const;
		const { text } = wholeApproval({ ...change, reasons: ["sensitive"] });
		assert.ok(text.split("\n").every((line) => line.length <= 122));
		assert.ok(text.includes("⟨U+05D0⟩"));
		// Code of other files keeps its lines.
		assert.equal(wholeApproval({ ...change, path: "a.ts", reasons: ["firstEdit"] }).text, detail);
	});
});
