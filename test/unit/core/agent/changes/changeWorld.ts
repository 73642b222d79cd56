import { ChangeSet, type ChangeStore } from "../../../../../src/core/agent/changes/changeSet";
import { manualClock, memoryAppendLog } from "../../memoryPorts";
import { MemoryDisk } from "../memoryFiles";

export const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, "latin1"));

/** Creates a disk, and the change sets of windows that share it. */
export function world() {
	const disk = new MemoryDisk();
	const log = memoryAppendLog();
	const clock = manualClock();
	const journal: ChangeStore["journal"] = {
		...log,
		read: log.read.bind(log),
		append: async (...line) => {
			disk.step();
			await log.append(...line);
		},
	};
	let windows = 0;
	const open = () =>
		ChangeSet.open("task", {
			journal,
			contents: disk.stored,
			files: disk.changed,
			clock,
			writer: `window${++windows}`,
		});
	return { disk, log, open };
}

/** Writes as the agent does, based on the current content. */
export async function write(set: ChangeSet, disk: MemoryDisk, step: number, path: string, after: string | undefined) {
	await set.write(step, path, bytes(disk.files.get(path)), bytes(after));
}

export const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
