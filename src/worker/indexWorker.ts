// The worker's entry point: serves one index, which is in a file, to the extension host's main thread.
import { parentPort, workerData } from "node:worker_threads";
import { messageOf, stackOf } from "../core/base/errors";
import { BuiltElsewhereError, IndexDamagedError, SqliteMissingError } from "../core/search/model/semanticIndex";
import {
	catalogueMethods,
	chunkerMethods,
	vectorMethods,
	type WorkerCalls,
	type WorkerFailure,
	type WorkerStart,
	workerErrors,
} from "../core/search/model/workerStart";
import { portChannel } from "../shared/portChannel";
import { forwardMethods, serveTrusted } from "../shared/rpc";
import { syntaxTrees } from "./chunking/syntaxTrees";
import { isDamage } from "./store/indexDatabase";
import { SqliteIndexStore } from "./store/sqliteIndexStore";

function serve(): void {
	if (!parentPort) throw new Error("The index worker cannot run as a program of its own.");
	const { location, make, grammars } = workerData as WorkerStart;
	const opened = syntaxTrees(grammars).then((syntax) => SqliteIndexStore.open(location, syntax, make));
	// Each call reports this error; before the first call, it must not end the worker as an unhandled rejection.
	opened.catch(() => {});
	const store = async <T>(run: (index: SqliteIndexStore) => Promise<T>): Promise<T> => {
		const index = await opened;
		if (!index) throw new Error("There is no index.");
		try {
			return await run(index);
		} catch (error) {
			if (!isDamage(error)) throw error;
			await index.discard().catch((failure: unknown) => {
				if (failure instanceof BuiltElsewhereError) throw failure;
				// On Windows, a file that another window has open cannot be removed.
			});
			throw new IndexDamagedError();
		}
	};
	serveTrusted<WorkerCalls>(
		portChannel(parentPort),
		{
			opened: async () => (await opened) !== undefined,
			close: () => store((index) => index.close()),
			...forwardMethods(catalogueMethods, (run) => store((index) => run(index.catalogue))),
			...forwardMethods(chunkerMethods, (run) => store((index) => run(index.chunker))),
			...forwardMethods(vectorMethods, (run) => store((index) => run(index.vectors))),
		},
		failureOf,
	);
}

function failureOf(error: unknown): WorkerFailure {
	const [reason = "unexpected"] = Object.entries(workerErrors).find(([, type]) => error instanceof type) ?? [];
	const message = error instanceof SqliteMissingError ? error.component : messageOf(error);
	return { reason, message, stack: stackOf(error), actions: [] };
}

serve();
