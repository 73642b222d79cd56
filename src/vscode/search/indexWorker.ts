// The worker's entry: one index in its file, on calls from the extension host's main thread.
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../core/base/errors";
import type { IndexStore } from "../../core/search/indexStore";
import { serveCalls } from "../../shared/rpc";
import { SqliteMissingError } from "./indexDatabase";
import { IndexService } from "./indexService";
import { portChannel } from "./portChannel";
import { syntaxTrees } from "./syntaxTrees";
import { sqliteMissing, type WorkerStart } from "./workerStart";

/** The other end is this extension's own main thread, which is not doubted. */
const trusted = <T>(_value: unknown): _value is T => true;

function serve(): void {
	if (!parentPort) throw new Error("The index worker is no program of its own.");
	const { location, grammars } = workerData as WorkerStart;
	const opened = syntaxTrees(grammars).then((syntax) => IndexService.open(location, syntax));
	// Each call is answered with it; before the first it must not end the worker as one that nobody looks at.
	opened.catch(() => {});
	const store = () => opened;
	serveCalls<IndexStore>(
		portChannel(parentPort),
		{
			reconcile: { checks: [trusted], run: async (files) => (await store()).reconcile(files) },
			cut: { checks: [trusted], run: async (files) => (await store()).cut(files) },
			remove: { checks: [trusted], run: async (paths) => (await store()).remove(paths) },
			missing: { checks: [trusted, trusted], run: async (after, limit) => (await store()).missing(after, limit) },
			keep: { checks: [trusted], run: async (embedded) => (await store()).keep(embedded) },
			prune: { checks: [], run: async () => (await store()).prune() },
			dropVectors: { checks: [], run: async () => (await store()).dropVectors() },
			noteRefused: { checks: [trusted], run: async (refused) => (await store()).noteRefused(refused) },
			search: { checks: [trusted], run: async (request) => (await store()).search(request) },
			facts: { checks: [], run: async () => (await store()).facts() },
			lock: { checks: [], run: async () => (await store()).lock() },
			unlock: { checks: [], run: async () => (await store()).unlock() },
			close: { checks: [], run: async () => (await store()).close() },
		},
		(error) => ({
			reason: error instanceof SqliteMissingError ? sqliteMissing : "unexpected",
			message: messageOf(error),
			actions: [],
		}),
	);
}

serve();
