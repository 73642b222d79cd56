import * as l10n from "@vscode/l10n";
import { type CollectedAnswer, collectAnswer } from "../../gateway/collectAnswer";
import { GatewayError } from "../../gateway/gatewayError";
import { limitText } from "../../gateway/limits/limitText";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { gatewayTrouble } from "./gatewayTrouble";

/** Maximum length of an answer that is quoted, in characters. */
const longestQuote = 40;

/** Checks whether the chosen model answers a one-word question, sent as the panel sends it. */
export const chatStep: DoctorStep = {
	id: "chat",
	title: () => l10n.t("Chat"),
	needs: ["models"],
	limitSeconds: 60,
	timedOut: ({ chatModel = "" }) => ({
		cause: l10n.t("{0} did not answer within a minute.", chatModel),
		fix: l10n.t(
			"It may be loading, or busy: check again in a few minutes, or choose another model with “Select Model”.",
		),
	}),
	async run(context, signal) {
		const model = context.chatModel;
		if (!model) {
			return { type: "skipped", reason: l10n.t("None of the gateway's models is for chat.") };
		}
		const messages = [{ role: "user" as const, content: "Answer with one word: ready" }];
		const request = { model, messages, ...context.deps.parameters };
		let answer: CollectedAnswer;
		try {
			answer = await collectAnswer(context.gateway(), request, { signal, log: context.deps.gatewayServices.log });
			if (answer.interruption) throw answer.interruption;
		} catch (error) {
			if (error instanceof GatewayError) {
				return { type: "failed", ...gatewayTrouble(error), details: [l10n.t("Asked: {0}", model)] };
			}
			throw error;
		}
		signal.throwIfAborted();
		const { text, reasoning } = answer;
		if (text.trim() === "") return silent(model, reasoning !== "");
		const details = limitTexts(context);
		return { type: "ok", found: answered(model, text), ...(details.length > 0 ? { details } : {}) };
	},
};

/** Returns the limits that the gateway reported with this answer or an earlier one. */
function limitTexts({ base, clock, deps }: DoctorContext): readonly string[] {
	const { gatewayServices, language = "en" } = deps;
	return gatewayServices.limits
		.current(base.origin)
		.map((limit) => limitText(limit, clock.now(), language))
		.filter(Boolean);
}

function answered(model: string, text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	return l10n.t("{0} answered “{1}”.", model, line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line);
}

function silent(model: string, thought: boolean): StepOutcome {
	return {
		type: "warning",
		cause: thought
			? l10n.t("{0} returned its reasoning, but no answer.", model)
			: l10n.t("{0} returned an empty answer.", model),
		fix: l10n.t("Choose another model with “Select Model”, or give this report to your gateway's administrator."),
	};
}
