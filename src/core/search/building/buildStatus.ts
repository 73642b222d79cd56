import { Emitter, type Event } from "../../base/event";
import type { BuildState } from "../model/buildState";
import type { BuildProgress } from "../model/searchIndex";

/** How the building stands, as it is told: not of what nobody waits for, and one request settles. */
export class BuildStatus {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#state: BuildState = { type: "idle" };
	/** How far what is under way is, told or not. */
	#progress: BuildProgress | undefined;
	/** How many builds the user waits for. */
	#asked = 0;

	get state(): BuildState {
		return this.#state;
	}

	/** Whether something is under way, told or not. */
	get isUnderWay(): boolean {
		return this.#progress !== undefined;
	}

	/** Runs what the user waits for, with all that it waits behind. */
	async whileAsked<T>(run: () => Promise<T>): Promise<T> {
		this.#asked++;
		this.#tellProgress();
		try {
			return await run();
		} finally {
			this.#asked--;
		}
	}

	/** What is under way is so far. */
	advance(progress: BuildProgress): void {
		this.#progress = progress;
		this.#tellProgress();
	}

	/** Nothing is under way any more, and so it stands. */
	rest(state: Exclude<BuildState, { readonly type: "running" }>): void {
		this.#progress = undefined;
		// Who looks again at a pause now and then says nothing new.
		if (state.type === "paused" && this.#state.type === "paused") return;
		this.#set(state);
	}

	/** Tells how far it is, where somebody waits for it or it takes a while. */
	#tellProgress(): void {
		const progress = this.#progress;
		if (!progress) return;
		const { done, total, before = 0, wait } = progress;
		const asked = this.#asked > 0;
		const takesLong = wait !== undefined || (done > before && done < total);
		if (asked || takesLong || this.#state.type === "running") this.#set({ type: "running", progress, asked });
	}

	#set(state: BuildState): void {
		this.#state = state;
		this.#onDidChange.fire();
	}
}
