import type { SecretStore } from "../base/ports";

/**
 * Keeps what was read from a secret store in memory until it changes, in this window or another: every request needs
 * the key, and reading it takes VS Code as long as a fast gateway takes to answer. A secret that is missing is read
 * again each time.
 */
export function rememberedSecrets(store: SecretStore): SecretStore {
	const known = new Map<string, string>();
	/** The number of changes, so that a secret that was read before a change is not kept after it. */
	let changes = 0;
	const forget = (name: string) => {
		changes++;
		known.delete(name);
	};
	store.onDidChange(forget);
	return {
		async get(name) {
			const remembered = known.get(name);
			if (remembered !== undefined) return remembered;
			const before = changes;
			const secret = await store.get(name);
			if (secret !== undefined && changes === before) known.set(name, secret);
			return secret;
		},
		// VS Code's event comes later than the change itself.
		set: (name, value) => store.set(name, value).finally(() => forget(name)),
		delete: (name) => store.delete(name).finally(() => forget(name)),
		onDidChange: store.onDidChange,
	};
}
