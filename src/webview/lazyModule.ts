import * as l10n from "@vscode/l10n";
import { Listeners } from "./listeners";

/**
 * A module in a chunk of its own, which is loaded when it is first needed. A load that failed is tried again with the
 * next use; Chromium itself remembers a file that it could not read until the page is loaded again.
 */
export class LazyModule<Module> {
	/** Fires once for each load that fails, however many uses wait for it. */
	readonly onDidFail = new Listeners<[error: Error]>();
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
				const message = l10n.t("A part of the panel could not be loaded. Reload the window to load it again.");
				const failure = new Error(message, { cause: error });
				this.onDidFail.emit(failure);
				throw failure;
			},
		);
		return this.#loading;
	}
}
