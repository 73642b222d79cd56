import { UserError } from "../../base/errors";
import type { Event } from "../../base/event";
import type { Clock } from "../../base/ports";
import type { BuildResult, BuildState, WhyAsked } from "../model/buildState";
import {
	type BuildPlan,
	type BuildProgress,
	BuiltElsewhereError,
	IndexDamagedError,
	IndexDeletedError,
	IndexPausedError,
	type SearchIndex,
} from "../model/searchIndex";
import { BuildQueue } from "./buildQueue";
import { BuildStatus } from "./buildStatus";
import { folderAdded, moreThanAgreed } from "./consentErrors";
import { DueChanges } from "./dueChanges";
import { NextTry } from "./nextTry";

interface BuilderDeps {
	/**
	 * That of the gateway and the model in use, settled once for each run.
	 *
	 * @throws UserError when none is chosen; GatewayError or what cancelled it when the gateway does not tell which it has.
	 */
	readonly index: () => Promise<SearchIndex>;
	readonly clock: Clock;
}

/** Builds the index when asked, and keeps it up to date by itself where the user agreed once. One thing at a time. */
export class IndexBuilder {
	readonly #status = new BuildStatus();
	readonly onDidChange: Event<void> = this.#status.onDidChange;
	readonly #queue = new BuildQueue();
	readonly #due = new DueChanges();
	readonly #nextTry: NextTry;
	/** The index that takes in what changes. */
	#followed: SearchIndex | undefined;

	constructor(private readonly deps: BuilderDeps) {
		this.#nextTry = new NextTry(deps.clock, () => {
			this.#status.cancelRetry();
			void this.#takeUp();
		});
	}

	get state(): BuildState {
		return this.#status.state;
	}

	/** Whether it builds, or will by itself: when another window has ended, or the gateway may be reachable again. */
	get goesOn(): boolean {
		return this.#status.goesOn;
	}

	/**
	 * Reads what has changed, has the user agree to what that costs unless they did before, and embeds what is missing.
	 *
	 * @returns `undefined` when it was paused.
	 * @throws what `SearchIndex` throws.
	 */
	async build(agree: (plan: BuildPlan, why: WhyAsked) => Promise<boolean>): Promise<BuildResult | undefined> {
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
			// Of a folder that was added something will be missing as soon as it changes.
			if (plan.missing === 0 && consent !== "folderAdded") return { plan, declined: false };
			const why = consent === "given" && isMore ? "moreThanAgreed" : consent;
			if (why !== "given") {
				// In another window, while this one was reading.
				if (await index.paused()) throw new IndexPausedError();
				this.#status.ask();
				if (!(await agree(plan, why))) {
					// What was read of another folder does not stay; the others are followed.
					if (consent !== "none") this.#due.add("all");
					return { plan, declined: true };
				}
				signal.throwIfAborted();
				await index.agree(plan.folders);
			}
			return { plan, outcome: await index.build(signal, onProgress), declined: false };
		});
	}

	/** Stops, in all windows, until the user asks to go on; what is kept stays. Never rejects: a failure is in the state. */
	async pause(): Promise<void> {
		const before: string = this.state.type;
		try {
			const index = this.#followed ?? (await this.deps.index());
			// Before this window lets go of it: others wait for just that.
			await index.setPaused(true);
			await this.#end();
			if (before !== "running" || this.state.type !== "idle") return this.#status.pause();
			// It has come to its end before it could be stopped.
			await index.setPaused(false);
			await this.#catchUp();
		} catch (error) {
			await this.#end();
			this.#status.fail(error);
		}
	}

	/**
	 * The index comes into use, or what kept it from going on may be over: a pause, a consent that is missing, a failure that
	 * no waiting helps against. Takes in all that it has missed. Never rejects.
	 */
	async bringUpToDate(): Promise<void> {
		const index = await this.deps.index().catch((error: unknown) => (error instanceof UserError ? "none" : "unknown"));
		// The gateway does not say which model there is: that may be the same, and the failure not over.
		if (index === "unknown") return;
		const { type } = this.state;
		const rests = type === "paused" || (type === "failed" && !this.#status.isRetryDue);
		if (index === "none") await (type !== "idle" && this.reset());
		else if (this.#isOther(index)) await this.#catchUp();
		else if (rests) await this.#takeUp();
	}

	/** Brings the index up to date, whatever has changed. Never rejects: what fails is the state. */
	refresh(): Promise<void> {
		this.#due.add("all");
		return this.#catchUp();
	}

	/** Takes in files that were changed, added or deleted. Never rejects. */
	follow(paths: readonly string[]): Promise<void> {
		this.#due.add(paths);
		return this.#catchUp();
	}

	/** The index is deleted: it takes a new consent to have one again. @throws as `SearchIndex.delete`. */
	async forget(): Promise<void> {
		const index = await this.deps.index();
		this.stop();
		await this.#queue.run(async () => {
			await index.delete();
			this.#clear();
		});
	}

	/** What was read for an index that the user then did not want, or not with that model, does not stay. @throws as `SearchIndex.deleteUnembedded`. */
	async forgetUnembedded(): Promise<void> {
		await this.#queue.run(async () => {
			if (await this.#followed?.deleteUnembedded()) this.#clear();
		});
	}

	/** Ends what is under way, and shows nothing of it any more: the index is gone, or not to be used. */
	async reset(): Promise<void> {
		this.stop();
		await this.#queue.run(async () => this.#clear());
	}

	/**
	 * Ends what is under way or waits; it goes on with the next use.
	 *
	 * @param reason when the user pauses it: what is under way then rests as paused.
	 */
	stop(reason?: IndexPausedError): void {
		this.#status.cancelRetry();
		this.#queue.stop(reason);
	}

	#clear(): void {
		this.#due.clear();
		this.#nextTry.reset();
		this.#followed = undefined;
		this.#status.finish();
	}

	/** Pauses what is under way; settles when nothing is any more. */
	async #end(): Promise<void> {
		this.stop(new IndexPausedError());
		this.#nextTry.reset();
		await this.#queue.idle();
	}

	/** Takes in what a failure, a pause or another window has left, too. */
	#takeUp(): Promise<void> {
		this.#due.addUnfinished();
		return this.#catchUp();
	}

	/** Takes in what is due, once for all who ask before that begins. */
	#catchUp(): Promise<void> {
		return this.#queue.runOnce(async (signal) => {
			// Where no model is chosen, there is nothing to keep up to date.
			const index = await this.deps.index().catch(() => undefined);
			if (!index || signal.aborted) return;
			const isOther = this.#isOther(index);
			// It is unknown what was missed in one that was not followed.
			if (isOther) this.#due.add("all");
			this.#followed = index;
			if (!this.#due.any) return;
			try {
				const { state } = this;
				const failure = state.type === "failed" && !isOther ? state.error : undefined;
				await this.#run(signal, async () => {
					// That it was lost is shown until there is one again: nothing else says it.
					if (failure instanceof IndexDamagedError && !(await index.facts())) throw failure;
					await this.#takeIn(index, signal);
				});
			} catch {
				// It is in the state.
			}
		});
	}

	#isOther(index: SearchIndex): boolean {
		return index.key !== this.#followed?.key;
	}

	/** Of folders that were not agreed to, nothing is read. */
	async #takeIn(index: SearchIndex, signal: AbortSignal): Promise<void> {
		if (await index.paused()) throw new IndexPausedError();
		await index.withLock(false, async () => {
			if ((await index.consent()) === "none") return;
			const onProgress = this.#running();
			const missing = await this.#due.take((paths) => index.follow(paths, signal, onProgress));
			if (missing > 0) {
				if (await index.isMoreThanAgreed(missing)) throw moreThanAgreed();
				await index.build(signal, onProgress, false);
			}
			this.#nextTry.reset();
			// Only a listing tells which folders are there.
			if ((await index.consent()) === "folderAdded") throw folderAdded();
		});
	}

	/** Runs, and makes of its end the state. @returns `undefined` when it was stopped. @throws what else ended it. */
	async #run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
		try {
			signal.throwIfAborted();
			const result = await work();
			this.#nextTry.reset();
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
		else if (cause instanceof BuiltElsewhereError) this.#status.leaveToOther(this.#nextTry.afterAnother());
		else this.#status.fail(cause, this.#nextTry.afterFailure(cause));
	}

	/** A run begins. @returns what takes how far it is. */
	#running(): (progress: BuildProgress) => void {
		this.#status.begin();
		return (progress) => this.#status.advance(progress);
	}
}
