import { UserError } from "../../base/errors";
import type { Event } from "../../base/event";
import type { Clock } from "../../base/ports";
import type { BuildResult, BuildState, ConsentReason } from "../model/buildState";
import {
	type BuildPlan,
	type BuildProgress,
	BuiltElsewhereError,
	IndexDamagedError,
	IndexDeletedError,
	IndexPausedError,
	type SemanticIndex,
} from "../model/semanticIndex";
import { BuildQueue } from "./buildQueue";
import { BuildStatus } from "./buildStatus";
import { folderAdded, moreThanAgreed } from "./consentErrors";
import { PendingChanges } from "./pendingChanges";
import { RetryScheduler } from "./retryScheduler";

interface BuilderDeps {
	/**
	 * Returns the index of the gateway and the model in use; called once per run.
	 *
	 * @throws UserError when none is chosen; GatewayError or the cause of a cancellation when the gateway's models
	 * cannot be determined.
	 */
	readonly index: () => Promise<SemanticIndex>;
	readonly clock: Clock;
}

/** Builds the index on request, and keeps it up to date after the user has agreed once. Runs one task at a time. */
export class IndexBuilder {
	readonly #status = new BuildStatus();
	readonly onDidChange: Event<void> = this.#status.onDidChange;
	readonly #queue = new BuildQueue();
	readonly #due = new PendingChanges();
	readonly #retryScheduler: RetryScheduler;
	/** The index that is kept up to date. */
	#followed: SemanticIndex | undefined;

	constructor(private readonly deps: BuilderDeps) {
		this.#retryScheduler = new RetryScheduler(deps.clock, () => {
			this.#status.cancelRetry();
			void this.#resume();
		});
	}

	get state(): BuildState {
		return this.#status.state;
	}

	/**
	 * Whether it is building, or will resume by itself: when another window has finished, or the gateway may be
	 * available again.
	 */
	get willFinish(): boolean {
		return this.#status.willFinish;
	}

	/**
	 * Reads what has changed, asks the user to agree to the cost unless they have before, and embeds what is missing.
	 *
	 * @returns `undefined` when it was paused or stopped.
	 * @throws what `SemanticIndex` throws.
	 */
	async build(agree: (plan: BuildPlan, why: ConsentReason) => Promise<boolean>): Promise<BuildResult | undefined> {
		const result = await this.#status.whileAsked(() =>
			this.#queue.run((signal) => this.#run(signal, () => this.#buildAll(agree, signal))),
		);
		if (result?.declined) void this.#catchUp();
		return result;
	}

	async #buildAll(agree: Parameters<IndexBuilder["build"]>[0], signal: AbortSignal): Promise<BuildResult | undefined> {
		const onProgress = this.#running();
		const index = await this.deps.index();
		this.#followed = index;
		await index.setPaused(false);
		this.#due.add("all");
		return index.withLock(true, async () => {
			const plan = await this.#due.take(() => index.prepare(signal, onProgress));
			const isMore = await index.isMoreThanAgreed(plan.missing);
			const consent = await index.consent();
			// For an added folder, consent is needed even if nothing is missing now: its next edit changes that.
			if (plan.missing === 0 && consent !== "folderAdded") return { plan, declined: false };
			const why = consent === "given" && isMore ? "moreThanAgreed" : consent;
			if (why !== "given") {
				// It may have been paused in another window while this one was reading.
				if (await index.paused()) throw new IndexPausedError();
				this.#status.ask();
				if (!(await agree(plan, why))) {
					// Removes what was read of an added folder; the folders agreed to are kept up to date.
					if (consent !== "none") this.#due.add("all");
					return { plan, declined: true };
				}
				signal.throwIfAborted();
				await index.agree(plan.folders);
			}
			return { plan, outcome: await index.build(signal, onProgress), declined: false };
		});
	}

	/**
	 * Stops in all windows until the user resumes; what is saved is kept. Never rejects: an error becomes the state.
	 */
	async pause(): Promise<void> {
		const { state } = this;
		const wasRunning = state.type === "running";
		const { signal } = this.#queue;
		try {
			const index = this.#followed ?? (await this.deps.index());
			// Set before this window releases the lock, because other windows wait for it.
			await index.setPaused(true);
			// Whether it was stopped for another reason while the pause was being saved.
			const isStopped = signal.aborted;
			const isFinished = await this.#end(async () => {
				// The build finished before it could be stopped.
				const finished = wasRunning && !isStopped && this.state.type === "idle";
				if (finished) await index.setPaused(false);
				// After a reset, the next use shows the pause.
				else if (!isStopped || this.#followed === index) this.#status.pause();
				return finished;
			});
			if (isFinished) await this.#catchUp();
		} catch (error) {
			await this.#end(async () => this.#status.fail(error));
		}
	}

	/**
	 * Resumes when the index comes into use, or when the obstacle may be gone: a pause, a missing consent, a failure
	 * that waiting does not resolve. Processes everything that was missed. Never rejects.
	 */
	async bringUpToDate(): Promise<void> {
		const index = await this.deps.index().catch((error: unknown) => (error instanceof UserError ? "none" : "unknown"));
		// The gateway's models cannot be determined: the model may be the same, and the obstacle remains.
		if (index === "unknown") return;
		const { type } = this.state;
		const rests = type === "paused" || (type === "failed" && !this.#status.isRetryDue);
		if (index === "none") await (type !== "idle" && this.reset());
		else if (this.#isOther(index)) await this.#catchUp();
		else if (rests) await this.#resume();
	}

	/** Brings the index up to date, whatever has changed. Never rejects: an error becomes the state. */
	refresh(): Promise<void> {
		this.#due.add("all");
		return this.#catchUp();
	}

	/** Processes files that were changed, added or deleted. Never rejects. */
	follow(paths: readonly string[]): Promise<void> {
		this.#due.add(paths);
		return this.#catchUp();
	}

	/** Deletes the index; a new one requires a new consent. @throws as `SemanticIndex.delete`. */
	async forget(): Promise<void> {
		const index = await this.deps.index();
		this.stop();
		await this.#queue.run(async () => {
			await index.delete();
			this.#clear();
		});
	}

	/**
	 * Deletes what was read for an index that the user then declined, or wanted with another model. @throws as
	 * `SemanticIndex.deleteUnembedded`.
	 */
	async forgetUnembedded(): Promise<void> {
		await this.#queue.run(async () => {
			if (await this.#followed?.deleteUnembedded()) this.#clear();
		});
	}

	/** Ends all work and clears the state: the index is gone, or must not be used. */
	async reset(): Promise<void> {
		this.stop();
		await this.#queue.run(async () => this.#clear());
	}

	/**
	 * Ends all work, running or waiting; it resumes with the next use.
	 *
	 * @param reason set when the user pauses, so that the state becomes paused.
	 */
	stop(reason?: IndexPausedError): void {
		this.#status.cancelRetry();
		this.#queue.stop(reason);
	}

	#clear(): void {
		this.#due.clear();
		this.#retryScheduler.reset();
		this.#followed = undefined;
		this.#status.finish();
	}

	/** Pauses all work, and runs a task when it has ended, before anything that is added later. */
	#end<T>(then: () => Promise<T>): Promise<T> {
		this.stop(new IndexPausedError());
		this.#retryScheduler.reset();
		return this.#queue.run(then);
	}

	/** Processes the pending changes, and what a failure, a pause or another window has left unfinished. */
	#resume(): Promise<void> {
		this.#due.addUnfinished();
		return this.#catchUp();
	}

	/** Processes the pending changes, in one task for all callers until it starts. */
	#catchUp(): Promise<void> {
		return this.#queue.runOnce(async (signal) => {
			// If no model is chosen, there is nothing to keep up to date.
			const index = await this.deps.index().catch(() => undefined);
			if (!index || signal.aborted) return;
			const isOther = this.#isOther(index);
			// Changes to an index that was not kept up to date are unknown.
			if (isOther) this.#due.add("all");
			this.#followed = index;
			if (!this.#due.any) return;
			try {
				const { state } = this;
				const failure = state.type === "failed" && !isOther ? state.error : undefined;
				await this.#run(signal, async () => {
					// The loss is shown until there is an index again, because nothing else reports it.
					if (failure instanceof IndexDamagedError && !(await index.facts())) throw failure;
					await this.#update(index, signal);
				});
			} catch {
				// The error is in the state, which is shown.
			}
		});
	}

	#isOther(index: SemanticIndex): boolean {
		return index.key !== this.#followed?.key;
	}

	/** Updates the index; folders without consent are not read. */
	async #update(index: SemanticIndex, signal: AbortSignal): Promise<void> {
		if (await index.paused()) throw new IndexPausedError();
		await index.withLock(false, async () => {
			if ((await index.consent()) === "none") return;
			const onProgress = this.#running();
			const missing = await this.#due.take((paths) => index.follow(paths, signal, onProgress));
			if (missing > 0) {
				if (await index.isMoreThanAgreed(missing)) throw moreThanAgreed();
				await index.build(signal, onProgress, false);
			}
			this.#retryScheduler.reset();
			// Only listing the files shows which folders exist.
			if ((await index.consent()) === "folderAdded") throw folderAdded();
		});
	}

	/**
	 * Runs a task and sets the state from its outcome. @returns `undefined` when it was stopped. @throws any other
	 * error.
	 */
	async #run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
		try {
			signal.throwIfAborted();
			const result = await work();
			this.#retryScheduler.reset();
			this.#status.finish();
			return result;
		} catch (error) {
			const cause = signal.aborted ? signal.reason : error;
			this.#endWith(cause, signal.aborted);
			if (signal.aborted || error instanceof IndexPausedError) return undefined;
			throw error;
		}
	}

	#endWith(cause: unknown, stopped: boolean): void {
		if (cause instanceof IndexPausedError) this.#status.pause();
		else if (stopped || cause instanceof IndexDeletedError) this.#status.finish();
		else if (cause instanceof BuiltElsewhereError) this.#status.leaveToOther(this.#retryScheduler.afterAnother());
		else this.#status.fail(cause, this.#retryScheduler.afterFailure(cause));
	}

	/** Starts a run. @returns the function that reports its progress. */
	#running(): (progress: BuildProgress) => void {
		this.#status.begin();
		return (progress) => this.#status.advance(progress);
	}
}
