import { hasFields } from "../../../shared/untrusted/ownField";
import { parseJson } from "../../../shared/untrusted/parseJson";

/** A write to a file, as it is recorded before it happens. */
export interface FileWrite {
	readonly type: "write";
	readonly id: string;
	readonly at: number;
	/** The agent's turn that wrote the file, counted from 1; 0 when the user undid changes. */
	readonly step: number;
	/** Relative to the workspace's folder, without links. */
	readonly path: string;
	/** The hash of the content before and after it; null where there is no file. */
	readonly before: string | null;
	readonly after: string | null;
	/** The file's permissions before the write; absent where there is no file, or it has none. */
	readonly mode?: number;
	/** The outermost folder that is created for the file; absent where all of them exist. */
	readonly folder?: string;
	/** The ids of the writes that it undoes; absent for the agent's own writes. */
	readonly undoes?: readonly string[];
	/** The ids of the earlier writes that this record replaces; the file itself is not written for it. */
	readonly replaces?: readonly string[];
}

/** An entry of a change set's journal. */
export type ChangeRecord =
	| FileWrite
	/** A write that undoes others has happened; without this record, a crash may have prevented it. */
	| { readonly type: "done"; readonly at: number; readonly write: string }
	/** A write failed, and the file was not changed. */
	| { readonly type: "failed"; readonly at: number; readonly write: string }
	/** The user keeps these writes: they are no longer part of what can be undone. */
	| { readonly type: "kept"; readonly at: number; readonly writes: readonly string[] }
	/** These writes are too old to be undone: their contents may have been deleted. They can still be kept. */
	| { readonly type: "expired"; readonly at: number; readonly writes: readonly string[] };

/**
 * Reads the records of a journal: the lines of all writers' files, merged by time. Incomplete and damaged lines are
 * skipped.
 *
 * @param files the text of each file, by writer.
 */
export function readRecords(files: ReadonlyMap<string, string>): readonly ChangeRecord[] {
	const placed = [...files].flatMap(([writer, text]) => {
		let latest = Number.NEGATIVE_INFINITY;
		return text.split("\n").flatMap((line, at) => {
			const record = parseRecord(line);
			if (!record) return [];
			// A writer's records keep their order even if its clock was set back.
			latest = Math.max(latest, record.at);
			return [{ record, time: latest, writer, at }];
		});
	});
	placed.sort((a, b) => a.time - b.time || (a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : a.at - b.at));
	return placed.map(({ record }) => record);
}

function parseRecord(line: string): ChangeRecord | undefined {
	if (line.trim() === "") return undefined;
	try {
		const value = parseJson(line);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isRecord(value: unknown): value is ChangeRecord {
	if (!hasFields(value) || typeof value.at !== "number") return false;
	switch (value.type) {
		case "write":
			return (
				typeof value.id === "string" &&
				typeof value.step === "number" &&
				typeof value.path === "string" &&
				isHash(value.before) &&
				isHash(value.after) &&
				(value.mode === undefined || typeof value.mode === "number") &&
				(value.folder === undefined || typeof value.folder === "string") &&
				(value.undoes === undefined || isList(value.undoes)) &&
				(value.replaces === undefined || isList(value.replaces))
			);
		case "done":
		case "failed":
			return typeof value.write === "string";
		case "kept":
		case "expired":
			return isList(value.writes);
		default:
			return false;
	}
}

function isHash(value: unknown): boolean {
	return value === null || (typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
}

function isList(value: unknown): boolean {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}
