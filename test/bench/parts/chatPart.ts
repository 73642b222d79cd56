import { join } from "node:path";
import { type BareBrowser, openBareBrowser } from "../../host/barePanel";
import { documents } from "../chat/documents";
import { drawnAtOnce, type StreamRun, type SubjectName, streamInto } from "../chat/streaming";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import { rivalPackages } from "../rivalPackages";

const rounds = Number(process.env.R ?? 3);

/** The panel's page, as packaged, in Chromium (performance.md, "Streaming an answer into the panel"). */
export const chatPart: Part = async (tell) => {
	const folder = await bundle(tell);
	const browser = await openBareBrowser();
	try {
		const figures: Measured[] = [];
		for (const [name, text] of Object.entries(documents)) {
			if (process.env.D && !process.env.D.includes(name)) continue;
			figures.push(...(await streamed(browser, folder, name as keyof typeof documents, text(), tell)));
		}
		return figures;
	} finally {
		await browser.close();
	}
};

async function bundle(tell: (line: string) => void): Promise<string> {
	const rivals = await rivalPackages();
	tell("bundling the subjects");
	const folder = join(benchFolder, "chat");
	await productionBundle({
		entryPoints: ["gatehouse.ts", "plainText.ts", "memoisedBlocks.js"].map((name) => `test/bench/chat/${name}`),
		outdir: folder,
		platform: "browser",
		target: "es2023",
		nodePaths: [join(rivals, "node_modules")],
		define: { "process.env.NODE_ENV": '"production"' },
	});
	return folder;
}

async function streamed(
	browser: BareBrowser,
	folder: string,
	name: keyof typeof documents,
	text: string,
	tell: (line: string) => void,
): Promise<Measured[]> {
	const subjects: SubjectName[] =
		name === "document" ? ["gatehouse", "plainText", "memoisedBlocks"] : ["gatehouse", "plainText"];
	const runs: Record<SubjectName, StreamRun[]> = { gatehouse: [], plainText: [], memoisedBlocks: [] };
	tell(`streaming one ${name} of ${text.length} characters ${rounds} times into each page`);
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < subjects.length; turn++) {
			const subject = subjects[(round + turn) % subjects.length] as SubjectName;
			runs[subject].push(await streamInto(browser, folder, subject, text));
		}
	}
	const busy = (subject: SubjectName) => runs[subject].map((run) => run.busy);
	const once = await drawnAtOnce(browser, text);
	const equal = runs.gatehouse.every(({ html }) => html === once);
	const kept = runs.gatehouse.every(({ selectionKept }) => selectionKept);
	const longTasks = runs.gatehouse.map((run) => run.longTasks.length);
	if (!equal) {
		const { writeFileSync } = await import("node:fs");
		writeFileSync(`/tmp/h/render/out/${name}-once.html`, once);
		writeFileSync(`/tmp/h/render/out/${name}-streamed.html`, runs.gatehouse[0]?.html ?? "");
	}
	console.log(runs.gatehouse.map((run) => run.longTasks));
	return [
		...subjects.map((subject) => measured(`${name}: busy: ${subject}`, median(busy(subject)), "ms")),
		measured(`${name}: busy: Gatehouse / plain text`, medianRatio(busy("gatehouse"), busy("plainText")), "×", atMost(name === "document" ? 1.5 : 2)),
		...(name === "document" ? [measured(`${name}: busy: Gatehouse / memoised blocks`, medianRatio(busy("gatehouse"), busy("memoisedBlocks")), "×", atMost(0.2))] : []),
		measured(`${name}: tasks > 50 ms`, Math.max(...longTasks), "", atMost(0)),
		measured(`${name}: selection kept`, kept ? 1 : 0, "", atLeast(1)),
		measured(`${name}: finished DOM equal to one-shot`, equal ? 1 : 0, "", atLeast(1)),
	];
}
