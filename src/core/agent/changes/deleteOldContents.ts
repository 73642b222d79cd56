import { ChangeSet, type ChangeStore } from "./changeSet";

/** How long contents stay that nothing needs, in milliseconds: another window may be about to record that it needs them. */
const unneededFor = 24 * 60 * 60 * 1000;

/**
 * Deletes the stored contents of changes that are kept or undone.
 *
 * @throws when a journal cannot be read; nothing is deleted then.
 */
export async function deleteOldContents(store: ChangeStore): Promise<void> {
	const before = store.clock.now() - unneededFor;
	const needed = new Set<string>();
	for (const task of await store.journal.folders())
		for (const hash of await (await ChangeSet.open(task, store)).neededContents()) needed.add(hash);
	await store.contents.deleteOld(before, needed);
}
