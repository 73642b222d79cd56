import type { Disposable } from "../../../shared/disposable";
import { Emitter, type Event } from "../../base/event";
import type { BuildState } from "../model/buildState";
import type { BuildProgress } from "../model/searchIndex";

/** How a builder rests: with a timer where it will try again by itself. */
type Rest =
	| { readonly type: "idle" | "asking" | "paused" }
	| { readonly type: "elsewhere"; readonly retry?: Disposable | undefined }
	| { readonly type: "failed"; readonly error: unknown; readonly retry?: Disposable | undefined };

/** A run under way: a quiet one is not shown, and what was shown before it stays. */
type Run =
	| { readonly type: "quiet"; readonly progress: BuildProgress; readonly before: Rest }
	| { readonly type: "running"; readonly progress: BuildProgress; readonly asked: boolean };

/**
 * The state of a builder, and its transitions. A run is quiet at first: a change that one request settles is not shown,
 * unless the user waits for it.
 */
export class BuildStatus {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#phase: Rest | Run = { type: "idle" };
	/** How many builds the user waits for. */
	#asked = 0;

	get state(): BuildState {
		const phase = this.#phase.type === "quiet" ? this.#phase.before : this.#phase;
		switch (phase.type) {
			case "running":
				return phase;
			case "failed":
				return { type: "failed", error: phase.error };
			default:
				return { type: phase.type };
		}
	}

	/** Whether it runs, or will by itself: when another window has ended, or the gateway may be reachable again. */
	get goesOn(): boolean {
		const { type } = this.state;
		const isRetried = type === "failed" && (this.isRetryDue || this.#phase.type === "quiet");
		return type === "running" || type === "elsewhere" || isRetried;
	}

	/** Whether it waits to try again. */
	get isRetryDue(): boolean {
		return "retry" in this.#phase && this.#phase.retry !== undefined;
	}

	/** Runs something that the user waits for, with everything that it waits behind. */
	async whileAsked<T>(run: () => Promise<T>): Promise<T> {
		this.#asked++;
		const phase = this.#phase;
		if (phase.type === "quiet" || phase.type === "running") this.#progress(phase.progress);
		try {
			return await run();
		} finally {
			this.#asked--;
		}
	}

	/** A run begins. */
	begin(): void {
		this.cancelRetry();
		this.#progress({ phase: "reading", done: 0, total: 0 });
	}

	/** The run under way is this far; what a run reports after its end is ignored. */
	advance(progress: BuildProgress): void {
		const { type } = this.#phase;
		if (type === "quiet" || type === "running" || type === "asking") this.#progress(progress);
	}

	/** The run waits for the user's consent. */
	ask(): void {
		this.#rest({ type: "asking" });
	}

	/** Nothing is left to do, or the run was stopped. */
	finish(): void {
		this.#rest({ type: "idle" });
	}

	/** The user has paused it, perhaps in another window. */
	pause(): void {
		// A look at whether the pause has ended is no news.
		if (this.state.type === "paused") this.#phase = { type: "paused" };
		else this.#rest({ type: "paused" });
	}

	/** Another window builds the index. */
	leaveToOther(retry: Disposable): void {
		this.#rest({ type: "elsewhere", retry });
	}

	/** @param retry the timer, unless it will not try again by itself. */
	fail(error: unknown, retry?: Disposable): void {
		this.#rest({ type: "failed", error, retry });
	}

	/** It does not try again by itself any more; what is shown stays. */
	cancelRetry(): void {
		const phase = this.#phase;
		if (!("retry" in phase)) return;
		phase.retry?.dispose();
		this.#phase = { ...phase, retry: undefined };
	}

	/** Shows a run that is asked for, or takes more than one step. */
	#progress(progress: BuildProgress): void {
		const phase = this.#phase;
		const { done, total, before = 0, wait } = progress;
		const asked = this.#asked > 0;
		const takesLong = wait !== undefined || (done > before && done < total);
		if (asked || takesLong || phase.type === "running") this.#show({ type: "running", progress, asked });
		else this.#phase = { type: "quiet", progress, before: phase.type === "quiet" ? phase.before : phase };
	}

	#rest(rest: Rest): void {
		this.cancelRetry();
		this.#show(rest);
	}

	#show(phase: Exclude<Rest | Run, { readonly type: "quiet" }>): void {
		this.#phase = phase;
		this.#onDidChange.fire();
	}
}
