import { type BareBrowser, openBareBrowser } from "../../host/barePanel";
import { chatBundle } from "../chat/chatBundle";
import { conversationOf, documents } from "../chat/documents";
import { fileLists } from "../chat/fileLists";
import { type OpeningRun, openIn } from "../chat/openings";
import { drawnAtOnce, type StreamRun, type SubjectName, streamInto } from "../chat/streaming";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";

type DocumentName = keyof typeof documents;
type Tell = (line: string) => void;

/** The subjects' names in the figures. */
const subjects: Readonly<Record<SubjectName, string>> = {
	gatehouse: "Gatehouse",
	plainText: "plain text",
	memoisedBlocks: "memoised blocks",
};

const rounds = 3;
const openings = 5;

/**
 * The panel's page as it is packaged, in Chromium: streamed answers beside plain text and beside memoised React blocks,
 * and long conversations beside the same drawn all at once.
 *
 * Each subject is driven as it is in its product. The gateway's 30,000 pieces come in ten seconds to all. Gatehouse's
 * host gathers them into a message every 50 ms, by the same code as here; plain text gets the same messages, and appends
 * each as it comes, so the cadence is the same. The rival's host posts each piece, and its page draws once a frame.
 */
export const chatPart: Part = async (tell, subject) => {
	const folder = await chatBundle(tell);
	const browser = await openBareBrowser();
	try {
		const figures: Measured[] = [];
		for (const name of Object.keys(documents) as DocumentName[]) {
			figures.push(...(await subject(`streaming a ${name}`, () => streaming(browser, folder, name, tell))));
		}
		figures.push(...(await subject("opening conversations", () => opening(browser, folder, tell))));
		figures.push(...(await subject("file lists", () => fileLists(tell))));
		return figures;
	} finally {
		await browser.close();
	}
};

/** Measures one document as 30,000 pieces, side by side. */
async function streaming(browser: BareBrowser, folder: string, name: DocumentName, tell: Tell): Promise<Measured[]> {
	const text = documents[name]();
	const mixed = name === "document";
	const names: SubjectName[] = mixed ? ["gatehouse", "plainText", "memoisedBlocks"] : ["gatehouse", "plainText"];
	const runs: Record<SubjectName, StreamRun[]> = { gatehouse: [], plainText: [], memoisedBlocks: [] };
	tell(`${text.length} characters ${rounds} times: ${names.map((one) => subjects[one]).join(", ")}`);
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < names.length; turn++) {
			const subject = names[(round + turn) % names.length] as SubjectName;
			runs[subject].push(await streamInto(browser, folder, subject, text));
		}
	}
	const once = await drawnAtOnce(browser, folder, text);
	const busy = (subject: SubjectName) => runs[subject].map((run) => run.busy);
	const longTasks = (subject: SubjectName) => median(runs[subject].map((run) => run.longTasks.length));
	const heap = (subject: SubjectName) => median(runs[subject].map((run) => run.heap)) / 1024 ** 2;
	const layouts = (subject: SubjectName) => median(runs[subject].map((run) => run.layouts));
	const ratio = (rival: SubjectName) => medianRatio(busy("gatehouse"), busy(rival));
	const all = (holds: (run: StreamRun) => boolean) => (runs.gatehouse.every(holds) ? 1 : 0);
	return [
		...names.map((subject) => measured(`${name}: busy: ${subjects[subject]}`, median(busy(subject)), "ms")),
		measured(`${name}: busy: Gatehouse / plain text`, ratio("plainText"), "×", atMost(mixed ? 1.5 : 2)),
		...(mixed
			? [measured(`${name}: busy: Gatehouse / memoised blocks`, ratio("memoisedBlocks"), "×", atMost(0.2))]
			: []),
		...names.map((subject) => measured(`${name}: layouts: ${subjects[subject]}`, layouts(subject), "")),
		measured(`${name}: tasks > 50 ms: Gatehouse`, longTasks("gatehouse"), "", atMost(0)),
		...names.slice(1).map((other) => measured(`${name}: tasks > 50 ms: ${subjects[other]}`, longTasks(other), "")),
		...names.map((subject) => measured(`${name}: JS heap after: ${subjects[subject]}`, heap(subject), "MB")),
		measured(
			`${name}: selection kept`,
			all((run) => run.selectionKept),
			"",
			atLeast(1),
		),
		measured(
			`${name}: finished DOM equal to one-shot`,
			all(({ html }) => html === once),
			"",
			atLeast(1),
		),
	];
}

/** Measures long conversations: until the end is shown, until everything is there, and typing in between. */
async function opening(browser: BareBrowser, folder: string, tell: Tell): Promise<Measured[]> {
	tell(`500 messages ${openings} times, bit by bit and all at once, and 2,000 as often bit by bit`);
	const times = Array.from({ length: openings }, (_, i) => i);
	const ours: OpeningRun[] = [];
	const atOnce: OpeningRun[] = [];
	for (const _ of times) {
		ours.push(await openIn(browser, folder, "panelOpening", conversationOf(500)));
		atOnce.push(await openIn(browser, folder, "allAtOnce", conversationOf(500)));
	}
	const large: OpeningRun[] = [];
	for (const _ of times) large.push(await openIn(browser, folder, "panelOpening", conversationOf(2000)));
	const { messages } = conversationOf(500);
	const characters = messages.reduce((sum, { text }) => sum + text.length, 0);
	const seen = (runs: readonly OpeningRun[]) => runs.map((run) => run.seen);
	const ofLarge = (figure: (run: OpeningRun) => number) => median(large.map(figure));
	return [
		measured("500 messages: text", characters / 1024, "KB"),
		measured("500 messages: seen", median(seen(ours)), "ms"),
		measured("500 messages: seen, all at once", median(seen(atOnce)), "ms"),
		measured("500 messages: seen: Gatehouse / all at once", medianRatio(seen(ours), seen(atOnce)), "×", atMost(0.1)),
		measured("500 messages: all there", median(ours.map((run) => run.whole)), "ms"),
		measured("500 messages: JS heap / text", median(ours.map((run) => run.heap)) / characters, "×"),
		measured(
			"2,000 messages: seen",
			ofLarge((run) => run.seen),
			"ms",
		),
		measured(
			"2,000 messages: a key meanwhile",
			ofLarge((run) => run.key),
			"ms",
			atMost(100),
		),
		measured(
			"2,000 messages: the slowest of 100 screens scrolled",
			ofLarge((run) => run.slowestScreen),
			"ms",
			atMost(100),
		),
		measured("2,000 messages: JS heap", ofLarge((run) => run.heap) / 1024 ** 2, "MB"),
		measured(
			"2,000 messages: all there",
			ofLarge((run) => run.whole),
			"ms",
		),
		measured(
			"2,000 messages: tasks > 50 ms",
			ofLarge((run) => run.longTasks.length),
			"",
		),
	];
}
