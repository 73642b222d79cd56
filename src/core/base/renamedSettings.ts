/** One place that settings are kept in: the user's own, the workspace's, or those of one of its folders. */
export interface SettingScope {
	/** The value that is set in this very place, by the setting's name without `gatehouse.`; `undefined` if there is none. */
	get(name: string): unknown;
	/** Setting `undefined` removes. */
	set(name: string, value: unknown): Promise<void>;
}

/**
 * The settings that have another name now: the old name of each and its new one, without `gatehouse.`. What is renamed is
 * added here and stays, because a user may skip any number of versions.
 */
const renamedSettings: Readonly<Record<string, string>> = {};

/**
 * Moves what is set under an old name to the new one, in the place where it is set. A value that is set under the new name
 * stays: it is the later one.
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
