import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { markdownLine } from "../../../../src/shared/untrusted/markdownLine";
import { randomTexts } from "./randomTexts";

/** Like VS Code's own Markdown, with links of every scheme. */
const markdown = new MarkdownIt({ html: true });
markdown.validateLink = () => true;

describe("untrusted text: as a line of Markdown", () => {
	it("contains no link, no reference and no element, wherever it is", () => {
		const [kept, broken] = [[] as string[], [] as string[]];
		const texts = [
			"[x](command:y)",
			"[x]: command:y [x]",
			"[x][x]",
			"<command:y>",
			"a\n\n[x]: command:y\n\n[x]",
			"[x]\u200b(command:y)",
		];
		for (const text of [...texts, ...randomTexts(3_000)]) {
			const at = (shown: string) =>
				markdown.render(`# ${shown}\n\n- ${shown}\n- \`${shown.replaceAll("`", "'")}\`\n\n${shown}\n\n[x]`);
			if (/<(?:a|img)\b/.test(at(text))) kept.push(text);
			if (/<(?:a|img)\b/.test(at(markdownLine(text)))) broken.push(text);
		}
		assert.deepEqual(broken, []);
		assert.ok(kept.length > 100, `${kept.length} texts are hostile`);
	});

	it("is unchanged if it is harmless", () => {
		for (const text of ["src/[id]/page.ts", "no such model: qwen2.5 (404)", "a [b] c"])
			assert.equal(markdownLine(text), text);
	});
});
