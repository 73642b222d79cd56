import * as l10n from "@vscode/l10n";
import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { namedModels } from "../../connections/namedModels";
import { hasMorePages } from "../../gateway/response/modelPages";
import { readModels } from "../../gateway/response/modelsReader";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep } from "../doctorStep";

/**
 * Checks which models this key may use; reads them from an earlier answer, unless that contains only the first page.
 */
export const modelsStep: DoctorStep = {
	id: "models",
	title: () => l10n.t("Models"),
	needs: ["key"],
	async run(context, signal) {
		const { namedModels: named } = context.deps;
		context.models = named ? await namedModels(named) : await listed(context, signal);
		const { models, deps } = context;
		if (models.length === 0) {
			return {
				type: "failed",
				cause: l10n.t("The gateway accepts the key, but offers no models for it."),
				fix: l10n.t("Ask your gateway's administrator to allow models for this key."),
			};
		}
		const details = [counts(context)];
		if (deps.model && !models.some(({ id }) => id === deps.model)) {
			return {
				type: "warning",
				cause: l10n.t("The gateway does not list the chosen model {0}.", deps.model),
				fix: l10n.t("Choose another model with “Select Model”."),
				details,
			};
		}
		const { length } = models;
		if (named) return { type: "ok", found: namedText(length), details };
		const found =
			length === 1
				? l10n.t("The gateway offers 1 model.")
				: l10n.t("The gateway offers {0} models.", numberText(length));
		return { type: "ok", found, details };
	},
};

function namedText(count: number): string {
	return count === 1
		? l10n.t("Your settings name 1 model.")
		: l10n.t("Your settings name {0} models.", numberText(count));
}

async function listed(context: DoctorContext, signal: AbortSignal): Promise<readonly ModelInfo[]> {
	const { answer } = await context.firstAnswer(signal);
	const body = parseJson(answer?.body ?? "null");
	return hasMorePages(body) ? context.gateway().listModels(signal) : readModels(body);
}

function counts({ models }: DoctorContext): string {
	const of = (kind: ModelKind) => models.filter((model) => model.kind === kind).length;
	return l10n.t(
		"For chat: {0}; for embeddings: {1}; for something else: {2}",
		// A model of an unknown kind is offered for chat.
		of("chat") + of("unknown"),
		of("embedding"),
		of("other"),
	);
}
