import type { Memento } from "vscode";
import type { StateStore } from "../../core/base/ports";

/** Small values over a Memento of VS Code's, the global or the workspace's. */
export function stateStore(memento: Memento): StateStore {
	return {
		get: (key) => memento.get(key),
		set: async (key, value) => memento.update(key, value),
	};
}
