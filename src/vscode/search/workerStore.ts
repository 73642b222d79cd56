import { Worker } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import { UserError } from "../../core/base/errors";
import type { IndexStore } from "../../core/search/indexStore";
import { callsOver, RpcError } from "../../shared/rpc";
import { portChannel } from "./portChannel";
import { sqliteMissing, type WorkerStart } from "./workerStart";

/**
 * An index behind a worker of its own: the main thread waits for its answers and computes nothing.
 *
 * @param script the worker's bundle.
 */
export function workerStore(script: string, start: WorkerStart): IndexStore {
	const worker = new Worker(script, { workerData: start });
	const calls = callsOver<IndexStore>(portChannel(worker));
	let ended: string | undefined;
	worker.once("error", (error: unknown) => {
		ended = String(error);
		calls.dispose();
	});
	worker.once("exit", () => calls.dispose());
	const { remote } = calls;
	const told = async <T>(call: Promise<T>): Promise<T> => {
		try {
			return await call;
		} catch (error) {
			throw error instanceof RpcError ? storeError(error, ended) : error;
		}
	};
	return {
		reconcile: (files) => told(remote.reconcile(files)),
		cut: (files) => told(remote.cut(files)),
		remove: (paths) => told(remote.remove(paths)),
		missing: (after, limit) => told(remote.missing(after, limit)),
		keep: (embedded) => told(remote.keep(embedded)),
		prune: () => told(remote.prune()),
		dropVectors: () => told(remote.dropVectors()),
		noteRefused: (refused) => told(remote.noteRefused(refused)),
		search: (request) => told(remote.search(request)),
		facts: () => told(remote.facts()),
		lock: () => told(remote.lock()),
		unlock: () => told(remote.unlock()),
		async close() {
			try {
				await told(remote.close());
			} finally {
				calls.dispose();
				await worker.terminate();
			}
		},
	};
}

function storeError({ failure: { reason, message } }: RpcError, ended: string | undefined): UserError {
	if (reason === sqliteMissing) {
		return new UserError(
			l10n.t("Searching by meaning works from VS Code 1.106 on: this one has no SQLite with full-text search."),
		);
	}
	return new UserError(l10n.t("The index could not be read or written: {0}", ended ?? message), ["showLog"]);
}
