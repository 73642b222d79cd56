import { Emitter, type Event } from "../base/event";
import type { StateStore } from "../base/ports";
import { agreeTo, disagreeTo, hasConsent } from "./indexConsents";
import {
	type BuildOutcome,
	type BuildPlan,
	type BuildProgress,
	BuiltElsewhereError,
	type SearchIndex,
} from "./searchIndex";

/** How the building of the index stands in this window. */
export type BuildState =
	| { readonly type: "idle" }
	/** `asked` by the user, or what follows changes by itself. */
	| { readonly type: "running"; readonly progress: BuildProgress; readonly asked: boolean }
	/** The user is asked for their consent. */
	| { readonly type: "asking" }
	/** By the user, until they have it go on. */
	| { readonly type: "paused" }
	/** Another window does it. */
	| { readonly type: "elsewhere" }
	| { readonly type: "failed"; readonly error: unknown };

/** What came of a build that the user asked for. */
export interface BuildResult {
	readonly plan: BuildPlan;
	/** Absent when nothing was missing, or the user did not agree. */
	readonly outcome?: BuildOutcome;
	readonly declined: boolean;
}

interface BuilderDeps {
	readonly index: SearchIndex;
	/** What the consent is for: the gateway's address and the model. @throws UserError when none is chosen. */
	readonly key: () => Promise<string>;
	/** The workspace's own. */
	readonly state: StateStore;
}

const pausedKey = "gatehouse.indexPaused";

/** Builds the index when asked, and keeps it up to date by itself where the user agreed once. One thing at a time. */
export class IndexBuilder {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#state: BuildState = { type: "idle" };
	/** Paths that changed and were not looked at yet. */
	readonly #changed = new Set<string>();
	#run: { readonly abort: AbortController; readonly done: Promise<unknown> } | undefined;

	constructor(private readonly deps: BuilderDeps) {
		if (this.paused) this.#state = { type: "paused" };
	}

	get state(): BuildState {
		return this.#state;
	}

	/** Whether the user stopped the building, perhaps in an earlier window. */
	get paused(): boolean {
		return this.deps.state.get(pausedKey) === true;
	}

	/**
	 * Reads what has changed, has the user agree to what that costs unless they did before, and embeds what is missing.
	 *
	 * @returns `undefined` when it was paused.
	 * @throws what `SearchIndex` throws.
	 */
	async build(agree: (plan: BuildPlan) => Promise<boolean>): Promise<BuildResult | undefined> {
		while (this.#run) await this.#run.done;
		return this.#start(true, async (signal, onProgress) => {
			const { index, key, state } = this.deps;
			await state.set(pausedKey, undefined);
			const plan = await index.prepare(signal, onProgress);
			if (plan.missing === 0) return { plan, declined: false };
			const name = await key();
			if (!hasConsent(this.deps.state, name)) {
				this.#set({ type: "asking" });
				if (!(await agree(plan))) return { plan, declined: true };
				await agreeTo(state, name);
			}
			return { plan, outcome: await index.build(signal, onProgress), declined: false };
		});
	}

	/** Stops, until the user asks to go on; what is kept stays. */
	async pause(): Promise<void> {
		await this.deps.state.set(pausedKey, true);
		this.#run?.abort.abort();
		await this.#run?.done;
		this.#set({ type: "paused" });
	}

	/** Brings the index up to date with what changed while no window looked. Never rejects: what fails is the state. */
	async refresh(): Promise<void> {
		await this.#quietly(async (signal, onProgress) => {
			const { missing } = await this.deps.index.prepare(signal, onProgress);
			if (missing > 0) await this.deps.index.build(signal, onProgress);
		});
	}

	/** Takes in files that were changed, added or deleted. Never rejects. */
	async follow(paths: readonly string[]): Promise<void> {
		for (const path of paths) this.#changed.add(path);
		await this.#quietly(async (signal, onProgress) => {
			let missing = 0;
			while (this.#changed.size > 0) {
				const taken = [...this.#changed];
				this.#changed.clear();
				missing = await this.deps.index.follow(taken, signal);
			}
			if (missing > 0) await this.deps.index.build(signal, onProgress);
		});
	}

	/** The index is deleted: it takes a new consent to have one again. */
	async forget(): Promise<void> {
		const name = await this.deps.key();
		this.#run?.abort.abort();
		await this.#run?.done;
		await this.deps.index.delete();
		await this.deps.state.set(pausedKey, undefined);
		await disagreeTo(this.deps.state, name);
		this.#set({ type: "idle" });
	}

	/** Ends what is under way; it goes on with the next use. */
	stop(): void {
		this.#run?.abort.abort();
	}

	async #quietly(work: Work<void>): Promise<void> {
		while (this.#run) await this.#run.done;
		if (this.paused) return;
		try {
			const name = await this.deps.key();
			// Somebody else may have begun meanwhile.
			if (!this.#run && hasConsent(this.deps.state, name)) await this.#start(false, work);
		} catch {
			// It is in the state, for whoever shows it.
		}
	}

	/** @returns `undefined` when it was stopped. */
	async #start<T>(asked: boolean, work: Work<T>): Promise<T | undefined> {
		const abort = new AbortController();
		const running = (progress: BuildProgress) => this.#set({ type: "running", progress, asked });
		running({ phase: "reading", done: 0, total: 0 });
		const result = work(abort.signal, running);
		const done = result.then(
			() => this.#ended({ type: "idle" }),
			(error: unknown) => {
				if (abort.signal.aborted) this.#ended({ type: this.paused ? "paused" : "idle" });
				else if (error instanceof BuiltElsewhereError) this.#ended({ type: "elsewhere" });
				else this.#ended({ type: "failed", error });
			},
		);
		this.#run = { abort, done };
		await done;
		return abort.signal.aborted ? undefined : result;
	}

	#ended(state: BuildState): void {
		this.#run = undefined;
		this.#set(state);
	}

	#set(state: BuildState): void {
		this.#state = state;
		this.#onDidChange.fire();
	}
}

type Work<T> = (signal: AbortSignal, onProgress: (progress: BuildProgress) => void) => Promise<T>;
