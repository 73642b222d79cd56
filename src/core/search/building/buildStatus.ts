import type { Disposable } from "../../../shared/disposable";
import { Emitter, type Event } from "../../base/event";
import type { BuildState } from "../model/buildState";
import type { BuildProgress } from "../model/semanticIndex";

/** The state of a builder at rest, with a timer if it will retry by itself. */
type Rest =
	| { readonly type: "idle" | "asking" | "paused" }
	| { readonly type: "elsewhere"; readonly retry?: Disposable | undefined }
	| { readonly type: "failed"; readonly error: unknown; readonly retry?: Disposable | undefined };

/** The state of a run; a quiet one is not shown, so that the previous state remains visible. */
type Run =
	| { readonly type: "quiet"; readonly progress: BuildProgress; readonly before: Rest }
	| { readonly type: "running"; readonly progress: BuildProgress; readonly asked: boolean };

/**
 * The state of a builder, and its transitions. A run is quiet at first: an update that takes a single request is not
 * shown, unless the user waits for it.
 */
export class BuildStatus {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#phase: Rest | Run = { type: "idle" };
	/** The number of builds that the user waits for. */
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

	/**
	 * Whether it is building, or will resume by itself: when another window has finished, or the gateway may be
	 * available again.
	 */
	get willFinish(): boolean {
		const { type } = this.state;
		const isRetried = type === "failed" && (this.isRetryDue || this.#phase.type === "quiet");
		return type === "running" || type === "elsewhere" || isRetried;
	}

	/** Whether a retry is scheduled. */
	get isRetryDue(): boolean {
		return "retry" in this.#phase && this.#phase.retry !== undefined;
	}

	/** Runs a build that the user waits for; its state is shown, including that of the work it waits for. */
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

	/** Starts a run. */
	begin(): void {
		this.cancelRetry();
		this.#progress({ phase: "reading", done: 0, total: 0 });
	}

	/** Updates the progress of the run; ignored after the run has ended. */
	advance(progress: BuildProgress): void {
		const { type } = this.#phase;
		if (type === "quiet" || type === "running" || type === "asking") this.#progress(progress);
	}

	/** Records that the run waits for the user's consent. */
	ask(): void {
		this.#rest({ type: "asking" });
	}

	/** Records that nothing is left to do, or that the run was stopped. */
	finish(): void {
		this.#rest({ type: "idle" });
	}

	/** Records that the user has paused the build, perhaps in another window. */
	pause(): void {
		// A repeated check during a pause is not a change.
		if (this.state.type === "paused") this.#phase = { type: "paused" };
		else this.#rest({ type: "paused" });
	}

	/** Records that another window builds the index. */
	leaveToOther(retry: Disposable): void {
		this.#rest({ type: "elsewhere", retry });
	}

	/** @param retry the timer of the retry, if there will be one. */
	fail(error: unknown, retry?: Disposable): void {
		this.#rest({ type: "failed", error, retry });
	}

	/** Cancels the retry; the shown state remains. */
	cancelRetry(): void {
		const phase = this.#phase;
		if (!("retry" in phase)) return;
		phase.retry?.dispose();
		this.#phase = { ...phase, retry: undefined };
	}

	/** Updates the progress; shows it if the user waits for the run, or if it takes more than one step. */
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
