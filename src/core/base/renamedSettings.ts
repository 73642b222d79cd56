/** A scope of settings: the user's own, the workspace's, or those of one of its folders. */
export interface SettingScope {
	/**
	 * Returns the value that is set in this scope, by the setting's name without `gatehouse.`; `undefined` if there is
	 * none.
	 */
	get(name: string): unknown;
	/** Setting `undefined` removes. */
	set(name: string, value: unknown): Promise<void>;
}

/**
 * The renamed settings: the old name of each and its new one, without `gatehouse.`. Entries are never removed, because
 * a user may skip any number of versions.
 */
const renamedSettings: Readonly<Record<string, string>> = {};

/**
 * Moves values from old names to new ones, within their scope. A value under the new name takes precedence, because it
 * is newer.
 */
export async function moveRenamedSettings(
	scopes: readonly SettingScope[],
	renamed: Readonly<Record<string, string>> = renamedSettings,
): Promise<void> {
	for (const scope of scopes) {
		for (const [from, to] of Object.entries(renamed)) {
			const value = scope.get(from);
			if (value === undefined) continue;
			if (scope.get(to) === undefined) await scope.set(to, value);
			await scope.set(from, undefined);
		}
	}
}
