import { messageOf } from "../../../src/core/base/errors";
import type { BenchProcess } from "../benchProcess";

/** How a bench process answers: with a value, or with what went wrong. */
export type TaskReply<T> = { readonly value: T } | { readonly error: string };

/** Answers each message with what `run` makes of it, until the other end leaves. */
export function answerTasks<Task>(run: (task: Task) => Promise<unknown>): void {
	process.on("message", (task: Task) => {
		run(task).then(
			(value) => process.send?.({ value }),
			(error: unknown) => process.send?.({ error: messageOf(error) }),
		);
	});
	process.once("disconnect", () => process.exit(0));
}

/** One answer of a process. @throws Error with what went wrong in it. */
export async function ask<T>(process: BenchProcess, task: object): Promise<T> {
	const reply = (await process.ask(task)) as TaskReply<T>;
	if ("error" in reply) throw new Error(reply.error);
	return reply.value;
}
