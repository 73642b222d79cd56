import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { assertLooks } from "../appearance/assertLooks";
import { eventually } from "../eventually";
import { answers, ask, type PanelWindow, send } from "../panelWindow";

const long = Array.from(
	{ length: 60 },
	(_, i) => `Paragraph ${i + 1} of many, with a well-known gateway in it.\n\n`,
).join("");

/** A comment that seems to end earlier than it does (CVE-2021-42574), and a name with a zero-width space. */
const trojan = "if (access !== 'user\u202e \u2066// admins only\u2069 \u2066') {\n\tpay\u200bment();\n}";

export function readingTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const log = () => t.panel.getByRole("log", { name: "Conversation" });
	const jump = () => t.panel.getByRole("button", { name: "Jump to latest" });
	const find = () => t.panel.getByRole("textbox", { name: "Find in conversation" });
	/**
	 * Returns the scroll position once it has not changed for a frame: a new width changes the layout of the
	 * text.
	 */
	const place = () =>
		log().evaluate(async (box) => {
			let before: number;
			do {
				before = box.scrollTop;
				await new Promise(requestAnimationFrame);
			} while (box.scrollTop !== before);
			return before;
		});
	const fromBottom = () => log().evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);

	it("follows the end only while the reader is there, and offers a way back", async () => {
		let goOn = () => {};
		const more = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		t.gateway.script({
			chunks: [
				{ type: "bytes", data: sseChunk(long) },
				{ type: "wait", until: more },
				{ type: "bytes", data: sseChunk("The last words.\n") + sseChunk({}, "stop") },
			],
		});
		await send(t.panel, "Tell me a lot.");
		await answers(t.panel).getByText("Paragraph 60 of many").waitFor();
		await jump().waitFor({ state: "detached" });
		await log().hover();
		await t.window.page.mouse.wheel(0, -900);
		await jump().waitFor();
		await t.panel.getByRole("button", { name: "Jump to latest", exact: true }).waitFor();
		await assertLooks(t, "reading-away");
		const before = await place();
		goOn();
		await t.panel.getByRole("button", { name: "there is new text" }).waitFor();
		await answers(t.panel).getByText("The last words.").waitFor();
		assert.equal(await log().evaluate((box) => box.scrollTop), before, "the reader's place has moved");
		await assertLooks(t, "reading-new-text");
		await jump().click();
		await jump().waitFor({ state: "detached" });
		await eventually(async () => assert.ok((await fromBottom()) < 2));
		await eventually(async () => assert.ok(await log().evaluate((box) => box === document.activeElement)));
	});

	it("finds text, counts and visits the matches, and leaves the page unchanged", async () => {
		const before = await log().innerHTML();
		await log().press("ControlOrMeta+F");
		await find().pressSequentially("GATEWAY in");
		const search = t.panel.getByRole("search");
		await search.getByText("of 60").waitFor();
		await assertLooks(t, "reading-find");
		await find().fill("well-KNOWN gate");
		await search.getByText("of 60").waitFor();
		await find().fill("paragraph 7 of");
		await search.getByText("1 of 1").waitFor();
		await answers(t.panel).getByText("Paragraph 7 of").waitFor();
		assert.ok((await fromBottom()) > 100, "the match is not in sight");
		await find().fill("paragraph 1");
		await search.getByText(/^\d+ of 11$/).waitFor();
		const count = () => search.getByRole("status").textContent();
		const counts: (string | null)[] = [];
		for (const key of ["Enter", "Enter", "Shift+Enter"]) {
			const last = await count();
			await find().press(key);
			await eventually(async () => assert.notEqual(await count(), last));
			counts.push(await count());
		}
		assert.equal(new Set(counts).size, 2, counts.join());
		assert.equal(counts[0], counts[2]);
		assert.equal(await log().innerHTML(), before);
		await find().fill("nowhere to be found");
		await search.getByText("No results").waitFor();
		await find().press("Escape");
		await search.waitFor({ state: "detached" });
	});

	it("marks invisible characters in code, and copies the code as it is", async () => {
		const data = sseChunk(`Look:\n\n\`\`\`js\n${trojan}\n\`\`\`\n\nIn \`a\u202eb\` too.\n`) + sseChunk({}, "stop");
		t.gateway.script({ chunks: [{ type: "bytes", data }] });
		const answer = await ask(t.panel, "Is this safe?");
		await answer.locator("pre [class^=hljs]").first().waitFor();
		assert.equal(await answer.locator("pre").getByRole("img", { name: "Hidden character U+202E" }).count(), 1);
		assert.equal(await answer.locator("pre").getByRole("img", { name: "Hidden character U+2066" }).count(), 2);
		assert.equal(await answer.locator("pre").getByRole("img", { name: "Hidden character U+200B" }).count(), 1);
		assert.equal(await answer.locator("p code").getByRole("img", { name: "Hidden character U+202E" }).count(), 1);
		assert.equal(await answer.locator("pre code").evaluate((code) => code.textContent), trojan);
		// Waited for in advance: it is shown for a moment only.
		const copied = answer.locator(".code-bar .codicon-check").waitFor();
		await Promise.all([copied, answer.getByRole("button", { name: "Copy", exact: true }).click()]);
		// The extension host writes it.
		await eventually(async () =>
			assert.equal(await t.window.page.evaluate(() => navigator.clipboard.readText()), trojan),
		);
		await assertLooks(t, "reading-hidden-characters");
	});
}
