import { messageOf } from "../../../src/core/base/errors";

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
