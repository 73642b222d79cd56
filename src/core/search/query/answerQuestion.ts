import { UserError } from "../../base/errors";
import { GatewayError } from "../../wire/gatewayError";
import type { OnWait, Wait } from "../../wire/retry";
import { embedLong } from "../embedding/embedLong";
import { oneDimension } from "../embedding/oneDimension";
import type { QuestionsFirst } from "../embedding/questionsFirst";
import { cutBefore } from "../model/cutBefore";
import type { EmbeddingTarget } from "../model/embeddingTarget";
import type { IndexStore } from "../model/indexStore";
import type { OnInterim, SearchResult } from "../model/searchIndex";
import type { SearchQuery } from "../model/searchQuery";

interface QuestionDeps {
	readonly target: EmbeddingTarget;
	/** The store as it is now: while the gateway takes its time, another may be opened. @throws UserError when there is none. */
	readonly store: () => Promise<IndexStore>;
	readonly questions: QuestionsFirst;
}

/**
 * Finds what fits a question: by meaning and keywords where the gateway embeds it as it did the index, else by keywords
 * alone.
 *
 * @param onInterim told what the keywords found while the gateway wants us to wait.
 * @throws GatewayError or UserError when it does not, and the keywords find nothing either; the signal's reason.
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
	const tellInterim = async (wait: Wait) => {
		const chunks = await find();
		if (!answered) onInterim({ chunks, keywordsAlone: wait });
	};
	const { gateway, model } = target;
	const onWait: OnWait = (wait) => {
		if (!wait) return;
		questions.holdUntil(embedding);
		// What keeps it from finding anything fails in the end, too.
		tellInterim(wait).catch(() => {});
	};
	const embedding = embedLong(tellingPart(query.text), async (text) => {
		const [vector] = await gateway.embed(model, [text], signal, onWait);
		return vector;
	});
	let vector: Float32Array;
	try {
		vector = await embedding;
		oneDimension(model, dimension, [vector]);
	} catch (cause) {
		signal.throwIfAborted();
		// Without a key, or while its address is not confirmed, nothing goes to the gateway at all; or it embeds otherwise now.
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

/** So much of a question's begin and of its end is embedded, in characters. */
const longestEnd = 2_000;

/** What is asked stands before or after a long piece that was pasted. */
function tellingPart(question: string): string {
	if (question.length <= 2 * longestEnd) return question;
	const [begin, end] = [longestEnd, question.length - longestEnd].map((at) => cutBefore(question, at));
	return `${question.slice(0, begin)}\n${question.slice(end)}`;
}
