import { UserError } from "../../base/errors";
import { GatewayError } from "../../gateway/gatewayError";
import type { OnWait, Wait } from "../../gateway/retry";
import { assertSameDimension } from "../embedding/assertSameDimension";
import { embedWithSplitting } from "../embedding/embedWithSplitting";
import type { QueryPriorityGate } from "../embedding/queryPriorityGate";
import { cutBefore } from "../model/cutBefore";
import type { EmbeddingTarget } from "../model/embeddingTarget";
import type { IndexStore } from "../model/indexStore";
import type { SearchQuery } from "../model/searchQuery";
import type { OnInterim, SearchResult } from "../model/semanticIndex";

interface QuestionDeps {
	readonly target: EmbeddingTarget;
	/**
	 * Returns the current store: another one may be opened while the request is pending. @throws UserError when there
	 * is none.
	 */
	readonly store: () => Promise<IndexStore>;
	readonly questions: QueryPriorityGate;
}

/**
 * Searches by meaning and keywords if the gateway embeds the query with the same dimension as the index, otherwise by
 * keywords alone.
 *
 * @param onInterim is called with the keyword results while the gateway makes the search wait.
 * @throws GatewayError or UserError when embedding fails and the keywords find nothing either; the signal's reason.
 */
export async function answerQuestion(
	{ target, store, questions }: QuestionDeps,
	query: SearchQuery,
	limit: number,
	signal: AbortSignal,
	onInterim: OnInterim,
): Promise<SearchResult> {
	const dimension = await (await store()).vectors.dimension();
	if (query.text === "") return { chunks: [] };
	const find = async (vector?: Float32Array) => (await store()).vectors.findChunks({ query, vector, limit });
	if (dimension === 0) return { chunks: await find() };

	let answered = false;
	const reportInterim = async (wait: Wait) => {
		const chunks = await find();
		if (!answered) onInterim({ chunks, keywordsAlone: wait });
	};
	const { gateway, model } = target;
	const onWait: OnWait = (wait) => {
		if (!wait) return;
		questions.holdUntil(embedding);
		// An error of this search also makes the final one fail, which reports it.
		reportInterim(wait).catch(() => {});
	};
	const embedding = embedWithSplitting(queryEnds(query.text), async (text) => {
		const [vector] = await gateway.embed(model, [text], signal, onWait);
		return vector;
	});
	let vector: Float32Array;
	try {
		vector = await embedding;
		assertSameDimension(model, dimension, [vector]);
	} catch (cause) {
		signal.throwIfAborted();
		// Nothing is sent to a gateway that has no key, or whose address is not confirmed; or the embeddings have changed.
		if (!(cause instanceof GatewayError || cause instanceof UserError)) throw cause;
		const chunks = await find();
		if (chunks.length === 0) throw cause;
		return { chunks, keywordsAlone: { cause } };
	} finally {
		answered = true;
	}
	signal.throwIfAborted();
	return { chunks: await find(vector) };
}

/** Maximum length of the beginning and of the end of a long query that are embedded, in characters. */
const longestEnd = 2_000;

/** Returns the beginning and the end of a long query: the question itself comes before or after a long pasted text. */
function queryEnds(question: string): string {
	if (question.length <= 2 * longestEnd) return question;
	const [begin, end] = [longestEnd, question.length - longestEnd].map((at) => cutBefore(question, at));
	return `${question.slice(0, begin)}\n${question.slice(end)}`;
}
