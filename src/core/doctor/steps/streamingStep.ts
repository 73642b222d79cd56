import * as l10n from "@vscode/l10n";
import type { ProbeAnswer } from "../../gateway/request/probeRequest";
import { type StreamTimings, streamTimings } from "../../gateway/request/streamTimings";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { elapsed } from "../reportTime";
import { gatewayTrouble } from "./gatewayTrouble";

/**
 * Checks whether an answer is streamed or arrives all at once; and, if the user agreed, whether the gateway counts
 * tokens when asked.
 */
export const streamingStep: DoctorStep = {
	id: "streaming",
	title: () => l10n.t("Streaming"),
	needs: ["chat"],
	limitSeconds: 60,
	async run(context, signal) {
		const model = context.chatModel;
		if (!model) return { type: "skipped", reason: l10n.t("None of the gateway's models is for chat.") };
		const answer = await askStreamed(context, { model, messages: counting, stream: true }, signal);
		if (answer.error) return { type: "failed", ...gatewayTrouble(answer.error) };
		const timings = streamTimings(answer);
		const usage = await usageFact(context, model, timings, signal);
		return judge(answer, timings, [usage]);
	},
};

/** Long enough for separate pieces to be recognized, short enough to cost almost nothing. */
const counting = [{ role: "user", content: "Count from 1 to 20, in digits, separated by blanks. Nothing else." }];
const tiny = [{ role: "user", content: "Answer with one word: ready" }];

/** Duration below which a complete answer is not reported as buffered, in milliseconds. */
const tooFast = 300;

function askStreamed(context: DoctorContext, body: object, signal: AbortSignal): Promise<ProbeAnswer> {
	return context.ask(`${context.base.href}/chat/completions`, body, signal);
}

function judge(answer: ProbeAnswer, timings: StreamTimings, details: readonly string[]): StepOutcome {
	const { events, pieces, firstAt = 0, lastAt = 0 } = timings;
	if (!/event-stream/i.test(answer.contentType)) {
		return {
			type: "warning",
			cause: l10n.t("The gateway does not stream: it sends the answer in one piece once it is complete."),
			fix: l10n.t(
				"Long answers appear late, but nothing else is wrong. Ask your gateway's administrator to turn on streaming.",
			),
			details,
		};
	}
	if (events === 0) {
		return {
			type: "warning",
			cause: l10n.t("The gateway answered with an event stream without text."),
			fix: l10n.t(
				"Check again in a few minutes. If that does not help, give this report to your gateway's administrator.",
			),
			details,
		};
	}
	if (events < 2 || (isBuffered(timings) && lastAt < tooFast)) {
		const found = l10n.t(
			"The answer is an event stream and arrived within {0}, which is too short to draw conclusions.",
			elapsed(lastAt),
		);
		return { type: "ok", found, details };
	}
	if (isBuffered(timings)) {
		return {
			type: "warning",
			cause: l10n.t("The answer was held back on the way and arrived all at once, after {0}.", elapsed(firstAt)),
			fix: l10n.t(
				"A proxy buffers the answer first. Ask your gateway's administrator to turn off buffering for event streams (nginx: proxy_buffering off), or to bypass the proxy.",
			),
			details,
		};
	}
	return {
		type: "ok",
		found: l10n.t("Streamed: the first text after {0}, the last after {1}.", elapsed(firstAt), elapsed(lastAt)),
		details: [l10n.t("Events: {0}; pieces: {1}", events, pieces), ...details],
	};
}

/**
 * Returns whether an answer was buffered on the way: many events that arrive in one piece, or within a moment after a
 * long wait. No model writes like that.
 */
function isBuffered({ events, pieces, firstAt = 0, lastAt = 0 }: StreamTimings): boolean {
	const spread = lastAt - firstAt;
	return pieces === 1 || (spread < 50 && spread * 10 < firstAt && pieces * 4 < events);
}

/** Returns a sentence about whether the gateway counts tokens, by default or when asked. */
async function usageFact(
	context: DoctorContext,
	model: string,
	timings: StreamTimings,
	signal: AbortSignal,
): Promise<string> {
	if (timings.usage) return l10n.t("Tokens: the gateway counts them by default.");
	const { askUsage, findings } = context.deps;
	if (!askUsage) return l10n.t("Tokens: not counted by default. The check did not ask the gateway to count them.");
	const body = { model, messages: tiny, stream: true, stream_options: { include_usage: true } };
	const answer = await askStreamed(context, body, signal);
	const refused = answer.status === 400 || answer.status === 422;
	// Any other error says nothing about the field.
	if (answer.error && !refused) return l10n.t("Tokens: could not be tested. {0}", answer.error.message);
	const reported = !answer.error && streamTimings(answer).usage;
	await findings?.usage(context.base, model, reported);
	if (reported) return l10n.t("Tokens: the gateway counts them when asked (stream_options).");
	return refused
		? l10n.t("Tokens: the gateway refuses to be asked (stream_options). Counts are estimates.")
		: l10n.t("Tokens: the gateway does not count them, asked or not. Counts are estimates.");
}
