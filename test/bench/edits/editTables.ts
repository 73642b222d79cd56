import type { Answered } from "./answers";
import { languageOf } from "./languages";

/** Returns the outcomes by style and by language, for a terminal. */
export function editTables(all: readonly Answered[]): string {
	const byStyle = table("style", all, ({ style }) => `${style.row.padEnd(5)}  ${style.name}`);
	const byLanguage = table("language", all, ({ edit }) => languageOf(edit.path)?.label ?? "");
	return `${byStyle}\n\n${byLanguage}`;
}

function table(heading: string, all: readonly Answered[], keyOf: (one: Answered) => string): string {
	const groups = new Map<string, Answered[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	const rows = [...groups].map(([key, group]) => {
		const share = (kind: Answered["kind"]) => percent(group.filter((one) => one.kind === kind).length, group.length);
		const edits = new Set(group.map(({ edit }) => edit.id)).size;
		const deletes = group.filter((one) => one.deletes).length;
		return [
			key,
			String(edits),
			String(group.length),
			share("correct"),
			share("refused"),
			share("wrong"),
			String(deletes),
		];
	});
	const all_ = [[heading, "edits", "answers", "correct", "refused", "wrong", "deletes code"], ...rows];
	const widths = all_[0]?.map((_, column) => Math.max(...all_.map((cells) => cells[column]?.length ?? 0))) ?? [];
	const line = (cells: readonly string[]) =>
		cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ");
	return all_.map(line).join("\n");
}

function percent(part: number, whole: number): string {
	return `${((part / whole) * 100).toFixed(1)} %`;
}
