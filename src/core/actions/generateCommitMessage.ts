import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { Log } from "../base/ports";
import type { ChatTarget } from "../chat/session/chatTarget";
import { roomFor } from "../context/tokens/contextWindow";
import { messageTokens, textTokens } from "../context/tokens/tokenEstimate";
import { assertWhole } from "../edits/parse/refusedAnswer";
import { collectAnswer } from "../gateway/collectAnswer";
import type { OnWait } from "../gateway/retry";
import { type CommitBackground, commitMessageOf, commitMessageRequest } from "./commitMessage";
import { type FileDiff, fitDiffs } from "./fileDiffs";

/** Maximum size of the diff, in tokens: a larger one does not improve the message, and is slow. */
const mostTokens = 30_000;

/** The input of a commit message, and how it is shown while it streams. */
export interface CommitMessageRun {
	readonly target: ChatTarget;
	readonly signal: AbortSignal;
	readonly onWait: OnWait;
	readonly log: Log;
	/** Shows the part of the message that has arrived so far. */
	show(message: string): void;
}

/**
 * Streams a commit message.
 *
 * @returns whether all changes were sent in full; `undefined` when it was cancelled.
 * @throws GatewayError, or UserError when the answer is empty or cut off.
 */
export async function generateCommitMessage(
	diffs: readonly FileDiff[],
	background: CommitBackground,
	{ target, signal, onWait, log, show }: CommitMessageRun,
): Promise<{ readonly whole: boolean } | undefined> {
	const { gateway, model, parameters, window } = target;
	const empty = commitMessageRequest("", background);
	const room = window && roomFor(window, parameters.maxTokens);
	const left = (room ?? mostTokens) - (window?.counter.ofMessages(empty) ?? messageTokens(empty));
	const count = (text: string) => window?.counter.ofText(text) ?? textTokens(text);
	const { text, whole } = fitDiffs(diffs, Math.max(0, Math.min(mostTokens, left)), count);
	const sources = diffs.flatMap(({ paths }) => paths);
	const request = { model, messages: commitMessageRequest(text, background), ...parameters, sources };
	const counter = window?.counter;
	const onText = (_: string, answer: string) => show(commitMessageOf(answer));
	const answer = await collectAnswer(gateway, request, { signal, log, onWait, counter, onText });
	if (answer.interruption) throw answer.interruption;
	if (signal.aborted) return undefined;
	assertWhole(answer.text, answer.finishReason);
	if (commitMessageOf(answer.text) === "")
		throw new UserError(l10n.t("{0} returned no commit message. Try again, or choose another model.", model), [
			"selectModel",
		]);
	return { whole };
}
