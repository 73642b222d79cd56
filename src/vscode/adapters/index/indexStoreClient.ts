import { Worker } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import { UserError } from "../../../core/base/errors";
import type { Clock, Log } from "../../../core/base/ports";
import { systemClock } from "../../../core/base/systemClock";
import { loggedError } from "../../../core/gateway/errors/loggedError";
import type { IndexStore } from "../../../core/search/model/indexStore";
import type { EmbeddedContent } from "../../../core/search/model/vectorSearch";
import {
	catalogueMethods,
	chunkerMethods,
	vectorMethods,
	type WorkerCalls,
	type WorkerFailure,
	type WorkerStart,
	workerErrors,
} from "../../../core/search/model/workerStart";
import { portChannel } from "../../../shared/portChannel";
import { callsOver, forwardMethods, RpcError } from "../../../shared/rpc";

type WorkerReason = keyof typeof workerErrors;

/**
 * Idle time after which the worker ends, in milliseconds, because an idle worker would never free its memory. Opening
 * the index again, with all its vectors, takes a few tenths of a second.
 */
const idleTime = 10 * 60_000;

/**
 * Twice the usual size for young objects: the texts of a step are then freed before the garbage collector has copied
 * them, which saves some percent of the time of a build.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/**
 * Opens an index in a worker of its own: the main thread waits for its answers and computes nothing. The worker ends
 * when it has not been used for a while. Returns `undefined` when there is no index and none is to be created.
 *
 * @param script the worker's bundle.
 * @param log receives unexpected errors: the message of a failure may refer to it.
 * @throws UserError when the index cannot be opened.
 */
export async function indexStoreClient(
	script: string,
	start: WorkerStart,
	log: Pick<Log, "error">,
	clock: Clock = systemClock,
): Promise<IndexStore | undefined> {
	const worker = new Worker(script, { workerData: start, resourceLimits });
	const calls = callsOver<WorkerCalls>(portChannel(worker));
	let ended = false;
	let cause: string | undefined;
	/** Why the index has released its file; also the reason with which all pending calls fail. */
	let lost: WorkerReason | undefined;
	let pending = 0;
	let holdsLock = false;
	let idle: { dispose(): void } | undefined;
	const end = () => {
		ended = true;
		idle?.dispose();
		calls.dispose();
	};
	worker.once("error", (error: unknown) => {
		cause = String(error);
		log.error(`The index's worker: ${loggedError(error)}`);
		end();
	});
	worker.once("exit", (code) => {
		cause ??= `worker exit ${code}`;
		if (!ended) log.error(`The index's worker: ${cause}`);
		end();
	});
	const { remote } = calls;
	const close = async () => {
		const open = !ended;
		// The next use opens it again.
		ended = true;
		try {
			if (open) await remote.close();
		} catch {
			// The worker ends in any case.
		} finally {
			end();
			await worker.terminate();
		}
	};
	const rest = () => {
		idle?.dispose();
		if (pending === 0 && !holdsLock && !ended) idle = clock.after(idleTime, () => void close());
	};
	const answerTo = async <T>(call: Promise<T>): Promise<T> => {
		pending++;
		idle?.dispose();
		try {
			return await call;
		} catch (error) {
			if (!(error instanceof RpcError)) throw error;
			const { reason, message, stack }: WorkerFailure = error.failure;
			// The worker has closed its file, and answers no more calls.
			if (isKnown(reason)) {
				lost ??= reason;
				end();
				void worker.terminate();
			}
			if (reason === "unexpected" && stack) log.error(`The index's worker: ${stack}`);
			throw storeError(lost ?? reason, cause ?? message);
		} finally {
			pending--;
			rest();
		}
	};
	const call = (run: (calls: typeof remote) => Promise<unknown>) => answerTo(run(remote));
	const catalogue = forwardMethods(catalogueMethods, call);
	const vectors = forwardMethods(vectorMethods, call);
	const store: IndexStore = {
		get ended() {
			return ended;
		},
		catalogue: {
			...catalogue,
			async lock() {
				holdsLock = await catalogue.lock();
				rest();
				return holdsLock;
			},
			unlock() {
				holdsLock = false;
				return catalogue.unlock();
			},
		},
		chunker: forwardMethods(chunkerMethods, call),
		vectors: { ...vectors, saveVectors: (embedded) => vectors.saveVectors(inOneBuffer(embedded)) },
		close,
	};
	try {
		if (await answerTo(remote.opened())) return store;
	} catch (error) {
		await close();
		throw error;
	}
	await close();
	return undefined;
}

/** Copies the vectors into one buffer, which is sent to the worker as a whole. */
function inOneBuffer(embedded: readonly EmbeddedContent[]): EmbeddedContent[] {
	const numbers = new Float32Array(embedded.reduce((sum, { vector }) => sum + vector.length, 0));
	let end = 0;
	return embedded.map(({ id, vector }) => {
		const start = end;
		end += vector.length;
		numbers.set(vector, start);
		return { id, vector: numbers.subarray(start, end) };
	});
}

function isKnown(reason: string): reason is WorkerReason {
	return Object.hasOwn(workerErrors, reason);
}

function storeError(reason: string, message: string): UserError {
	if (!isKnown(reason)) {
		return new UserError(l10n.t("The index could not be read or written: {0}", message), ["showLog"]);
	}
	const known: new (message: string, node: string) => UserError = workerErrors[reason];
	return new known(message, process.versions.node);
}
