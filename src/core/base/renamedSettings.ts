/** A scope of settings: the user's own, the workspace's, or those of one of its folders. */
export interface SettingScope {
	/**
	 * Returns the value that is set in this scope, by the setting's name without `gatehouse.`; `undefined` if there is
	 * none.
	 */
	get(name: string): unknown;
	/** Sets a value in this scope; `undefined` removes it. */
	set(name: string, value: unknown): Promise<void>;
}

/**
 * The renamed settings: the old name of each and its new one, without `gatehouse.`. Entries are never removed, because
 * a user may skip any number of versions.
 */
export const renamedSettings: Readonly<Record<string, string>> = {};

/**
 * Moves values from old names to new ones, within their scope. A value under the new name takes precedence, because it
 * is newer. If a scope cannot be written, the values of the other scopes are moved nevertheless.
 *
 * @throws the first such error, once the other scopes are done.
 */
export async function moveRenamedSettings(
	scopes: readonly SettingScope[],
	renamed: Readonly<Record<string, string>> = renamedSettings,
): Promise<void> {
	const moved = await Promise.allSettled(scopes.map((scope) => moveWithin(scope, renamed)));
	for (const result of moved) if (result.status === "rejected") throw result.reason;
}

async function moveWithin(scope: SettingScope, renamed: Readonly<Record<string, string>>): Promise<void> {
	for (const [from, to] of Object.entries(renamed)) {
		const value = scope.get(from);
		if (value === undefined) continue;
		if (scope.get(to) === undefined) await scope.set(to, value);
		await scope.set(from, undefined);
	}
}
