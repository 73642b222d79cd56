import type { Memento } from "vscode";
import type { StateStore } from "../../core/base/ports";

/** Returns a state store on top of one of VS Code's Mementos, the global one or the workspace's. */
export function stateStore(memento: Memento): StateStore {
	return {
		get: (key) => memento.get(key),
		set: async (key, value) => memento.update(key, value),
	};
}
