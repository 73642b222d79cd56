import assert from "node:assert/strict";
import { attachmentWarnings } from "../../../../src/core/context/attachmentWarnings";
import { isContextSource } from "../../../../src/core/context/contextSource";
import { assertRulesFit, ignoreRule } from "../../../../src/core/context/ignoreRules";
import { problemsText } from "../../../../src/core/context/problemsText";
import { matchesGlob } from "../../../../src/shared/untrusted/globSteps";
import { limits } from "../../../../src/shared/untrusted/limits";
import { assertTexts } from "../assertTexts";

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe("limits: the rules of a .gitignore", () => {
	it("are accepted up to the maximum number, without blank lines and comments", () => {
		assertRulesFit(`${lines(limits.ignoreRules, "a")}${lines(1_000, "# remark")}${lines(1_000, "")}${lines(10, "\r")}`);
		assert.throws(() => assertRulesFit(lines(limits.ignoreRules + 1, "a")), /more than 10,?000 rules/);
		assert.throws(() => assertRulesFit(`${lines(limits.ignoreRules, "a")}last`), /rules/);
	});

	it("are accepted up to the maximum length", () => {
		assertRulesFit(`b\n${"a".repeat(limits.ignoreRuleLength)}\n`);
		assert.throws(() => assertRulesFit(`b\n${"a".repeat(limits.ignoreRuleLength + 1)}`), /characters/);
	});

	it("do not include comments and blank lines, however many and long those are", () => {
		const long = limits.ignoreRuleLength * 2;
		assertRulesFit(`#${"a".repeat(long)}\n${" ".repeat(long)}\r\n\ufeff${lines(limits.ignoreRules - 1, "a")}`);
		assertRulesFit(
			`\ufeff#${"a".repeat(long)}\n${lines(limits.ignoreRules + 1, "  ")}${lines(limits.ignoreRules, "a")}`,
		);
	});

	it("are accepted up to the maximum number of simultaneous steps", () => {
		const most = `${lines(Math.floor(limits.ignoreSteps / 3), "*")}${lines(limits.ignoreSteps % 3, "a")}`;
		assertRulesFit(most);
		assert.throws(() => assertRulesFit(`${most}a`), /too many wildcards/);
		assert.throws(() => assertRulesFit(lines(250, "*a".repeat(limits.ignoreRuleLength / 2))), /too many wildcards/);
	});

	it("may be 2,000 ordinary ones", () => {
		const usual = [
			"node_modules/",
			"/src/generated/*.gen.ts",
			"**/target/classes/",
			"*.log",
			"!docs/**/keep.md",
			"[Bb]in/",
		];
		assertRulesFit(Array.from({ length: 2_000 }, (_, at) => `${at}${usual[at % usual.length]}`).join("\n"));
	});

	it("never take more than the maximum number of steps for a character", () => {
		const rule = `${"*a".repeat(70)}*b*`;
		const load = ignoreRule(rule)?.glob.load ?? 0;
		const rules = Array.from({ length: Math.floor(limits.ignoreSteps / load) }, () => rule);
		assertRulesFit(rules.join("\n"));
		let taken = 0;
		const counted = rules.map((line) =>
			(ignoreRule(line)?.glob.steps ?? []).map((step) => {
				if (typeof step === "object") return step;
				return (unit: number) => {
					taken++;
					return typeof step === "number" ? step === unit : step(unit);
				};
			}),
		);
		const names = Array.from({ length: 4 }, (_, at) => `${"a".repeat(198)}${10 + at}`);
		for (const name of names) for (const steps of counted) assert.ok(!matchesGlob(steps, name));
		assert.ok(taken <= limits.ignoreSteps * names.join("").length, `${taken}`);
		assert.ok(taken > 1_000_000, `${taken}: too easy to say anything`);
	});
});

describe("limits: problems from other extensions", () => {
	const problem = { line: 1, severity: "error", message: "m" } as const;
	const text = (count: number) =>
		problemsText([
			{ path: "a", problems: Array(count - 1).fill(problem) },
			{ path: "b", problems: [problem] },
		]).split("\n");

	it("are listed up to the maximum number, with the number of the others", () => {
		assert.equal(text(limits.problems).length, limits.problems);
		const more = text(limits.problems + 3);
		assert.equal(more.length, limits.problems + 1);
		assert.equal(more.at(-1), "(3 further problems are not listed)");
	});
});

describe("limits: stored sources of context", () => {
	const address = (length: number) => `file:///${"a".repeat(length - "file:///".length)}`;
	const longest = 3 * limits.pathLength;

	it("have an address, a name and a text up to the maximum lengths", () => {
		assert.ok(isContextSource({ type: "file", uri: address(longest) }));
		assert.ok(!isContextSource({ type: "file", uri: address(longest + 1) }));
		const terminal = { type: "terminal", name: "bash", text: "a".repeat(limits.attachedFileBytes) };
		assert.ok(isContextSource(terminal));
		assert.ok(!isContextSource({ ...terminal, text: `${terminal.text}a` }));
		assert.ok(!isContextSource({ ...terminal, name: "n".repeat(limits.pathLength + 1) }));
	});

	it("are refused with impossible lines, or a symbol that is not a name", () => {
		const source = { type: "lines", uri: "file:///a" };
		for (const lines of [
			[0, 1],
			[1, -1],
			[1, 2 ** 53],
			[1.5, 2],
			[1, "2"],
		])
			assert.ok(!isContextSource({ ...source, lines }), JSON.stringify(lines));
		assert.ok(!isContextSource({ ...source, lines: [1, 2], symbol: {} }));
		assert.ok(isContextSource({ ...source, lines: [1, 2], symbol: "main" }));
	});
});

describe("context: an attached link to a file", () => {
	const attachment = { id: "1", name: "notes.md", path: "notes.md", languageId: "", text: "" };
	const candidate = { attachment, tokens: 1, room: null, ignored: false, strange: false };

	it("is asked about if it leads out of the workspace", () => {
		assert.deepEqual(attachmentWarnings({ ...candidate, leadsOut: false }), []);
		assertTexts(attachmentWarnings({ ...candidate, leadsOut: true }), [/link .*out of the workspace/]);
	});

	it("is asked about if it leads to a file that usually contains secrets", () => {
		assert.deepEqual(attachmentWarnings({ ...candidate, realPath: "docs/notes.md" }), []);
		assertTexts(attachmentWarnings({ ...candidate, realPath: "config/.env" }), [/^config\/\.env .*secrets/]);
	});
});
