import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { tryAgain } from "../../host/tryAgain";
import { openFile, selectLines } from "../../host/workbench";
import { focusedInstructionBox, instructionBox } from "../../ui/code/editPreview";
import { fileText, openPanelWindow, type PanelWindow } from "../../ui/panelWindow";
import { atMost, type Measured, measured } from "../figure";
import { median } from "../median";

/** Time after which the gateway sends the first line of its answer, in milliseconds. */
const gatewayDelay = 500;
const rounds = 10;
/** Time limit for an edit's first line, in milliseconds. */
const longest = 60_000;

/** Measures how long it takes from Enter in an instruction until the first proposed line is on screen. */
export async function firstLine(): Promise<Measured[]> {
	const t = await openPanelWindow();
	try {
		await openFile(t.window.page, "budget.ts");
		await selectLines(t.window.page, 9, 16);
		const times: number[] = [];
		// The first edit loads what all of them need.
		for (let round = 0; round <= rounds; round++) times.push(await timeOfEdit(t, round));
		const [first = 0, ...others] = times;
		return [
			measured("first proposed line: first edit of a window", first, "ms"),
			measured("first proposed line: median of ten", median(others), "ms", atMost(1.3 * gatewayDelay)),
		];
	} finally {
		await t.close();
	}
}

/** Times one edit in milliseconds, and rejects it. */
async function timeOfEdit(t: PanelWindow, round: number): Promise<number> {
	const { page } = t.window;
	const [first = "", ...rest] = (await fileText(t, "budget.ts")).split("\n").slice(8, 16);
	const marker = `totalsOfRound${round}`;
	let goOn = () => {};
	const until = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	t.gateway.script({
		match: "/v1/chat/completions",
		chunks: [
			{ type: "delay", ms: gatewayDelay },
			{ type: "bytes", data: sseChunk(`\`\`\`ts\n${first.replace("monthlyTotals", marker)}\n`) },
			{ type: "wait", until },
			{ type: "bytes", data: [sseChunk(`${rest.join("\n")}\n\`\`\``), sseChunk({}, "stop"), sseDone].join("") },
		],
	});
	// The lines stay selected.
	await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
	await page.keyboard.press("ControlOrMeta+Alt+E");
	await focusedInstructionBox(page).waitFor();
	await page.keyboard.insertText("Rename it.");
	await instructionBox(page).locator(".view-line").filter({ hasText: "Rename" }).waitFor();
	await page.evaluate(watchForText, { word: marker, longest });
	await tryAgain(async (timeout) => {
		if (await focusedInstructionBox(page).isVisible()) await page.keyboard.press("Enter");
		await instructionBox(page).waitFor({ state: "detached", timeout });
	});
	const time = await page.evaluate(() => timeToText);
	goOn();
	await page.locator(".editor-group-container.active .title").getByRole("button", { name: "Reject All" }).click();
	await page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
	return time;
}

/** Returns the time from the last Enter until the text was on screen. Runs in the page. */
declare const timeToText: Promise<number>;

/** Begins to watch for a word on the proposed side of a preview; the last key before it is the start. Runs in the page. */
function watchForText({ word, longest }: { word: string; longest: number }): void {
	let start: number | undefined;
	const pressed = ({ timeStamp }: Event) => {
		start = timeStamp;
	};
	addEventListener("keydown", pressed, { capture: true });
	const timed = new Promise<number>((resolve, reject) => {
		const look = () => {
			const time = performance.now() - (start ?? Number.NaN);
			const lines = [...document.querySelectorAll(".editor.modified .view-line")];
			if (time > longest) return reject(new Error(`"${word}" was not on screen in ${longest} ms.`));
			if (Number.isNaN(time) || !lines.some(({ textContent }) => textContent?.includes(word)))
				return void requestAnimationFrame(look);
			removeEventListener("keydown", pressed, { capture: true });
			resolve(time);
		};
		look();
	});
	timed.catch(() => {});
	Object.assign(globalThis, { timeToText: timed });
}
