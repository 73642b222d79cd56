import type { Clock } from "../../base/ports";
import type { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import type { Wait } from "../../gateway/retry";
import type { EmbeddingTarget } from "../model/embeddingTarget";
import type { IndexStore } from "../model/indexStore";
import type { BuildOutcome, BuildProgress } from "../model/semanticIndex";
import { assertSameDimension } from "./assertSameDimension";
import { BatchSize } from "./batchSize";
import { CompletedFileCounter } from "./completedFileCounter";
import { EmbeddingQueue } from "./embeddingQueue";
import { PauseWatch } from "./pauseWatch";
import type { QueryPriorityGate } from "./queryPriorityGate";

interface EmbedJob {
	readonly target: EmbeddingTarget;
	readonly store: IndexStore;
	/** Whether to send again the contents that the gateway has refused in an earlier build. */
	readonly refusedToo: boolean;
	readonly questions: QueryPriorityGate;
	readonly capabilities: CapabilityStore;
	readonly clock: Clock;
}

/**
 * Embeds what an index is missing, and reports the progress. @throws GatewayError; UserError; IndexPausedError; the
 * signal's reason.
 */
export async function embedMissing(
	{ target, store, refusedToo, questions, capabilities, clock }: EmbedJob,
	signal: AbortSignal,
	onProgress: (progress: BuildProgress) => void,
): Promise<BuildOutcome> {
	const size = await store.catalogue.size();
	const before = size.contents - (await store.chunker.countMissing(true));
	const total = before + (await store.chunker.countMissing(refusedToo));
	const began = clock.now();
	let dimension = await store.vectors.dimension();
	const files = new CompletedFileCounter(store.chunker, clock, refusedToo, size.files);
	await files.count();
	let done = before;
	let waiting: Wait | undefined;
	const report = () => {
		const seconds = (clock.now() - began) / 1000;
		const rate = done > before && seconds > 0 ? (done - before) / seconds : undefined;
		const speed = rate ? { rate, left: ((total - done) / rate) * 1000 } : {};
		const { progress } = files;
		const wait = waiting ? { wait: waiting } : {};
		onProgress({ phase: "embedding", done, total, before, files: progress, ...speed, ...wait });
	};
	// An error of the store makes the build itself fail, which reports it.
	const count = () => void files.count().then(report, () => {});
	report();
	const { gateway } = target;
	const pause = new PauseWatch(store.catalogue, clock);
	const queue = new EmbeddingQueue({
		missing: (after, limit) => store.chunker.missing(after, limit, refusedToo),
		embed: async (texts, sources, stop, onWait) => {
			await questions.free(stop);
			await pause.assertNone();
			return gateway.embed(target.model, texts, stop, onWait, sources);
		},
		saveVectors: async (embedded) => {
			dimension = assertSameDimension(
				target.model,
				dimension,
				embedded.map(({ vector }) => vector),
			);
			await store.vectors.saveVectors(embedded);
		},
		refuse: (ids, cause) => store.vectors.refuse(ids, cause),
		batchSize: new BatchSize(target.href, target.model, capabilities),
		clock,
		limits: {
			wait: () => gateway.bulkWait?.(),
			began: () => gateway.bulkBegan?.(),
			onDidChange: (listener) => gateway.onDidReportLimits?.(listener),
		},
		onKept: (kept) => {
			done += kept;
			report();
			count();
		},
		onWait: (wait) => {
			waiting = wait;
			pause.waits(wait !== undefined);
			report();
		},
	});
	try {
		await queue.run(AbortSignal.any([signal, pause.signal]));
	} finally {
		pause.dispose();
	}
	await store.chunker.prune();
	const { paths = [], cause } = (await store.vectors.refused()) ?? {};
	return { embedded: done - before, refused: paths, ...(cause ? { refusal: cause } : {}) };
}
