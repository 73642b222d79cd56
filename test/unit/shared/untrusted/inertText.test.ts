import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { hiddenCharacters } from "../../../../src/shared/text/hiddenCharacters";
import {
	type InertText,
	inertId,
	inertLine,
	inertMessage,
	inertName,
	inertPath,
	withIcon,
} from "../../../../src/shared/untrusted/inertText";
import { limits } from "../../../../src/shared/untrusted/limits";
import { shownPathLength } from "../../../../src/shared/untrusted/shownLengths";
import { randomTexts } from "./randomTexts";
import { hasIcon, hasLink } from "./vscodeText";

const kinds = { inertName, inertPath, inertLine, inertMessage };

describe("inert text", () => {
	it("leaves harmless text unchanged", () => {
		for (const text of [
			"qwen2.5-coder:32b",
			"src/[id]/page.ts",
			"50 $ (about)",
			"https://example.org/a(b)",
			"déjà 👩 1️⃣ 日本",
		])
			for (const make of Object.values(kinds)) assert.equal(make(text), text);
	});

	it("contains no link, even if hidden characters or line breaks separate its parts", () => {
		assert.equal(inertLine("Expired. [renew](command:x)"), "Expired. [renew] (command:x)");
		for (const between of [
			"",
			"\u200b",
			"\u202e",
			"\u{e0041}",
			"\u00ad",
			"\ufe0f",
			"\u0000",
			"\u200b\u200b",
			"\u2063\ufe0f",
		]) {
			for (const [name, make] of Object.entries(kinds)) {
				assert.equal(make(`[x]${between}(command:y)`), "[x] (command:y)", name);
				assert.equal(make(`$${between}(trash)`), "$ (trash)", name);
			}
		}
		assert.equal(inertLine("[x]\n(command:y)"), "[x] (command:y)");
		assert.equal(inertLine("[x](command:y)](command:z)"), "[x] (command:y)] (command:z)");
		assert.equal(inertLine("\\$(trash) \\[x](command:y)"), "\\$ (trash) \\[x] (command:y)");
	});

	it("contains no link to a command in angle brackets, as in Markdown that may run commands", () => {
		for (const make of Object.values(kinds)) {
			assert.equal(make("<Command:x>"), "< Command:x>");
			assert.equal(make("<\u200bcommand:x> Array<string>"), "< command:x> Array<string>");
		}
	});

	it("contains no link in the id of a language model as VS Code shows it, and all of the id", () => {
		assert.equal(inertId("hf.co/a-b_c:Q4@http://[::1]:11434/v1 (x)"), "hf.co/a-b_c:Q4@http://%5B::1%5D:11434/v1%20(x)");
		assert.equal(inertId("x".repeat(1_000)), "x".repeat(1_000));
		const markdown = new MarkdownIt({ html: true });
		const hover = (id: string) => `**a**&nbsp;<span>&nbsp;_${id}&#64;1_&nbsp;</span>\n`;
		const hostile = [
			"[x](command:y)",
			"![x](command:y)",
			"<command:y>",
			"[x]\n\n[x]: command:y\n\n",
			"[x](\u2028<command:y>)",
		];
		for (const id of hostile) assert.doesNotMatch(markdown.render(hover(inertId(id))), /href|src=/, id);
		assert.match(markdown.render(hover("[x](command:y)")), /href="command:y"/);
		for (const text of randomTexts(2_000)) {
			assert.doesNotMatch(markdown.render(hover(inertId(text))), /(?:href|src)="command:/, JSON.stringify(text));
			assert.ok(!hasIcon(inertId(text)), JSON.stringify(text));
			assert.doesNotMatch(markdown.render(hover(inertName(text))), /(?:href|src)="command:/, JSON.stringify(text));
		}
	});

	it("removes control, bidirectional and invisible characters", () => {
		assert.equal(inertName("invoice\u202efdp.exe\u0007\u{e0061}"), "invoicefdp.exe");
		for (const make of Object.values(kinds)) assert.equal(make("a\ud800b"), "a\ufffdb");
	});

	it("puts a name and a line on one line, and keeps the lines of a message", () => {
		assert.equal(inertName(" a\r\n\tb\u2029c "), "a b c");
		assert.equal(inertLine("one\n\ntwo"), "one two");
		assert.equal(inertMessage("one\r\ntwo\t three\n"), "one \ntwo three");
	});

	it("is visibly cut at the limits, between characters", () => {
		for (const [make, longest] of [
			[inertName, limits.nameLength],
			[inertLine, limits.messageLength],
			[inertMessage, limits.messageLength],
		] as const) {
			assert.equal(make("👩".repeat(longest)), "👩".repeat(longest));
			assert.equal(make("👩".repeat(longest + 1)), `${"👩".repeat(longest - 1)}…`);
			assert.equal(make("](".repeat(longest)).length, longest);
			// Text after very many hidden characters is missing, which must be visible.
			assert.equal(make(`a${"\u200b".repeat(100_000)}b`), "a…");
		}
	});

	it("keeps the beginning and the end of a path", () => {
		const end = `.vscode/${"t".repeat(63)}/tasks.json`;
		assert.ok(end.length >= 80);
		for (const long of ["long/".repeat(100), "long/".repeat(100_000), `long/${"\u200b".repeat(100_000)}`]) {
			const shown = inertPath(`src/${long}${end}`);
			assert.ok(shown.startsWith("src/long/") && shown.endsWith(end), shown);
			assert.equal(shown.split("…").length, 2);
			assert.ok(shown.length <= shownPathLength);
		}
		const longest = shownPathLength;
		assert.equal(inertPath("👩".repeat(longest)), "👩".repeat(longest));
		assert.equal([...inertPath("👩".repeat(longest + 1))].length, longest);
		// A question with the path and the text around it is not cut off.
		assert.ok(longest < limits.messageLength - 200);
	});

	it("has only our own icons", () => {
		assert.equal(withIcon("warning", inertName("$(trash) x")), "$(warning) $ (trash) x");
		assert.equal(inertName(withIcon("warning", inertName("x"))), "$ (warning) x");
	});

	it("is unchanged if it is made inert again", () => {
		for (const text of randomTexts(500)) {
			for (const make of Object.values(kinds)) assert.equal(make(make(text)), make(text), JSON.stringify(text));
		}
	});

	it("has no link and no icon for VS Code's own parsers, from any text, alone or combined", () => {
		let links = 0;
		let icons = 0;
		for (const text of randomTexts(8_000)) {
			if (hasLink(text)) links++;
			if (hasIcon(text)) icons++;
			for (const make of Object.values(kinds)) {
				const shown = make(text);
				assert.ok(!hasLink(shown) && !hasIcon(shown), JSON.stringify(text));
				assert.deepEqual(hiddenCharacters(shown), [], JSON.stringify(text));
				// As progress shows it: the title, a colon, the report.
				assert.ok(!hasLink(`${shown}: ${shown}`), JSON.stringify(text));
			}
		}
		// The original texts are hostile.
		assert.ok(links > 40 && icons > 100, `${links} links, ${icons} icons`);
	});

	it("cannot be replaced by a plain string, at compile time", () => {
		const show = (text: InertText) => text;
		// @ts-expect-error A plain string may contain a link.
		show("plain");
		// @ts-expect-error Combined texts are plain again.
		show(`${inertName("a")} and more`);
		assert.equal(show(inertName("inert")), "inert");
	});
});
