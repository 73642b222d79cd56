import { lazy } from "../../../core/base/lazy";
import type { Disposable } from "../../../shared/disposable";
import type { EditDeps, Editing } from "./editing";
import type { Edits } from "./edits";

/** Editing services that are loaded on first use. */
export interface LazyEditing extends Editing, Disposable {
	load(): Promise<Edits>;
}

/** Returns the editing services without loading their code yet. */
export function lazyEditing(deps: EditDeps): LazyEditing {
	const edits = lazy(async () => new (await import("./edits")).Edits(deps));
	const load = () => edits();
	return {
		load,
		edit: async (request) => (await load()).edit(request),
		createFile: async (request) => (await load()).createFile(request),
		applyCode: async (code, usesSelection) => (await load()).applyCode(code, usesSelection),
		newFile: async (code) => (await load()).newFile(code),
		dispose: () => void edits.peek()?.then((loaded) => loaded.dispose()),
	};
}
