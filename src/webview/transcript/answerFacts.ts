import * as l10n from "@vscode/l10n";
import type { Answer } from "../../shared/conversation";
import { earlyEnd, earlyEndText } from "../../shared/earlyEnd";
import { numberText } from "../../shared/text/numberText";
import { waitText } from "../../shared/text/waitText";

/** Minimum duration of a stream for which a rate is shown, in milliseconds; an answer that arrived at once has none. */
const shortestStream = 50;

/** Minimum duration of a failed answer for which it is shown, in seconds: a shorter one would be shown as zero. */
const shortestFailure = 0.05;

/** Returns the text below an answer: how long it took, and the tokens that the gateway counted, as far as known. */
export function answerFacts(answer: Answer, language: string): string {
	const { at, firstAt, endedAt, usage, agent, paused = 0 } = answer;
	const facts: string[] = [];
	const number = (value: number, digits: number) => numberText(value, language, { maximumFractionDigits: digits });
	if (endedAt !== undefined) {
		// A task's time is that of its work, not that of the user's decisions.
		const seconds = Math.max(0, endedAt - at - paused - (agent?.waited ?? 0)) / 1000;
		// A refusal at once took no time that anyone would want to know.
		const isAtOnce = answer.state.type === "failed" && seconds < shortestFailure;
		if (!isAtOnce) facts.push(l10n.t("{0} s", number(seconds, seconds < 10 ? 1 : 0)));
	}
	// Those of a task are beside its steps, with those of its questions; its stream was interrupted by the steps.
	const isTask = (agent?.rows.length ?? 0) > 0;
	const tokens = isTask ? undefined : usage?.completionTokens;
	// None are counted for calls of tools alone, and French would need a singular for zero.
	if (tokens) facts.push(tokens === 1 ? l10n.t("1 token") : l10n.t("{0} tokens", number(tokens, 0)));
	// From the first token, not from the question, because time in a queue is unrelated to the model's speed.
	const streamed = firstAt === undefined || endedAt === undefined ? 0 : endedAt - firstAt - paused;
	if (tokens && streamed >= shortestStream) facts.push(l10n.t("{0}/s", number((tokens * 1000) / streamed, 0)));
	const cached = usage?.cachedTokens;
	if (cached) {
		facts.push(
			cached === 1
				? l10n.t("1 token of the question from the cache")
				: l10n.t("{0} tokens of the question from the cache", number(cached, 0)),
		);
	}
	return facts.join(" · ");
}

/**
 * Returns the announcement for screen readers when an answer begins or ends. It never contains the answer's text, which
 * can be read.
 */
export function answerTurn(answer: Answer, language: string): string {
	const { state } = answer;
	switch (state.type) {
		case "streaming":
			return state.wait
				? waitText({ until: state.wait.until, reason: state.wait.message }, Date.now(), language)
				: l10n.t("{0} is answering.", answer.model);
		case "complete": {
			const end = earlyEnd(state.finishReason);
			if (end !== undefined) return earlyEndText(end);
			return isUnanswered(answer) ? noAnswerText() : l10n.t("The answer is complete.");
		}
		case "stopped":
			return l10n.t("The answer was stopped.");
		case "interrupted":
			return state.message;
		case "failed":
			return state.failure.message;
	}
}

/** Returns whether an answer ended as a complete one, but without any text; the work of an agent is an answer too. */
export function isUnanswered({ state, text, agent }: Answer): boolean {
	const isWhole = state.type === "complete" && earlyEnd(state.finishReason) === undefined;
	return isWhole && text.trim() === "" && (agent?.rows.length ?? 0) === 0;
}

/** Returns what is shown in place of the missing text. */
export function noAnswerText(): string {
	return l10n.t("The model gave no answer.");
}

/** Returns the title of the fold around the model's reasoning. */
export function thoughtTitle(answer: Answer, thoughtFor: number | undefined): string {
	// The steps of a task come between its thoughts, and so does the time until they are allowed.
	const hasSteps = (answer.agent?.rows.length ?? 0) > 0;
	if (answer.state.type === "streaming" && answer.text === "" && !hasSteps) return l10n.t("Thinking…");
	if (thoughtFor === undefined || hasSteps) return l10n.t("Thought");
	return l10n.t("Thought for {0} s", Math.max(1, Math.round(thoughtFor / 1000)));
}
