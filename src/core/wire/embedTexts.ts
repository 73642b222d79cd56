import { gatewayLimits } from "../../shared/untrusted/limits";
import { type Capabilities, usualEmbeddingBatch } from "./capabilities";
import type { CapabilityStore } from "./capabilityStore";
import { batchCorrection } from "./correction";
import { readEmbeddings } from "./embeddingsReader";
import { GatewayError } from "./gatewayError";
import { readJson } from "./readJson";
import type { OnWait } from "./retry";
import type { Sender, Sending } from "./sender";

interface EmbedRequest {
	/** The base URL's `href`. */
	readonly gateway: string;
	readonly model: string;
	readonly texts: readonly string[];
	readonly sources: readonly string[] | undefined;
}

/**
 * Embeds texts one after the other, or in batches where the gateway is known to take arrays: the spec promises no other
 * form of input than one string. A refused batch is cut down, and that remembered.
 *
 * @throws GatewayError
 */
export async function embedTexts(
	{ gateway, model, texts, sources }: EmbedRequest,
	sender: Sender,
	capabilities: CapabilityStore,
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<Float32Array[]> {
	const vectors: Float32Array[] = [];
	/** What a refused batch taught, and where it ends: kept only when all of it went through that way. */
	let trial: { readonly lesson: Capabilities; readonly end: number } | undefined;
	while (vectors.length < texts.length) {
		const known = { ...capabilities.get(gateway, model), ...trial?.lesson };
		const { embeddingArrays = false, embeddingBatch = usualEmbeddingBatch } = known;
		const batch = texts.slice(vectors.length, vectors.length + (embeddingArrays ? embeddingBatch : 1));
		const input = batch.length === 1 ? batch[0] : batch;
		const sending: Sending = {
			facts: { operation: "embeddings", model, sources },
			method: "post",
			path: "/embeddings",
			body: ({ encodingFormat }) => ({
				model,
				input,
				...(encodingFormat === false ? {} : { encoding_format: "float" }),
			}),
		};
		try {
			const answer = await sender.send(sending, signal, onWait);
			// The rest of an answer is small beside its numbers, but an error may take the place of one short text's.
			const limit = gatewayLimits.errorBytes + batch.length * gatewayLimits.bytesPerEmbedding;
			for (const vector of readEmbeddings(await readJson(answer, limit), batch.length)) vectors.push(vector);
		} catch (error) {
			const lesson = batch.length > 1 && error instanceof GatewayError && lessonOfBatch(error, batch.length);
			if (!lesson) throw error;
			// Of several refusals the first and largest batch is the proof.
			trial = { lesson, end: trial?.end ?? vectors.length + batch.length };
		}
		if (trial && vectors.length >= trial.end) {
			await capabilities.learn(gateway, model, trial.lesson);
			trial = undefined;
		}
	}
	return vectors;
}

/** One embedding for many texts means that the array was not understood; what is no JSON (it has a status) means nothing. */
function lessonOfBatch(error: GatewayError, count: number) {
	return error.reason === "malformed" && error.status === undefined
		? { embeddingArrays: false }
		: batchCorrection(error, count);
}
