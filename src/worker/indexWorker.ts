// The worker's entry: one index in its file, on calls from the extension host's main thread.
import { parentPort, workerData } from "node:worker_threads";
import { messageOf, stackOf } from "../core/base/errors";
import { BuiltElsewhereError, IndexDamagedError, IndexDeletedError } from "../core/search/model/searchIndex";
import {
	type WorkerCalls,
	type WorkerFailure,
	type WorkerStart,
	workerFailures,
} from "../core/search/model/workerStart";
import { portChannel } from "../shared/portChannel";
import { serveCalls } from "../shared/rpc";
import { syntaxTrees } from "./chunking/syntaxTrees";
import { isDamage, SqliteMissingError } from "./store/indexDatabase";
import { IndexService } from "./store/indexService";

/** The other end is this extension's own main thread, which is not doubted. */
const trusted = <T>(_value: unknown): _value is T => true;

function serve(): void {
	if (!parentPort) throw new Error("The index worker is no program of its own.");
	const { location, make, grammars } = workerData as WorkerStart;
	const opened = syntaxTrees(grammars).then((syntax) => IndexService.open(location, syntax, make));
	// Each call is answered with it; before the first it must not end the worker as one that nobody looks at.
	opened.catch(() => {});
	const store = async <T>(run: (index: IndexService) => Promise<T>): Promise<T> => {
		const index = await opened;
		if (!index) throw new Error("There is no index.");
		try {
			return await run(index);
		} catch (error) {
			if (!isDamage(error)) throw error;
			await index.discard().catch((failure: unknown) => {
				if (failure instanceof BuiltElsewhereError) throw failure;
				// Where another window has it open, Windows removes nothing.
			});
			throw new IndexDamagedError();
		}
	};
	serveCalls<WorkerCalls>(
		portChannel(parentPort),
		{
			opened: { checks: [], run: async () => (await opened) !== undefined },
			beginListing: { checks: [trusted], run: (within) => store((index) => index.beginListing(within)) },
			listed: { checks: [trusted], run: (files) => store((index) => index.listed(files)) },
			endListing: { checks: [trusted], run: (except) => store((index) => index.endListing(except)) },
			cut: { checks: [trusted], run: (files) => store((index) => index.cut(files)) },
			missing: {
				checks: [trusted, trusted, trusted],
				run: (after, limit, refusedToo) => store((index) => index.missing(after, limit, refusedToo)),
			},
			size: { checks: [], run: () => store((index) => index.size()) },
			countMissing: { checks: [trusted], run: (refusedToo) => store((index) => index.countMissing(refusedToo)) },
			unfinishedFiles: { checks: [trusted], run: (refusedToo) => store((index) => index.unfinishedFiles(refusedToo)) },
			refused: { checks: [], run: () => store((index) => index.refused()) },
			sample: { checks: [trusted], run: (count) => store((index) => index.sample(count)) },
			keep: { checks: [trusted], run: (embedded) => store((index) => index.keep(embedded)) },
			prune: { checks: [], run: () => store((index) => index.prune()) },
			refuse: { checks: [trusted, trusted], run: (ids, cause) => store((index) => index.refuse(ids, cause)) },
			agreed: { checks: [], run: () => store((index) => index.agreed()) },
			agreedContents: { checks: [], run: () => store((index) => index.agreedContents()) },
			agree: { checks: [trusted], run: (folders) => store((index) => index.agree(folders)) },
			paused: { checks: [], run: () => store((index) => index.paused()) },
			setPaused: { checks: [trusted], run: (paused) => store((index) => index.setPaused(paused)) },
			markDeleted: { checks: [], run: () => store((index) => index.markDeleted()) },
			findChunks: { checks: [trusted], run: (request) => store((index) => index.findChunks(request)) },
			dimension: { checks: [], run: () => store((index) => index.dimension()) },
			facts: { checks: [], run: () => store((index) => index.facts()) },
			lock: { checks: [], run: () => store((index) => index.lock()) },
			unlock: { checks: [], run: () => store((index) => index.unlock()) },
			close: { checks: [], run: () => store((index) => index.close()) },
		},
		failureOf,
	);
}

function failureOf(error: unknown): WorkerFailure {
	return { reason: reasonOf(error), message: messageOf(error), stack: stackOf(error), actions: [] };
}

function reasonOf(error: unknown): string {
	if (error instanceof SqliteMissingError) return workerFailures.sqliteMissing;
	if (error instanceof IndexDamagedError) return workerFailures.damaged;
	if (error instanceof BuiltElsewhereError) return workerFailures.builtElsewhere;
	return error instanceof IndexDeletedError ? workerFailures.deleted : "unexpected";
}

serve();
