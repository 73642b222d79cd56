import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import type { Script } from "../../gateway/script";
import { scriptedReply } from "../../gateway/scriptedReply";
import {
	chooseFromEditorMenu,
	notifications,
	openFile,
	pressInNotification,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { itLong, longRun } from "../longRun";
import { answers, ask, fileText, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { acceptAll, instruct, looksRight, saveActive } from "./editPreview";

export function editStyleTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let original: string;
	before(async () => {
		t = shared();
		original = await fileText(t, "budget.ts");
	});

	const page = () => t.window.page;
	const proposed = () => page().locator(".monaco-diff-editor .editor.modified .view-line");
	const noPreview = () => page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
	const old = "	return [...totals].sort(([, a], [, b]) => b - a);";
	const changed = old.replace("[...totals].sort(", "[...totals.entries()].toSorted(");
	/** The selected function with its second to last line changed. */
	const code = () => original.split("\n").slice(8, 16).join("\n").replace(old, changed);
	const fenced = (text: string, info = "ts") => `\`\`\`${info}\n${text}\n\`\`\``;

	/** Selects the function of budget.ts and has it edited. */
	async function editInline(): Promise<void> {
		await openFile(page(), "budget.ts");
		await selectLines(page(), 9, 16);
		await chooseFromEditorMenu(page(), "Gatehouse", "Edit Inline…");
		await instruct(page(), "Edit lines 9–16", "Sort a copy.");
	}

	/** Accepts the preview, compares the file, and restores it. */
	async function acceptedIs(expected: string): Promise<void> {
		await proposed().filter({ hasText: "toSorted" }).waitFor();
		await acceptAll(page());
		await noPreview();
		await saveActive(page());
		assert.equal(await fileText(t, "budget.ts"), expected);
		await page().keyboard.press("ControlOrMeta+Z");
		await saveActive(page());
	}

	const numbered = () =>
		code()
			.split("\n")
			.map((line, at) => `${String(at + 9).padStart(2)} | ${line}`);
	const blocks = () => `<<<<<<< SEARCH\n${old}\n=======\n${changed}\n>>>>>>> REPLACE`;
	const unified = () => {
		const above = original
			.split("\n")
			.slice(12, 14)
			.map((line) => ` ${line}`);
		return ["--- a/budget.ts", "+++ b/budget.ts", "@@ -13,4 +13,4 @@", ...above, `-${old}`, `+${changed}`, " }"].join(
			"\n",
		);
	};

	/** Answers with the function, which have the same change, each in another style. */
	const styles: Readonly<Record<string, () => string>> = {
		"a fence and an example after it": () =>
			`Here it is:\n\n${fenced(code())}\n\nUsage:\n\n${fenced("monthlyTotals(expenses, 2026, 1);")}`,
		"a fence between sentences": () => `Here it is:\n\n${fenced(code())}\n\nIt copies the list now.`,
		"a fence with CRLF": () => fenced(code()).replaceAll("\n", "\r\n"),
		"a fence and a command after it": () => `${fenced(code())}\n\nThen run:\n\n${fenced("npm test", "sh")}`,
		"a fence and output after it": () => `${fenced(code())}\n\nOutput:\n\n${fenced('[ [ "food", 300 ] ]', "")}`,
		"no fence, between sentences": () => `Here is the function:\n\n${code()}\n\nIt copies the list now.`,
		"line numbers": () => fenced(numbered().join("\n")),
		"spaces for tabs": () => fenced(code().replaceAll("\t", "    ")),
		"a neighbouring line repeated": () => fenced(`${original.split("\n")[7]}\n${code()}`),
		"the whole file": () => fenced(original.replace(old, changed)),
		"an elision": () => fenced(`${code().split("\n")[0]}\n	// ... existing code ...\n	}\n${changed}\n}`),
		"a unified diff": () => fenced(unified(), "diff"),
		"a diff without leading spaces": () => fenced(`@@ @@\n	}\n-${old}\n+${changed}\n}`, "diff"),
		"search and replace blocks": blocks,
		"a patch": () => `*** Begin Patch\n*** Update File: budget.ts\n@@\n 	}\n-${old}\n+${changed}\n }\n*** End Patch`,
		"marked lines in a code fence": () => fenced(`	}\n-${old}\n+${changed}\n}`),
		"a conflict": () => fenced(`<<<<<<< HEAD\n${old}\n=======\n${changed}\n>>>>>>> sorted`),
	};
	/** `unit/core/edits` tests all styles, and the long run tests these. */
	const everyRun = ["a fence and an example after it"];
	for (const [name, reply] of Object.entries(styles)) {
		if (!longRun && !everyRun.includes(name)) continue;
		it(`show the right change: ${name}`, async () => {
			t.gateway.script(scriptedReply(reply()));
			await editInline();
			await acceptedIs(original.replace(old, changed));
		});
	}

	const note = (text: string) => notifications(page()).filter({ hasText: text });
	const asked = () => t.gateway.requests.filter(({ path }) => path === "/v1/chat/completions");
	const lastQuestion = () => {
		const body = asked().at(-1)?.json as { messages: { content: string }[] } | undefined;
		return body?.messages.at(-1)?.content ?? "";
	};

	itLong(
		"are refused with the reason after a second request, which is shown, and requested in other words",
		async () => {
			let goOn = () => {};
			const second = new Promise<void>((resolve) => {
				goOn = resolve;
			});
			const before = asked().length;
			t.gateway.script(scriptedReply("The function looks fine to me. I would not change anything."));
			t.gateway.script({
				match: "/v1/chat/completions",
				chunks: [
					{ type: "wait", until: second },
					{ type: "bytes", data: [sseChunk("It is fine as it is."), sseChunk({}, "stop"), sseDone].join("") },
				],
			});
			await editInline();
			await note("Asking a second time").first().waitFor();
			goOn();
			const refusal = note("contains no code");
			await refusal.first().waitFor();
			await looksRight(page(), "edit-refused", ".editor-group-container.active .title .editor-actions");
			assert.equal(asked().length, before + 2);
			assert.match(lastQuestion(), /could not be used.*contains no code.*<<<<<<< SEARCH/s);
			t.gateway.script(scriptedReply(blocks()));
			const refused = lastQuestion();
			await pressInNotification(page(), refusal, "Try Again");
			await acceptedIs(original.replace(old, changed));
			assert.notEqual(lastQuestion(), refused);
		},
	);

	const rename = (line: string) => line.replace("monthlyTotals", "totalsOfMonths");
	/** The function under a name that the file does not have. */
	const renamed = () => code().split("\n").map(rename).join("\n");
	/** The panel's notice, which has taken the place of the last one. */
	const refusal = () => t.panel.locator(".panel-notice").filter({ hasText: "unclear where" });
	const choose = (button: string) => refusal().getByRole("button", { name: button }).click();
	const apply = (shown: Locator) => shown.getByRole("button", { name: "Apply to file" }).click();

	/** Asks in the chat, with nothing selected in budget.ts, and returns the answer. */
	async function answered(question: string, script: Script): Promise<Locator> {
		await openFile(page(), "budget.ts");
		await selectLines(page(), 1, 1);
		await page().keyboard.press("ArrowLeft");
		t.gateway.script(script);
		return ask(t.panel, question);
	}

	itLong("from the chat go, after a refusal, to the lines that the user then selects", async () => {
		await apply(await answered("Rename it.", scriptedReply(fenced(renamed()))));
		await refusal().waitFor();
		await screenshot(page(), "edit-apply-refused-dark");
		await selectLines(page(), 9, 16);
		await choose("Apply Again");
		const head = code().split("\n")[0] ?? "";
		await acceptedIs(original.replace(old, changed).replace(head, rename(head)));
	});

	itLong("are offered one by one if there are several versions", async () => {
		const other = code().replace("b - a", "a - b");
		t.gateway.script(scriptedReply(`Either\n\n${fenced(code())}\n\nor\n\n${fenced(other)}`));
		await editInline();
		const versions = note("2 versions of this code");
		await versions.first().waitFor();
		await screenshot(page(), "edit-versions-dark");
		await pressInNotification(page(), versions, "Version 2");
		await proposed().filter({ hasText: "a - b" }).waitFor();
		await runCommand(page(), "Gatehouse: Reject All");
		await noPreview();
		assert.equal(await fileText(t, "budget.ts"), original);
	});

	it("from the chat are requested in other words with Try Again, in the same conversation and with the reason", async () => {
		await apply(await answered("Give it another name.", scriptedReply(fenced(renamed()))));
		await refusal().waitFor();
		const count = await answers(t.panel).count();
		t.gateway.script(scriptedReply(fenced(blocks(), "budget.ts")));
		await choose("Try Again");
		const other = answers(t.panel).nth(count);
		await other.getByRole("button", { name: "Retry", exact: true }).first().waitFor();
		const about =
			/could not be applied to budget\.ts.*The reason: It is unclear where this code belongs.*<<<<<<< SEARCH/s;
		assert.match(lastQuestion(), about);
		assert.ok(lastQuestion().includes(original.trim()), "the model has the file whose lines it must quote");
		await refusal().waitFor({ state: "detached" });
		await apply(other);
		await acceptedIs(original.replace(old, changed));
	});

	itLong("from the chat are not requested again if the gateway has few requests left", async () => {
		const left = (count: number) => ({
			"x-ratelimit-limit-requests": "1000",
			"x-ratelimit-remaining-requests": `${count}`,
		});
		const few = { ...scriptedReply(fenced(renamed())), headers: left(9) };
		await apply(await answered("Give it a third name.", few));
		await refusal().getByRole("button", { name: "Apply Again" }).waitFor();
		assert.equal(await refusal().getByRole("button", { name: "Try Again" }).count(), 0);
		// Restores the number of remaining requests for later tests.
		const many = { ...scriptedReply("Many."), headers: left(1000) };
		t.gateway.script(many);
		await ask(t.panel, "How many are left?");
	});
}
