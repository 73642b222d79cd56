import { ChangeSet, type ChangeStore } from "./changeSet";

/**
 * Time for which unneeded contents are kept, in milliseconds: another window may be about to record a write that needs
 * them.
 */
const unneededFor = 24 * 60 * 60 * 1000;

/** Time for which a task's changes can be undone after the last of them, in milliseconds. */
const undoableFor = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes the stored contents of changes that are kept, undone, or too old to be undone.
 *
 * @throws when a journal cannot be read; nothing is deleted then.
 */
export async function deleteOldContents(store: ChangeStore): Promise<void> {
	const now = store.clock.now();
	const needed = new Set<string>();
	for (const task of await store.journal.folders()) {
		const changes = await ChangeSet.open(task, store);
		await changes.expire(now - undoableFor);
		for (const hash of await changes.neededContents()) needed.add(hash);
	}
	await store.contents.deleteOld(now - unneededFor, needed);
}
