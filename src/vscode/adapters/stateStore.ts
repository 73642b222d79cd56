import type { Memento } from "vscode";
import type { StateStore } from "../../core/base/ports";

/**
 * Returns a state store on top of one of VS Code's Mementos, the global one or the workspace's.
 *
 * Values are written one after the other. VS Code writes all values of the global Memento at once, and then takes what
 * was written as its values (`ExtensionMemento` in its source): what is set in the meantime would be lost.
 */
export function stateStore(memento: Memento): StateStore {
	/** What is still to be written. */
	const pending = new Map<string, { readonly value: unknown }>();
	let last = Promise.resolve();
	return {
		get: (key) => (pending.get(key) ?? { value: memento.get(key) }).value,
		set(key, value) {
			const entry = { value };
			pending.set(key, entry);
			const write = async () => {
				try {
					await memento.update(key, value);
				} finally {
					if (pending.get(key) === entry) pending.delete(key);
				}
			};
			const written = last.then(write);
			last = written.catch(() => {});
			return written;
		},
	};
}
