import { openBareBrowser } from "../../host/barePanel";
import { atMost, type Measured, measured } from "../figure";
import { median } from "../median";
import { chatBundle } from "./chatBundle";
import { tasksOf } from "./documents";
import { type OpeningRun, openIn } from "./openings";

const openings = 5;

/** Numbers of tasks in a conversation and of steps in each task: 500 steps in total. */
const shapes = [
	[20, 25],
	[5, 100],
	[1, 500],
] as const;

/** Opens conversations of an agent, and scrolls through them. */
export async function openingSteps(tell: (line: string) => void): Promise<Measured[]> {
	const folder = await chatBundle(tell);
	const browser = await openBareBrowser();
	const figures: Measured[] = [];
	try {
		for (const [tasks, steps] of shapes) {
			const name = tasks === 1 ? `a task of ${steps} steps` : `${tasks} tasks of ${steps} steps`;
			tell(`${name} ${openings} times, bit by bit and all at once`);
			const runs: OpeningRun[] = [];
			const atOnce: OpeningRun[] = [];
			for (let time = 0; time < openings; time++) {
				runs.push(await openIn(browser, folder, "panelOpening", tasksOf(tasks, steps)));
				atOnce.push(await openIn(browser, folder, "allAtOnce", tasksOf(tasks, steps)));
			}
			figures.push(...figuresOf(name, runs, atOnce));
		}
	} finally {
		await browser.close();
	}
	return figures;
}

function figuresOf(name: string, runs: readonly OpeningRun[], atOnce: readonly OpeningRun[]): Measured[] {
	const of = (figure: keyof OpeningRun, some = runs) =>
		median(some.map((run) => (figure === "longTasks" ? run.longTasks.length : run[figure])));
	return [
		measured(`${name}: seen`, of("seen"), "ms"),
		measured(`${name}: seen, all at once`, of("seen", atOnce), "ms"),
		measured(`${name}: all there`, of("whole"), "ms"),
		measured(`${name}: a key meanwhile`, of("key"), "ms", atMost(100)),
		measured(`${name}: the slowest of 100 screens scrolled`, of("slowestScreen"), "ms", atMost(100)),
		measured(`${name}: tasks > 50 ms`, of("longTasks"), ""),
	];
}
