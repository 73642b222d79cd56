import type { Page } from "./page";

/** A module in a chunk of its own, which is loaded when it is first needed. A load that failed is tried again then. */
export class LazyModule<Module> {
	#loading: Promise<Module> | undefined;
	#loaded: Module | undefined;

	/** @param run imports the module. */
	constructor(private readonly run: () => Promise<Module>) {}

	/** The module; undefined until it has been loaded. */
	get loaded(): Module | undefined {
		return this.#loaded;
	}

	load(): Promise<Module> {
		this.#loading ??= this.run().then(
			(module) => {
				this.#loaded = module;
				return module;
			},
			(error: unknown) => {
				this.#loading = undefined;
				throw error;
			},
		);
		return this.#loading;
	}

	/**
	 * Loads the module for elements that are shown: they are drawn, with the properties that they have by then, as soon
	 * as their class is defined. If it cannot be loaded, the panel shows the reason.
	 */
	show(page: Page): void {
		if (!this.#loaded) void page.attempt(this.load());
	}
}
