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
 * is newer. A scope that cannot be written does not keep the others from being moved.
 *
 * @throws the first error of a scope that cannot be written, after the others.
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
