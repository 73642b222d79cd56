import assert from "node:assert/strict";
import { type Action, actionPrompt } from "../../../src/core/actions/action";
import { codeAttachments } from "../../../src/core/actions/codeAttachments";
import { document } from "../../../src/core/actions/definitions/document";
import { fix } from "../../../src/core/actions/definitions/fix";
import { refactor } from "../../../src/core/actions/definitions/refactor";
import { writeTests } from "../../../src/core/actions/definitions/writeTests";
import { planEditRequest } from "../../../src/core/chat/request/chatRequest";
import { editedText } from "../../../src/core/edits/apply/replyEdit";
import { editInstruction, newFileInstruction } from "../../../src/core/edits/editInstruction";
import type { EditPlace } from "../../../src/core/edits/locate/editPlace";
import { keepingCode } from "../../../src/core/edits/locate/keepsCode";
import type { Attachment, Message } from "../../../src/shared/conversation";
import { fix as demoFix } from "../../gateway/endpoints/codeChanges";
import { demoChat } from "../../gateway/endpoints/demoChat";
import type { ChatMessage } from "../../gateway/model";

const files = {
	"src/budget.ts": {
		languageId: "typescript",
		text: 'import { today } from "./today";\n\nexport function late(days: number): boolean {\n\tvar limit = 30;\n\tconst on = today();\n\tif (on == days) return false;\n\treturn days > limit;\n}\n',
		range: [3, 8],
	},
	"src/budget.py": {
		languageId: "python",
		text: "from today import today\n\n\ndef late(days):\n    limit = 30\n    try:\n        return days > limit\n    except:\n        return False\n",
		range: [4, 9],
	},
	"src/budget.go": {
		languageId: "go",
		text: "package budget\n\nfunc Late(days int) bool {\n\tconst limit = 30\n\treturn days > limit\n}\n",
		range: [3, 6],
	},
} as const;
type Path = keyof typeof files;

/** An edit of a file, as Gatehouse requests it from demo-chat. */
function edit(path: Path) {
	const { text, languageId, range } = files[path];
	const [first, last] = range;
	const lines = text.split("\n");
	const place: EditPlace = { path, text, languageId, start: first - 1, count: last - first + 1, indentation: "\t" };
	const between = (from: number, to: number) => ({ first: from, last: to, text: lines.slice(from - 1, to).join("\n") });
	const context = { path, languageId, selected: between(first, last), around: between(1, lines.length) };
	const budget = { tokens: 1_000, count: () => 1 };
	const ask = (question: string, attachments: readonly Attachment[], form = editInstruction(place).form) => {
		const message: Message = { id: "q", role: "user", parent: null, text: question, attachments, at: 0 };
		const settings = { model: "demo-chat", systemPrompt: "", parameters: {} };
		const messages = planEditRequest([message], settings, form).request.messages as readonly ChatMessage[];
		return demoChat.answer({ messages, temperature: 0, random: () => 0 });
	};
	const attachments = (action: Pick<Action, "takes">) => codeAttachments(context, action.takes, budget);
	return {
		place,
		act: (action: Action, instruction = "") => ask(actionPrompt(action, context, instruction), attachments(action)),
		inline: (instruction: string) => ask(instruction, attachments(fix)),
		test: (test: string) =>
			ask(actionPrompt(writeTests, context), attachments(writeTests), newFileInstruction(test).form),
	};
}

describe("gateway: demo-chat's edits", () => {
	for (const path of Object.keys(files) as Path[]) {
		const { place, act, inline } = edit(path);
		const edits: Readonly<Record<string, () => string>> = {
			Fix: () => act(fix),
			Document: () => act(document),
			Refactor: () => act(refactor, "Make it shorter."),
			"Edit Inline": () => inline("Make it better."),
			"Edit Inline, which renames": () => inline("Rename limit to most"),
		};
		for (const [name, answer] of Object.entries(edits)) {
			it(`${name} changes ${path}, and nothing but the lines that were asked about`, () => {
				const text = editedText(answer(), place);
				assert.notEqual(text, place.text);
				const [before, after] = [place.text, text].map((one) => one.split("\n"));
				assert.deepEqual(after?.slice(0, place.start), before?.slice(0, place.start));
				assert.equal(answer(), answer());
				if (name === "Document")
					assert.equal(
						keepingCode("", place, () => text),
						text,
					);
			});
		}
	}

	it("do what was asked for", () => {
		const { place, act, inline } = edit("src/budget.ts");
		const lines = (answer: string) => editedText(answer, place).split("\n");
		assert.deepEqual(lines(act(fix)).slice(3, 6), [
			"\tlet limit = 30;",
			"\tconst on = today();",
			"\tif (on === days) return false;",
		]);
		assert.equal(lines(act(document))[2], "/** Late. */");
		assert.deepEqual(lines(act(refactor, "Extract a constant.")).slice(2, 6), [
			"const NUMBER_30 = 30;",
			"",
			"export function late(days: number): boolean {",
			"\tvar limit = NUMBER_30;",
		]);
		assert.equal(lines(inline("rename `limit` to `most`"))[6], "\treturn days > most;");
		assert.ok(
			editedText(edit("src/budget.py").act(document), edit("src/budget.py").place).includes('    """Late."""\n'),
		);
	});

	it("change a loose comparison with Fix, but no text or comment that looks like one", () => {
		const lines = ["if (a == 'b\\'==' || c != `!= 1`) d += \"==\"; // a == b", "e = f === g;", "var h = i >= j;"];
		assert.deepEqual(demoFix({ language: "typescript", lines }), [
			"if (a === 'b\\'==' || c !== `!= 1`) d += \"==\"; // a == b",
			"e = f === g;",
			"let h = i >= j;",
		]);
	});

	it("write tests that import what they test", () => {
		const answer = edit("src/budget.ts").test("test/budget.test.ts");
		assert.match(answer, /^```typescript\nimport assert/);
		assert.match(answer, /import \{ late \} from "\.\.\/src\/budget";/);
		assert.match(answer, /describe\("late"/);
		assert.match(edit("src/budget.py").test("src/test_budget.py"), /from budget import late[\s\S]*def test_late\(\):/);
	});

	it("continue from the previous answer", () => {
		const { place } = edit("src/budget.ts");
		const code = files["src/budget.ts"].text.split("\n").slice(2, 8).join("\n");
		const messages: readonly ChatMessage[] = [
			{ role: "system", content: editInstruction(place).form },
			{ role: "user", content: `Edit.\n\nsrc/budget.ts, lines 3 to 8:\n\`\`\`typescript\n${code}\n\`\`\`` },
			{ role: "assistant", content: `\`\`\`typescript\n${code.replaceAll("limit", "most")}\n\`\`\`` },
			{ role: "user", content: "Rename most to largest" },
		];
		const answer = demoChat.answer({ messages, temperature: 0, random: () => 0 });
		assert.ok(editedText(answer, place).includes("return days > largest;"));
	});

	it("write something on an empty line", () => {
		const place: EditPlace = {
			path: "a.py",
			text: "a = 1\n\nb = 2\n",
			languageId: "python",
			start: 1,
			count: 1,
			indentation: "\t",
		};
		const messages: readonly ChatMessage[] = [
			{ role: "system", content: editInstruction(place).form },
			{ role: "user", content: "Count.\n\na.py, lines 1 to 1:\n```python\na = 1\n```" },
		];
		const answer = demoChat.answer({ messages, temperature: 0, random: () => 0 });
		assert.equal(editedText(answer, place), "a = 1\n# Count.\nanswer = 42\nb = 2\n");
	});
});
