import { gatewayLimits } from "../../../shared/untrusted/limits";
import { type Capabilities, usualEmbeddingBatch } from "../capabilities/capabilities";
import type { CapabilityStore } from "../capabilities/capabilityStore";
import { GatewayError } from "../gatewayError";
import { readEmbeddings } from "../response/embeddingsReader";
import { readJson } from "../response/readJson";
import type { OnWait } from "../retry";
import { batchFallback } from "./requestFallback";
import type { Sender, Sending } from "./sender";

interface EmbedRequest {
	/** The base URL's `href`. */
	readonly gateway: string;
	readonly model: string;
	readonly texts: readonly string[];
	readonly sources: readonly string[] | undefined;
}

/**
 * Embeds texts one by one, or in batches if the gateway is known to accept arrays: the spec guarantees only a single
 * string as input. A refused batch is reduced, and the limit is remembered.
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
	/**
	 * The capability learned from a refused batch, and where that batch ends: saved only if all its texts then succeed.
	 */
	let trial: { readonly learned: Capabilities; readonly end: number } | undefined;
	while (vectors.length < texts.length) {
		const known = { ...capabilities.get(gateway, model), ...trial?.learned };
		const { embeddingArrays = false, embeddingBatch = usualEmbeddingBatch } = known;
		const batch = texts.slice(vectors.length, vectors.length + (embeddingArrays ? embeddingBatch : 1));
		const input = batch.length === 1 ? batch[0] : batch;
		const sending: Sending = {
			facts: { operation: "embeddings", model, sources },
			method: "post",
			path: "/embeddings",
			// Only a request for an index names the files that its texts are from; a query does not.
			isBulk: sources !== undefined,
			body: ({ encodingFormat }) => ({
				model,
				input,
				...(encodingFormat === false ? {} : { encoding_format: "float" }),
			}),
		};
		try {
			const answer = await sender.send(sending, signal, onWait);
			// Apart from its numbers, an answer is small; but an error may replace the answer for a single short text.
			const limit = gatewayLimits.errorBytes + batch.length * gatewayLimits.bytesPerEmbedding;
			for (const vector of readEmbeddings(await readJson(answer, limit), batch.length)) vectors.push(vector);
		} catch (error) {
			const learned = batch.length > 1 && error instanceof GatewayError && batchCapability(error, batch.length);
			if (!learned) throw error;
			// After several refusals, all texts of the first and largest batch must succeed as proof.
			trial = { learned, end: trial?.end ?? vectors.length + batch.length };
		}
		if (trial && vectors.length >= trial.end) {
			await capabilities.record(gateway, model, trial.learned);
			trial = undefined;
		}
	}
	return vectors;
}

/**
 * Returns the capability that a failed batch reveals. One embedding for many texts means that arrays are not supported;
 * invalid JSON (which has a status) reveals nothing.
 */
function batchCapability(error: GatewayError, count: number) {
	return error.reason === "malformed" && error.status === undefined
		? { embeddingArrays: false }
		: batchFallback(error, count);
}
