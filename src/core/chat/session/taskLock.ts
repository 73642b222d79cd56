import * as l10n from "@vscode/l10n";
import type { Disposable } from "../../../shared/disposable";
import { UserError } from "../../base/errors";
import type { Clock } from "../../base/ports";
import type { ActiveConversation } from "./activeConversation";
import type { Turn } from "./turn";

/** Interval at which a window records that it is working on a task, even while it only waits, in milliseconds. */
const signEvery = 5_000;
/** Time without such a record after which no window is working on the task any more, in milliseconds. */
export const longestSilence = 15_000;

/** Calls a function once per `signEvery`, until disposed. */
export function whileWorking(clock: Pick<Clock, "after">, sign: () => void): Disposable {
	let timer = clock.after(signEvery, beat);
	function beat() {
		timer = clock.after(signEvery, beat);
		sign();
	}
	return { dispose: () => timer.dispose() };
}

/**
 * Waits until it is certain that no other window is working on a task that is to be continued: otherwise both would
 * change files. Meanwhile, the page shows the task as in progress.
 *
 * @throws UserError when another window is working on it, or the user stops the wait.
 */
export async function untilNoneWorks(
	{ conversation, abort: { signal } }: Turn,
	task: string,
	shown: Pick<ActiveConversation, "notify" | "refresh">,
	clock: Clock,
): Promise<void> {
	const look = async () => {
		await shown.refresh();
		const answer = conversation.message(task);
		if (answer?.role === "assistant" && answer.state.type === "streaming")
			throw new UserError(l10n.t("The agent is working on this task in another window."));
		return answer;
	};
	const answer = await look();
	const since = conversation.silentSince(task);
	if (since === undefined || answer?.role !== "assistant") return;
	// The clock of another computer may be ahead.
	const left = longestSilence - Math.max(0, clock.now() - since);
	if (left <= 0) return;
	shown.notify(conversation, { type: "message", message: { ...answer, state: { type: "streaming" } } });
	try {
		await paused(left, clock, signal);
		if (signal.aborted) throw new UserError(l10n.t("The task was not continued."));
		await look();
	} catch (error) {
		shown.notify(conversation, { type: "reset" });
		throw error;
	}
}

/** Settles after a time, or when the signal is aborted. */
function paused(milliseconds: number, clock: Pick<Clock, "after">, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			timer.dispose();
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = clock.after(milliseconds, end);
		signal.addEventListener("abort", end);
	});
}
