import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { bundlesFolder } from "../../host/paths";
import { goToLine, openFile } from "../../host/workbench";
import { openPanelWindow, type PanelWindow } from "../../ui/panelWindow";
import { atMost, type Measured, measured } from "../figure";
import { median, medianRatio } from "../median";
import { type SettingServer, startSettingServer } from "./settingServer";

/** Times of the gateway's answers, in milliseconds; each has its own model. */
const answerTimes = [300, 1_000, 3_000];
/** Number of measured rounds, each with and without completions; earlier ones learn how long answers take. */
const rounds = 12;
const warmUps = 3;
/** Times between two keys, and before the measured one, in milliseconds: with and without a pending request. */
const keyInterval = 60;
const pauses = [60, 450] as const;
/** Time limit for the list to open, in milliseconds. */
const longest = 15_000;

/** The typed text, and the key after it that opens VS Code's own list: a letter, and a dot. */
const typed = [
	{ before: (round: number) => `\tconst total${round} = `, key: "b" },
	{ before: (round: number) => `\tconst total${round} = ""`, key: "." },
] as const;

const identifiers = Array.from({ length: 300 }, (_, at) => `export const budget${at} = ${at};`).join("\n");
const file = "identifiers.ts";
const code = `export function sum(): void {\n\n}\n\n${identifiers}\n`;

/**
 * Measures in a real VS Code how long its own list takes from the key that opens it to the screen, in one file with
 * completions on and off in turn, with gateways of several speeds.
 */
export async function suggestTime(tell: (line: string) => void): Promise<Measured[]> {
	const settings = await startSettingServer();
	const t = await openPanelWindow({
		extensionTestsPath: join(bundlesFolder, "bench", "completions", "setCompletions.main.js"),
		env: { GATEHOUSE_BENCH_URL: settings.url },
	});
	const { page } = t.window;
	try {
		await writeFile(join(t.workspace, file), code);
		await openFile(page, file);
		await goToLine(page, 2);
		const figures: Measured[] = [];
		for (const milliseconds of answerTimes) {
			tell(`with a gateway that answers after ${milliseconds} ms`);
			figures.push(...(await withGateway(t, settings, milliseconds)));
		}
		return figures;
	} finally {
		await t.close();
		await settings.close();
	}
}

async function withGateway(t: PanelWindow, settings: SettingServer, milliseconds: number): Promise<Measured[]> {
	const model = `answers-after-${milliseconds}`;
	const answers = t.gateway.script({
		match: ({ body }) => body.includes(model),
		times: Number.POSITIVE_INFINITY,
		chunks: [
			{ type: "delay", ms: milliseconds },
			// Never the next text: a matching suggestion would keep the list closed.
			{ type: "bytes", data: [sseChunk("<fill>zero();</fill>"), sseChunk({}, "stop"), sseDone].join("") },
		],
	});
	// By the gateway's name, as given by `connectDemo`.
	const inMode = (mode: "typing" | "off") => ({ Demo: { model, mode } });
	const [on, off]: [number[], number[]] = [[], []];
	const asked = () => t.gateway.requests.filter(({ body }) => body.includes(model)).length;
	for (let round = 0; round < warmUps + rounds; round++) {
		await settings.set(inMode("typing"));
		const withCompletions = await timeToList(t, round);
		await settings.set(inMode("off"));
		const without = await timeToList(t, round);
		if (round < warmUps) continue;
		on.push(withCompletions);
		off.push(without);
	}
	answers.dispose();
	if (asked() < rounds / 2) throw new Error(`completions that were on asked only ${asked()} times`);
	const what = `key to suggest widget, answers after ${milliseconds} ms`;
	return [
		measured(`${what}: without completions`, median(off), "ms"),
		measured(`${what}: with / without`, medianRatio(on, off), "×", atMost(1.2)),
	];
}

/** Returns the time from a key to the list that it opens, in milliseconds. */
async function timeToList({ window: { page } }: PanelWindow, round: number): Promise<number> {
	const { before, key } = typed[round % typed.length] ?? typed[0];
	const pause = pauses[Math.floor(round / typed.length) % pauses.length] ?? pauses[0];
	await page.keyboard.type(before(round), { delay: keyInterval });
	await page.waitForTimeout(pause);
	await page.evaluate(watchForList, longest);
	await page.keyboard.press(key);
	const time = await page.evaluate(() => timeToSuggestions);
	await page.keyboard.press("Escape");
	await page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
	// The first press selects as far as the indentation.
	for (const key of ["Shift+Home", "Shift+Home", "Delete"]) await page.keyboard.press(key);
	return time;
}

/** Returns the time from the last key until the list was on screen. Runs in the page. */
declare const timeToSuggestions: Promise<number>;

/** Begins to watch for VS Code's own list; the next key is the start. Runs in the page. */
function watchForList(longest: number): void {
	let start: number | undefined;
	const pressed = ({ timeStamp }: Event) => {
		start ??= timeStamp;
	};
	addEventListener("keydown", pressed, { capture: true });
	const timed = new Promise<number>((resolve, reject) => {
		const look = () => {
			const time = performance.now() - (start ?? Number.NaN);
			if (time > longest) return reject(new Error(`The list was not on screen in ${longest} ms.`));
			if (Number.isNaN(time) || !document.querySelector(".suggest-widget.visible .monaco-list-row"))
				return void requestAnimationFrame(look);
			removeEventListener("keydown", pressed, { capture: true });
			resolve(time);
		};
		look();
	});
	timed.catch(() => {});
	Object.assign(globalThis, { timeToSuggestions: timed });
}
