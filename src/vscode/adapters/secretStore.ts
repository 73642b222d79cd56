import type { SecretStorage } from "vscode";
import type { SecretStore } from "../../core/base/ports";

/** Returns a secret store on top of VS Code's SecretStorage. */
export function secretStore(secrets: SecretStorage): SecretStore {
	return {
		get: async (name) => secrets.get(name),
		set: async (name, value) => secrets.store(name, value),
		delete: async (name) => secrets.delete(name),
		onDidChange: (listener) => secrets.onDidChange(({ key }) => listener(key)),
	};
}
