import { messageOf } from "../../../src/core/base/errors";
import type { BenchProcess } from "../benchProcess";

/** The answer of a bench process: a value or an error. */
export type TaskReply<T> = { readonly value: T } | { readonly error: string };

/** Answers each message with the result of `run`, until the other end disconnects. */
export function answerTasks<Task>(run: (task: Task) => Promise<unknown>): void {
	process.on("message", (task: Task) => {
		run(task).then(
			(value) => process.send?.({ value }),
			(error: unknown) => process.send?.({ error: messageOf(error) }),
		);
	});
	process.once("disconnect", () => process.exit(0));
}

/** Returns one answer of a process. @throws Error with the process's error. */
export async function ask<T>(process: BenchProcess, task: object): Promise<T> {
	const reply = (await process.ask(task)) as TaskReply<T>;
	if ("error" in reply) throw new Error(reply.error);
	return reply.value;
}
