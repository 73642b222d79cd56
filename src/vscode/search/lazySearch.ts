import type { Disposable } from "../../shared/disposable";
import type { WorkspaceSearch, WorkspaceSearchDeps } from "./workspaceSearch";

/** The search of this window, loaded with its first use. */
export class LazySearch implements Disposable {
	#loaded: Promise<WorkspaceSearch> | undefined;

	constructor(private readonly deps: WorkspaceSearchDeps) {}

	/** Whether it may be offered. */
	get offered(): boolean {
		return this.deps.settings.indexEnabled && this.deps.storageUri !== undefined;
	}

	load(): Promise<WorkspaceSearch> {
		this.#loaded ??= import("./workspaceSearch").then((loaded) => new loaded.WorkspaceSearch(this.deps));
		return this.#loaded;
	}

	dispose(): void {
		void this.#loaded?.then((search) => search.dispose());
	}
}
