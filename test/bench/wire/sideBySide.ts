import type { BenchProcess } from "../benchProcess";
import type { ClientReply, ClientTask } from "./clientTask";

/**
 * Runs rounds in which the clients take turns; each round begins with the next one, and the first one only warms up. Each
 * task has its own processes: a long stream's garbage on the heap would slow down the first tokens.
 */
export async function sideBySide<Name extends string>(
	names: readonly Name[],
	start: (name: Name) => BenchProcess,
	count: number,
	task: ClientTask,
): Promise<Record<Name, number[]>> {
	const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
	const processes = new Map(names.map((name) => [name, start(name)]));
	try {
		for (let round = 0; round <= count; round++) {
			for (let turn = 0; turn < names.length; turn++) {
				const name = names[(round + turn) % names.length] as Name;
				const reply = (await processes.get(name)?.ask(task)) as ClientReply;
				if ("error" in reply) throw new Error(`${name}: ${reply.error}`);
				if (round > 0) rounds[name].push(reply.value);
			}
		}
		return rounds;
	} finally {
		await Promise.all([...processes.values()].map((one) => one.close()));
	}
}
