// A process that works on a task until it is killed: FOLDER SEED.

import type { ChatEvent } from "../../../../src/core/gateway/gateway";
import { seededRandom } from "../../../faults/seededRandom";
import { DiskTask } from "./diskTask";

const [folder = "", seed = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const pick = (count: number) => Math.floor(random() * count);
const paths = ["a.txt", "b/c.txt", "new/d.txt"];
const text = () => Array.from({ length: 1 + pick(2000) }, () => `line ${pick(1000)}\n`).join("");

let turn = 0;
/** Deletes files and creates them again with other texts, several in one answer. */
const gateway = {
	async *chat(): AsyncGenerator<ChatEvent> {
		const id = `${seed}-${++turn}`;
		const path = paths[pick(paths.length)] ?? "a.txt";
		const given = [
			{ path, delete: true },
			{ path, content: text() },
		];
		for (const [at, one] of given.entries())
			yield { type: "toolCall", call: { id: `${id}-${at}`, name: "edit_file", arguments: one } };
		yield { type: "finished", reason: "tool_calls" };
		if (turn === 1) console.log("working");
	},
};
const stop = await new DiskTask(folder).run(gateway);
console.error("The task ended", stop);
process.exitCode = 1;
