import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import type { Step } from "../../gateway/script";
import { dismissNotifications, pick, quickInput, runCommand, switchTheme, themes } from "../../host/workbench";
import { assertTexts } from "../../unit/core/assertTexts";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import {
	answers,
	ask,
	chooseModel,
	messageBox,
	newConversation,
	type PanelWindow,
	send,
	stopButton,
} from "../panelWindow";
import { screenshot } from "../screenshot";
import { assertLooks, assertNoSidewaysScroll, narrowWidth } from "./assertLooks";
import { assertReachable } from "./assertReachable";
import { withPanelCopy } from "./panelCopy";

const longModel = "organisation-with-a-long-name/Extraordinarily-Capable-Mixture-3.2-235B-A22B-Instruct-2506-AWQ-INT4";
const longWord = "averyveryverylongwordwithoutanyplacetobreakit".repeat(4);
const rightToLeft = `## مرحبا بالعالم

تعيد الدالة \`fitBudget()\` قيمة من نوع \`number\`، ثم تستدعي \`reduce\`.

- البند الأول مع \`code\`
- البند الثاني

> שלום, זהו ציטוט עם \`const x = 1\` בתוכו.

| שם | ערך |
|----|-----|
| אחד | 1 |

\`\`\`typescript
const greeting = "مرحبا"; // תגובה
\`\`\`

And an English paragraph at the end.
`;

/** Tests of accessibility. They leave another list of models. */
export function everyoneTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	/** Makes this text the next answer, word for word. */
	const say = (text: string) =>
		t.gateway.script({
			match: "/v1/chat/completions",
			chunks: [{ type: "bytes", data: sseChunk(text) + sseChunk({}, "stop") }],
		});

	/** Collects the announcements of the status region from now on. */
	const listen = () =>
		t.panel.locator("gatehouse-panel > [role=status]").evaluate((region) => {
			const said: string[] = [];
			Object.assign(globalThis, { said });
			new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, {
				childList: true,
				characterData: true,
				subtree: true,
			});
		});
	/** Returns the announcements so far. */
	const said = () => t.panel.locator("html").evaluate(() => (globalThis as unknown as { said: string[] }).said);

	it("announces when an answer begins, ends or fails, but none of its words", async () => {
		await listen();
		// Announcements of one moment are merged, so the answer continues only after its beginning was announced.
		const heard = (count: number) => eventually(async () => assert.equal((await said()).length, count));
		const held = (before: readonly Step[], after: string, status = 200) => {
			let goOn = () => {};
			const until = new Promise<void>((resolve) => {
				goOn = resolve;
			});
			const chunks: Step[] = [...before, { type: "wait", until }, { type: "bytes", data: after }];
			t.gateway.script({ match: "/v1/chat/completions", status, chunks });
			return goOn;
		};
		const words: Step = { type: "bytes", data: sseChunk("Some words that are there to be read.") };
		const finish = held([words], sseChunk({}, "stop"));
		const speaking = ask(t.panel, "Speak");
		await heard(1);
		finish();
		await speaking;
		await heard(2);
		const fail = held([], JSON.stringify({ error: "expired" }), 401);
		const failing = ask(t.panel, "Fail");
		await heard(3);
		fail();
		await failing;
		await heard(4);
		const spoken = await said();
		assertTexts(spoken, [/^demo-chat is answering/, /complete/, /^demo-chat is answering/, /refused the key/]);
		assert.doesNotMatch(spoken.join("\n"), /Some words/);
		const log = t.panel.getByRole("log", { name: "Conversation" });
		assert.equal(await log.getAttribute("aria-live"), "off");
	});

	it("Tab goes through everything in reading order, and the focus is visible", async () => {
		await newConversation(t);
		t.gateway.script({
			chunks: [
				{ type: "bytes", data: sseChunk({ reasoning_content: "Let me think." }) },
				{ type: "bytes", data: sseChunk("See [this page](https://example.org/).\n\n```js\nlet a;\n```\n") },
				{ type: "bytes", data: sseChunk({}, "stop") },
			],
		});
		await ask(t.panel, "Everything");
		await messageBox(t.panel).fill("written");
		await t.panel.getByRole("log", { name: "Conversation" }).focus();
		const stops: { name: string; visible: boolean }[] = [];
		for (let i = 0; i < 60; i++) {
			const stop = await t.panel.locator("html").evaluate(() => {
				const element = document.activeElement;
				if (!element || element === document.body) return null;
				// The composer shows the focus around all of itself.
				const shown = element.matches(".composer > textarea") ? element.parentElement : element;
				const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(shown ?? element);
				const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
				const focusColor = getComputedStyle(document.body).getPropertyValue("--vscode-focusBorder");
				const probe = document.createElement("i");
				probe.style.color = focusColor;
				document.body.append(probe);
				const bordered = shown !== element && borderColor === getComputedStyle(probe).color;
				probe.remove();
				const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
				return { name, visible: outlined || bordered };
			});
			if (!stop) break;
			stops.push(stop);
			if (stop.name === "Send") break;
			await t.window.page.keyboard.press("Tab");
		}
		for (const { name, visible } of stops) assert.ok(visible, `${name} does not show that it has the focus`);
		// Other controls may come between these, which keep their order.
		const expected = [
			"Conversation",
			"Thought for",
			"this page",
			"Insert at cursor",
			"Copy",
			"Copy answer",
			"Retry",
			"Message",
			"Choose model: demo-chat",
			"Parameters",
			"Send",
		];
		// How long it takes depends on the machine.
		const names = stops.map(({ name }) => name.replace(/^(Thought for) \d+ s$/, "$1"));
		assert.deepEqual(
			names.filter((name) => expected.includes(name)),
			expected,
			`reached: ${names.join(", ")}`,
		);
	});

	it("an earlier answer's details appear with the pointer, and with the keyboard", async () => {
		say("First");
		await ask(t.panel, "One");
		say("Second");
		await ask(t.panel, "Two");
		const earlier = answers(t.panel).nth(-2);
		const foot = earlier.locator(".foot");
		const opacity = (wanted: string) =>
			foot.evaluate(
				(element, value) =>
					new Promise<void>((resolve) => {
						const check = () => {
							if (getComputedStyle(element).opacity === value) resolve();
							else requestAnimationFrame(check);
						};
						check();
					}),
				wanted,
			);
		await messageBox(t.panel).hover();
		await messageBox(t.panel).focus();
		await opacity("0");
		await earlier.hover();
		await opacity("1");
		assert.match((await foot.textContent()) ?? "", /\d s.*demo-chat/);
		await messageBox(t.panel).hover();
		await opacity("0");
		await earlier.getByRole("button", { name: "Copy answer" }).focus();
		await opacity("1");
		assert.equal(
			await answers(t.panel)
				.last()
				.locator(".foot")
				.evaluate((e) => getComputedStyle(e).opacity),
			"1",
		);
	});

	it("reduced motion: nothing moves by itself", async () => {
		const { page } = t.window;
		t.gateway.script({ chunks: [{ type: "head" }, { type: "stall" }] });
		await send(t.panel, "Move");
		const moving = () => t.panel.locator("html").evaluate(() => document.getAnimations().length);
		await answers(t.panel).getByText("Waiting for the answer").waitFor();
		assert.ok((await moving()) > 0, "without the wish, the place of the first word breathes");
		await page.emulateMedia({ reducedMotion: "reduce" });
		await eventually(async () => assert.equal(await moving(), 0));
		await page.emulateMedia({ reducedMotion: null });
		await stopButton(t.panel).click();
		await answers(t.panel).getByText("Stopped").waitFor();
	});

	it("text is shown from right to left if it is written so, block by block, and code from left to right", async () => {
		say(rightToLeft);
		await ask(t.panel, "ماذا تفعل الدالة fitBudget؟");
		const last = answers(t.panel).last();
		await last.locator("pre").waitFor();
		const directions = await last
			.locator(".markdown > *")
			.evaluateAll((blocks) =>
				blocks.map((block) => `${block.tagName.toLowerCase()} ${getComputedStyle(block).direction}`),
			);
		assert.deepEqual(directions, [
			"h2 rtl",
			"p rtl",
			"ul rtl",
			"blockquote rtl",
			"div rtl",
			"gatehouse-code-block ltr",
			"p ltr",
		]);
		const question = t.panel.locator(".question-text").last();
		assert.equal(await question.evaluate((element) => getComputedStyle(element).direction), "rtl");
		await messageBox(t.panel).fill("שאלה חדשה עם code");
		assert.equal(await messageBox(t.panel).evaluate((element) => getComputedStyle(element).direction), "rtl");
		await assertLooks(t, "everyone-rtl");
		await withPanelCopy(t.panel, async (copy) => {
			await copy.setViewportSize({ width: narrowWidth, height: 700 });
			await assertReachable(copy, "right to left, narrow");
		});
		await messageBox(t.panel).fill("");
	});

	it("long names and long words fit, and everything stays reachable", async () => {
		const { page } = t.window;
		t.gateway.script({
			match: "/v1/models",
			json: { object: "list", data: [{ id: longModel, object: "model", type: "text-generation" }] },
		});
		await runCommand(page, "Gatehouse: Refresh Models");
		await page.getByText("offers 1 model.").first().waitFor();
		// The notification would cover the model's button until it hides by itself.
		await dismissNotifications(page);
		await chooseModel(t.panel).click();
		await quickInput(page).getByText(longModel).first().waitFor();
		await pick(page, longModel);
		await chooseModel(t.panel).getByText(longModel).waitFor();
		say(
			`# ${longWord}\n\n${longWord} and \`${longWord}\`\n\n- ${longWord}\n\n[${longWord}](https://example.org/${longWord})`,
		);
		await ask(t.panel, longWord, longModel);
		await suggest(t.panel, "Mind @org", t.panel.getByRole("option").first());
		await t.panel.getByRole("option").first().click();
		await messageBox(t.panel).fill(longWord);
		await assertLooks(t, "everyone-long");
		await assertReachable(t.panel, "long names");
		await withPanelCopy(t.panel, async (copy) => {
			await copy.setViewportSize({ width: narrowWidth, height: 700 });
			await assertReachable(copy, "long names, narrow");
		});
	});

	it("at a zoom of 200 % nothing is clipped, covered or out of reach", async () => {
		const { page } = t.window;
		await switchTheme(page, themes.dark);
		// For a page, a zoom of 200 % is the same as a window of half the size.
		await page.setViewportSize({ width: 640, height: 400 });
		await t.panel.locator("html").evaluate(
			() =>
				new Promise<void>((resolve) => {
					const check = () => (innerHeight < 400 ? resolve() : requestAnimationFrame(check));
					check();
				}),
		);
		await assertNoSidewaysScroll(t.panel);
		await screenshot(page, "everyone-zoom-dark");
		await assertReachable(t.panel, "at 200 %");
		await t.panel.getByRole("button", { name: "Parameters" }).click();
		const form = t.panel.getByRole("dialog");
		await form.waitFor();
		await assertReachable(t.panel, "the form at 200 %");
		await screenshot(page, "everyone-zoom-parameters-dark");
		await form.getByRole("button", { name: "Cancel" }).click();
		await page.setViewportSize({ width: 1280, height: 800 });
	});
}
