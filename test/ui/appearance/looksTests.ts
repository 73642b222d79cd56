import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { switchTheme, themes } from "../../host/workbench";
import {
	answers,
	ask,
	chooseModel,
	messageBox,
	type PanelWindow,
	questions,
	send,
	sendButton,
	stopButton,
} from "../panelWindow";
import type { ThemeName } from "../screenshot";
import { assertLooks, assertNoSidewaysScroll, narrowly } from "./assertLooks";
import { axeViolations } from "./axe";
import { pageThemes, withPanelCopy } from "./panelCopy";

/** An answer with every element of Markdown. */
const everything = `## A heading

Text with \`code\`, **strong**, *stressed* and ~~struck~~ words, and a [link](https://example.org/a/page).

> A quotation.

| Name | Value |
|:-----|------:|
| one  | 1     |
| a rather long cell that wants to scroll in a narrow panel | 22222222222222222222 |

1. first
   - nested
2. second

\`\`\`typescript
// a comment
export const answer: number = compute("text", 42);
\`\`\`

averyveryveryverylongwordthatdoesnotfitintoanarrowsidebarandhastobebrokensomewhereorscrolled
`;

export function looksTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const states: Readonly<Record<string, () => Promise<void>>> = {
		ready: async () => {
			await t.panel.getByRole("heading").first().waitFor();
		},
		answer: async () => {
			t.gateway.script({
				chunks: [
					{ type: "bytes", data: sseChunk({ reasoning_content: "Let me think about that." }) },
					{ type: "bytes", data: sseChunk(everything) + sseChunk({}, "stop") },
				],
			});
			const answer = await ask(t.panel, "Show me everything.");
			await answer.locator("pre code [class^=hljs]").first().waitFor();
		},
		interrupted: async () => {
			t.gateway.script({ cut: { afterChunks: 9, how: "done" } });
			await ask(t.panel, "Break off.");
		},
		failed: async () => {
			t.gateway.script({ status: 401, json: { error: "expired" } });
			await ask(t.panel, "Fail.");
		},
		streaming: async () => {
			t.gateway.script({ chunks: [{ type: "bytes", data: sseChunk("Half a sentence and ") }, { type: "stall" }] });
			await send(t.panel, "Go on and on.");
			await answers(t.panel).getByText("Half a sentence").first().waitFor();
		},
		stopped: async () => {
			await stopButton(t.panel).click();
			await answers(t.panel).getByText("Stopped").first().waitFor();
		},
	};

	for (const [state, enter] of Object.entries(states)) {
		it(`${state}: axe finds no violation, in any theme and width`, async () => {
			await enter();
			await assertLooks(t, `looks-${state}`);
		});
	}

	it("in the window: axe finds no violation, wide and narrow, in any theme, and the copies have the window's themes", async () => {
		const flawless = async () => {
			await assertNoSidewaysScroll(t.panel);
			assert.deepEqual(await axeViolations(t.panel), []);
		};
		for (const [name, { class: bodyClass, variables }] of Object.entries(pageThemes)) {
			await switchTheme(t.window.page, themes[name as ThemeName]);
			const worn = await t.panel.locator("html").evaluate(
				(root, names) => ({
					class: document.body.className,
					variables: Object.fromEntries(names.map((name) => [name, root.style.getPropertyValue(name)])),
				}),
				Object.keys(variables),
			);
			assert.deepEqual(worn, { class: bodyClass, variables }, `test/host/panelThemes.json: ${name}`);
			await flawless();
		}
		await switchTheme(t.window.page, themes.dark);
		await narrowly(t, flawless);
	});

	it("a copy of the panel's page has the same text and the same width", async () => {
		const shown = await t.panel.locator("body").innerText();
		await withPanelCopy(t.panel, async (copy) => assert.equal(await copy.locator("body").innerText(), shown));
	});

	it("works by keyboard alone: every control is reached, and the focus is always visible", async () => {
		const { page } = t.window;
		await messageBox(t.panel).focus();
		const reached = new Set<string>();
		for (let i = 0; i < 80; i++) {
			await page.keyboard.press("Shift+Tab");
			const focused = await t.panel.locator("html").evaluate(() => {
				const element = document.activeElement;
				if (!element || element === document.body) return null;
				const { outlineStyle, boxShadow } = getComputedStyle(element);
				// The composer shows the focus around all of itself.
				const visible = outlineStyle !== "none" || boxShadow !== "none" || element.matches("textarea");
				return { name: element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "", visible };
			});
			if (!focused) break;
			assert.ok(focused.visible, `${focused.name} does not show that it has the focus`);
			reached.add(focused.name);
		}
		for (const name of ["Copy answer", "Retry", "Copy", "Insert at cursor"]) {
			assert.ok(
				[...reached].some((label) => label.startsWith(name)),
				`${name} is not reached by Tab: ${[...reached].join(", ")}`,
			);
		}
		await messageBox(t.panel).focus();
		await page.keyboard.press("Tab");
		assert.ok(await chooseModel(t.panel).evaluate((element) => element === document.activeElement));
		await messageBox(t.panel).fill("By keyboard");
		const onSend = () => sendButton(t.panel).evaluate((element) => element === document.activeElement);
		for (let i = 0; i < 8 && !(await onSend()); i++) await page.keyboard.press("Tab");
		assert.ok(await onSend());
		await page.keyboard.press("Enter");
		await questions(t.panel).getByText("By keyboard").waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Retry", exact: true }).first().waitFor();
	});
}
