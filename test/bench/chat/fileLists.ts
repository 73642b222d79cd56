import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { tryAgain } from "../../host/tryAgain";
import { messageBox, openPanelWindow } from "../../ui/panelWindow";
import { atMost, type Measured, measured } from "../figure";

/** Number of files in the workspace, and of those that are searched for. */
const files = 50_000;
const searches = 60;

/** Times from a key to the list, for each search, in milliseconds. */
interface ListTimes {
	readonly ours: readonly number[];
	readonly quickOpen: readonly number[];
}

/** Compares the list of `#` with VS Code's own quick open, in one window over 50,000 files. */
export async function fileLists(tell: (line: string) => void): Promise<Measured[]> {
	tell(`making ${files} files`);
	const { ours, quickOpen } = await measure(tell);
	const [we, they] = [percentile95(ours), percentile95(quickOpen)];
	return [
		measured(`${files.toLocaleString("en")} files: key to the list of #, p95`, we, "ms"),
		measured(`${files.toLocaleString("en")} files: key to quick open's list, p95`, they, "ms"),
		measured(`${files.toLocaleString("en")} files: # / quick open, p95`, we / they, "×", atMost(1)),
	];
}

async function measure(tell: (line: string) => void): Promise<ListTimes> {
	const path = await mkdtemp(join(tmpdir(), "gatehouse-files-"));
	const makeWorkspace = async () => {
		await makeFiles(path);
		return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
	};
	const t = await openPanelWindow({ makeWorkspace });
	try {
		const { page } = t.window;
		const targets = Array.from({ length: searches }, (_, i) => nameOf(((i * 797) % (files / 10)) * 10 + 1 + (i % 9)));
		const box = messageBox(t.panel);
		const frame = (await (await box.elementHandle())?.ownerFrame()) as Frame;
		tell("typing # in the panel");
		const first = t.panel.getByRole("option").first();
		const ours = await timesOf(frame, box, targets, "#", ".completion-option:first-child .completion-label", first);
		tell("typing in quick open");
		await page.keyboard.press("Control+p");
		const input = page.locator(".quick-input-widget input").first();
		await input.waitFor();
		const row = '.quick-input-list [role="option"][data-index="0"], .quick-input-list .monaco-list-row[data-index="0"]';
		const quickOpen = await timesOf(page.mainFrame(), input, targets, "", row, page.locator(row).first());
		return { ours, quickOpen };
	} finally {
		await t.close();
	}
}

/** Types each name without its last letter, waits for the list, and measures from the last letter to the name at its top. */
async function timesOf(
	frame: Frame,
	box: Locator,
	targets: readonly string[],
	sign: string,
	selector: string,
	first: Locator,
): Promise<readonly number[]> {
	const times: number[] = [];
	for (const target of targets) {
		// A late change of the focus closes the list until the next letter.
		await tryAgain(async (timeout) => {
			await box.fill("");
			await box.pressSequentially(sign + target.slice(0, -1), { delay: 5 });
			await first
				.getByText(`${target.slice(0, -1)}b`)
				.first()
				.waitFor({ timeout });
		});
		const time = frame.evaluate(firstRowTime, { selector, target });
		await frame.evaluate(() => undefined);
		await box.press(target.slice(-1));
		times.push(await time);
	}
	return times.slice(5);
}

/** Runs in the page: resolves with the milliseconds from the next key to the name in the first row. */
function firstRowTime({ selector, target }: { selector: string; target: string }): Promise<number> {
	return new Promise((resolve) => {
		document.addEventListener(
			"keydown",
			({ timeStamp }) => {
				const look = () => {
					if (!document.querySelector(selector)?.textContent?.includes(target)) return;
					observer.disconnect();
					resolve(performance.now() - timeStamp);
				};
				const observer = new MutationObserver(look);
				observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
			},
			{ once: true, capture: true },
		);
	});
}

/**
 * Returns the name of a file. Ten names in a row differ only in their last letter, so that this letter changes the
 * first row.
 */
const nameOf = (i: number): string => `module${(Math.floor(i / 10) * 48_271) % 65_521}x${"bcdfghjklm"[i % 10]}`;

async function makeFiles(path: string): Promise<void> {
	for (let folder = 0; folder < files / 100; folder++) {
		const at = join(path, `area${folder % 20}`, `part${folder}`);
		await mkdir(at, { recursive: true });
		const names = Array.from({ length: 100 }, (_, i) => nameOf(folder * 100 + i));
		await Promise.all(names.map((name) => writeFile(join(at, `${name}.ts`), "")));
	}
}

function percentile95(times: readonly number[]): number {
	return [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
