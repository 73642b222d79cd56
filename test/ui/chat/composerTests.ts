import assert from "node:assert/strict";
import { dismissNotifications, openFile, openPanel, reloadWindow, runCommand, selectLines } from "../../host/workbench";
import { assertLooks, narrowly } from "../appearance/assertLooks";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import {
	answers,
	ask,
	chooseModel,
	messageBox,
	newConversation,
	type PanelWindow,
	questions,
	send,
	sendButton,
	stopButton,
} from "../panelWindow";
import { written } from "../written";
import { nextChat } from "./nextChat";

export function composerTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});
	afterEach(async () => {
		if (t) await messageBox(t.panel).fill("");
	});

	const text = () => messageBox(t.panel).inputValue();
	const list = () => t.panel.getByRole("listbox");
	const options = () => list().getByRole("option");
	const selected = () => list().getByRole("option", { selected: true });
	const chip = () => t.panel.getByRole("button", { name: "Remove demo-echo" });
	const caretTo = (place: number) =>
		messageBox(t.panel).evaluate((area, at) => (area as HTMLTextAreaElement).setSelectionRange(at, at), place);

	it("grows with the text up to a share of the panel, and scrolls beyond it", async () => {
		const height = async () => (await messageBox(t.panel).boundingBox())?.height ?? 0;
		const panelHeight = await t.panel.locator("html").evaluate(() => window.innerHeight);
		const small = await height();
		await messageBox(t.panel).fill("line\n".repeat(8));
		assert.ok((await height()) > small * 1.5);
		await messageBox(t.panel).fill("line\n".repeat(200));
		assert.ok((await height()) <= panelHeight * 0.41, `${await height()} of ${panelHeight} pixels`);
		await sendButton(t.panel).click({ trial: true });
		await messageBox(t.panel).fill("");
		assert.equal(await height(), small);
	});

	it("keeps the draft of each conversation", async () => {
		await ask(t.panel, "First question");
		await messageBox(t.panel).fill("A draft for the first");
		await newConversation(t);
		assert.equal(await text(), "");
		await messageBox(t.panel).fill("A draft for the new one");
		if (longRun) {
			const reloaded = t.window.page.waitForEvent("load");
			await runCommand(t.window.page, "Developer: Reload Window");
			await reloaded;
			await openPanel(t.window.page);
			await messageBox(t.panel).waitFor();
			await eventually(async () => assert.equal(await text(), "A draft for the new one"));
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
			await dismissNotifications(t.window.page);
		}
	});

	itLong("keeps the draft even if the browser reloads the page right after the last letter", async () => {
		await messageBox(t.panel).fill("Written just now");
		await written(t.window.page, "gatehouse.drafts", "Written just now");
		await reloadWindow(t.window.page);
		await messageBox(t.panel).waitFor();
		await eventually(async () => assert.equal(await text(), "Written just now"));
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
	});

	it("Up recalls earlier questions, Down returns to the draft", async () => {
		const box = messageBox(t.panel);
		await ask(t.panel, "Older question");
		await ask(t.panel, "Newer\nquestion");
		await box.fill("being written");
		await box.press("ArrowUp");
		assert.equal(await text(), "being written", "Up inside the text only moves");
		await caretTo(0);
		await box.press("ArrowUp");
		assert.equal(await text(), "Newer\nquestion");
		await box.press("ArrowUp");
		assert.equal(await text(), "Older question");
		await box.press("ArrowUp");
		assert.equal(await text(), "Older question");
		await box.press("ArrowDown");
		await box.press("ArrowDown");
		assert.equal(await text(), "being written");
		await caretTo(0);
		await box.press("ArrowUp");
		assert.equal(await text(), "Newer\nquestion");
		const asked = nextChat(t.gateway);
		await box.press("Enter");
		assert.match(JSON.stringify(await asked), /Newer\\nquestion"}\]/);
		await answers(t.panel).nth(2).getByRole("button", { name: "Retry", exact: true }).waitFor();
		assert.equal(await text(), "being written");
	});

	itLong("/ offers the actions; a question that begins with one runs it on the selection", async () => {
		const { page } = t.window;
		await newConversation(t);
		await openFile(page, "greet.py");
		await selectLines(page, 1, 3);
		const box = messageBox(t.panel);
		await box.click();
		await suggest(t.panel, "/exp", list().getByText("explain", { exact: true }));
		assert.equal(await list().getAttribute("aria-label"), "Actions");
		assert.equal(await box.getAttribute("aria-activedescendant"), await selected().getAttribute("id"));
		await t.panel.getByRole("status").getByText("Actions: 1 suggestion").waitFor({ state: "attached" });
		await box.press("Tab");
		await list().waitFor({ state: "detached" });
		assert.equal(await text(), "/explain ");
		await box.pressSequentially("for a child");
		const asked = nextChat(t.gateway);
		await box.press("Enter");
		const question = questions(t.panel).first();
		await question.getByText("Explain this code from greet.py").waitFor();
		await question.getByText("for a child").waitFor();
		await question.getByText("greet.py:1–3").waitFor();
		assert.match(JSON.stringify(await asked), /def greet/);
		await answers(t.panel).getByRole("button", { name: "Retry", exact: true }).waitFor();
	});

	it("Escape only closes the list; the next word opens it again", async () => {
		t.gateway.script({ match: "/v1/chat/completions", cut: { afterChunks: 2, how: "stall" } });
		const box = messageBox(t.panel);
		await send(t.panel, "Begin");
		await stopButton(t.panel).waitFor();
		await box.pressSequentially("/");
		await list().waitFor();
		await box.press("Escape");
		await list().waitFor({ state: "detached" });
		await box.pressSequentially("e");
		assert.equal(await list().count(), 0);
		assert.equal(await text(), "/e");
		await stopButton(t.panel).waitFor();
		await box.fill("");
		await box.pressSequentially("/");
		await list().waitFor();
		await box.press("Escape");
		await box.press("Escape");
		await sendButton(t.panel).waitFor();
	});

	it("@ asks another model this one question; the selected model does not change", async () => {
		await newConversation(t);
		const box = messageBox(t.panel);
		await suggest(t.panel, "Who are you, @demo", options().nth(1));
		// The current model is the last one.
		await selected().getByText("demo-echo").waitFor();
		await box.press("ArrowDown");
		await box.press("ArrowDown");
		await box.press("ArrowUp");
		await box.press("ArrowUp");
		await selected().getByText("demo-echo").waitFor();
		await box.press("Enter");
		await chip().waitFor();
		assert.equal(await text(), "Who are you, ");
		await chip().click();
		await chip().waitFor({ state: "detached" });
		await box.pressSequentially("@echo");
		await list().getByText("demo-echo").click();
		await chip().waitFor();
		await box.pressSequentially("then?");
		await assertLooks(t, "composer-model");
		const asked = nextChat(t.gateway);
		await box.press("Enter");
		assert.equal((await asked).model, "demo-echo");
		await answers(t.panel, "demo-echo").getByText("Who are you, then?").waitFor();
		await chip().waitFor({ state: "detached" });
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await ask(t.panel, "And you?");
	});

	it("# offers the workspace's files, and removes the word from the text", async () => {
		const box = messageBox(t.panel);
		await suggest(t.panel, "Sum up #greet", selected().getByText("greet.py").first());
		await box.press("Enter");
		assert.equal(await text(), "Sum up ");
		await list().waitFor({ state: "detached" });
	});

	it("looks right with its list open, in every theme and width", async () => {
		// A theme is switched with the keyboard elsewhere, so the list is opened again for each picture.
		const open = () => suggest(t.panel, "@", options().nth(1));
		await assertLooks(t, "composer-list", open);
		if (!longRun) return;
		await narrowly(t, async () => {
			await open();
			const listBox = await list().boundingBox();
			const panelBox = await t.panel.locator("body").boundingBox();
			assert.ok(listBox && panelBox && listBox.x >= panelBox.x && listBox.y >= panelBox.y);
			assert.ok(listBox.x + listBox.width <= panelBox.x + panelBox.width);
		});
	});
}
