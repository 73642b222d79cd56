import * as l10n from "@vscode/l10n";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { GatewayError } from "../../gateway/gatewayError";
import { readEmbeddings } from "../../gateway/response/embeddingsReader";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { gatewayTrouble } from "./gatewayTrouble";

/**
 * Checks whether the first embedding model returns vectors, their dimension, and whether it accepts several texts at
 * once.
 */
export const embeddingStep: DoctorStep = {
	id: "embedding",
	title: () => l10n.t("Embedding"),
	needs: ["models"],
	limitSeconds: 30,
	async run(context, signal) {
		const model = context.models.find(({ kind }) => kind === "embedding")?.id;
		if (!model) {
			return {
				type: "skipped",
				reason: l10n.t("None of the gateway's models is for embeddings, which searching by meaning needs."),
			};
		}
		let dimension: number;
		try {
			const [vector] = await context.gateway().embed(model, ["one"], signal);
			dimension = vector?.length ?? 0;
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof GatewayError) return refused(error, model);
			throw error;
		}
		const arrays = await takesArrays(context, model, dimension, signal);
		if (arrays !== undefined) await context.deps.findings?.embeddings(context.base, model, { arrays, dimension });
		return {
			type: "ok",
			found: l10n.t("{0} makes embeddings with {1} dimensions.", model, dimension),
			details: [arraysFact(arrays)],
		};
	},
};

function refused(error: GatewayError, model: string): StepOutcome {
	const { cause, fix } = gatewayTrouble(error);
	const details = [l10n.t("Asked: {0}", model)];
	const missing = error.status === 404 || error.status === 405 || error.status === 501;
	if (!missing) return { type: "failed", cause, fix, details };
	return {
		type: "failed",
		cause: l10n.t(
			"The gateway lists the embedding model {0}, but does not make embeddings (status {1}).",
			model,
			error.status ?? 0,
		),
		fix: l10n.t(
			"Chat works without them; searching by meaning does not. Ask your gateway's administrator whether the gateway offers them.",
		),
		details: [...details, error.message],
	};
}

/** Returns whether the model accepts several texts at once; `undefined` if that cannot be determined. */
async function takesArrays(
	context: DoctorContext,
	model: string,
	dimension: number,
	signal: AbortSignal,
): Promise<boolean | undefined> {
	const { encodingFormat } = context.deps.gatewayServices.capabilities.get(context.base.href, model);
	const body = { model, input: ["one", "two"], ...(encodingFormat === false ? {} : { encoding_format: "float" }) };
	try {
		const answer = await context.ask(`${context.base.href}/embeddings`, body, signal);
		if (answer.error) return answer.status === 400 || answer.status === 422 ? false : undefined;
		return lengthsIn(answer.body).join() === [dimension, dimension].join();
	} catch (error) {
		if (error instanceof GatewayError) return undefined;
		throw error;
	}
}

/** Returns the dimension of each vector in an answer for two texts; an empty array if there are not two. */
function lengthsIn(body: string): number[] {
	try {
		return readEmbeddings(parseJson(body), 2).map(({ length }) => length);
	} catch {
		return [];
	}
}

function arraysFact(arrays: boolean | undefined): string {
	switch (arrays) {
		case true:
			return l10n.t("It accepts several texts per request.");
		case false:
			return l10n.t("It accepts one text per request, so building an index takes longer.");
		case undefined:
			return l10n.t("It is unknown whether it accepts several texts per request.");
	}
}
