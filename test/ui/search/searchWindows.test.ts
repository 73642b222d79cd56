import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { leaveQuickInput } from "../../host/quickInput";
import { dismissNotifications, openPanel, runCommand, showByCommand } from "../../host/workbench";
import { embeddedTexts } from "../hostile/embeddedTexts";
import { describeLong } from "../longRun";
import { openPanelWindow, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import {
	buildCommand,
	holdEmbeddings,
	indexStatus,
	isComplete,
	rowOf,
	told,
	toldBuilt,
	typeSearch,
	viewCommand,
} from "./searchParts";
import { writeParcels } from "./writeParcels";

/** Only the row's current text: its previous text may follow, invisible. */
const pause = /^\s*Pause(?!d)/;
const someEmbedded = /Chunks embedded: [1-9]\d* of 4\d/;

describeLong("index: two windows on one index", () => {
	let t: PanelWindow;
	let other: Page;
	let held: ReturnType<typeof holdEmbeddings>;
	before(async () => {
		t = await openPanelWindow();
		await writeParcels(t.workspace, 40);
	});
	after(() => t?.close());

	it("one window builds while the other searches what is there, and says that another window builds", async () => {
		const { page } = t.window;
		held = holdEmbeddings(t.gateway, 2);
		await runCommand(page, buildCommand);
		await rowOf(page, "Sent to: Demo").click();
		await told(page, "Building the index").getByText(someEmbedded).waitFor();
		other = await page.context().newPage();
		await other.goto(t.window.url);
		await openPanel(other);
		await showByCommand(other, viewCommand, rowOf(other, "Incomplete: another window is building it"));
		await rowOf(other, pause).waitFor();
		await rowOf(other, "Build What Is Missing").waitFor({ state: "detached" });
		await pictureOf(other, "search-elsewhere");
		await leaveQuickInput(other);
		await runCommand(other, buildCommand);
		await told(other, /another window is building this index/i).waitFor();
	});

	it("a pause in one window is shown in the other, which can resume it", async () => {
		const { page } = t.window;
		await indexStatus(page, /Click to pause/).click();
		await indexStatus(page, /paused/).waitFor();
		await indexStatus(other, /paused/).waitFor();
		await pictureOf(other, "search-pausedElsewhere");
		await indexStatus(other, /paused/).click();
		// The build resumes where the first window stopped: no request is answered yet.
		await told(other, "Building the index").getByText(someEmbedded).waitFor();
	});

	it("a window that does not build can pause the build, too", async () => {
		const { page } = t.window;
		await showByCommand(page, viewCommand, rowOf(page, "Incomplete: another window is building it"));
		await rowOf(page, pause).click();
		await indexStatus(page, /paused/).waitFor();
		// The other window notices it when the next vectors are saved.
		held.letGo();
		await indexStatus(other, /paused/).waitFor();
		await indexStatus(other, /paused/).click();
		await toldBuilt(other, 44).waitFor();
		// The first window checks again when it is used or gets the focus. In this test, both windows have the focus.
		await showByCommand(page, viewCommand, isComplete(page));
		await indexStatus(page, /paused/).waitFor({ state: "hidden" });
		await leaveQuickInput(page);
	});

	it("changes indexed in one window are found in the other, and both report what the gateway refused", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		t.gateway.script({
			match: (request) => embeddedTexts([request]).some((text) => text.includes("unwelcome")),
			times: Number.POSITIVE_INFINITY,
			status: 400,
			json: { error: { message: "not taken by the content filter" } },
		});
		await showByCommand(page, viewCommand, isComplete(page));
		await writeFile(
			join(t.workspace, "tide.js"),
			"/** When the tide comes in. */\nexport const highTide = (moon) => moon * 12.4;\n",
		);
		await writeFile(join(t.workspace, "unwelcome.js"), "export const unwelcome = () => true;\n");
		await rowOf(page, /refused in part: 1/).waitFor();
		await leaveQuickInput(page);
		await showByCommand(other, viewCommand, rowOf(other, "not taken by the content filter"));
		await pictureOf(other, "search-refused");
		await leaveQuickInput(other);
		await typeSearch(other, "when does the tide come in");
		await rowOf(other, "tide.js").first().waitFor();
	});
});
