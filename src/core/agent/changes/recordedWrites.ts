import type { ChangeRecord, FileWrite } from "./changeRecord";

/** Returns the writes in order; one that replaces others takes the position of the first of them. */
export function writesInOrder(records: readonly ChangeRecord[]): readonly FileWrite[] {
	const writes = records.filter((record) => record.type === "write");
	const places = new Map<string, number>();
	for (const [at, { id, replaces: [first] = [] }] of writes.entries()) places.set(id, places.get(first ?? "") ?? at);
	const placeOf = ({ id }: FileWrite) => places.get(id) ?? 0;
	return writes.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the ids of the writes that undo others and are known to have happened or failed. */
export function endedWrites(records: readonly ChangeRecord[]): ReadonlySet<string> {
	return new Set(records.flatMap((record) => (isEnd(record) ? [record.write] : [])));
}

/** Returns the ids of the writes that are too old to be undone. */
export function expiredWrites(records: readonly ChangeRecord[]): ReadonlySet<string> {
	return new Set(records.flatMap((record) => (record.type === "expired" ? record.writes : [])));
}

/**
 * Returns the ids of the writes that are kept or undone, or failed.
 *
 * @param happened the ids of undoes that count as done without a record.
 */
export function settledWrites(
	records: readonly ChangeRecord[],
	happened: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
	const settled = new Set<string>();
	const done = new Set<string>();
	const failed = new Set<string>();
	for (const record of records) {
		if (record.type === "kept") for (const id of record.writes) settled.add(id);
		else if (isEnd(record)) (record.type === "done" ? done : failed).add(record.write);
	}
	// Another window may have recorded a write as failed because it seemed that a crash had prevented it.
	for (const id of done) failed.delete(id);
	for (const id of failed) settled.add(id);
	for (const record of records) {
		if (record.type === "write") for (const id of record.replaces ?? []) settled.add(id);
		if (record.type !== "write" || !record.undoes || failed.has(record.id)) continue;
		// Without a record, a crash came either before the file was written, or before that was recorded.
		if (done.has(record.id) || happened.has(record.id)) for (const id of record.undoes) settled.add(id);
	}
	return settled;
}

function isEnd(record: ChangeRecord): record is ChangeRecord & { readonly type: "done" | "failed" } {
	return record.type === "done" || record.type === "failed";
}
