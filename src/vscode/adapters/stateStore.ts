import type { Memento } from "vscode";
import type { StateStore } from "../../core/base/ports";

/**
 * Returns a state store on top of one of VS Code's Mementos, the global one or the workspace's.
 *
 * Values set during a write wait for its end, and are then written together. VS Code writes all values of the global
 * Memento at once, and then replaces its own values with those written (`ExtensionMemento` in its source), so values
 * set in the meantime would be lost.
 */
export function stateStore(memento: Memento): StateStore {
	let waiting = new Map<string, unknown>();
	/** The write that will include the waiting values. */
	let next: Promise<void> | undefined;
	let last = Promise.resolve();
	const write = async () => {
		const values = [...waiting];
		waiting = new Map();
		next = undefined;
		await Promise.all(values.map(([key, value]) => memento.update(key, value)));
	};
	return {
		get: (key) => (waiting.has(key) ? waiting.get(key) : memento.get(key)),
		set(key, value) {
			waiting.set(key, value);
			if (!next) {
				next = last.catch(() => {}).then(write);
				last = next;
			}
			return next;
		},
	};
}
