import { hunksBetween } from "../../../src/core/edits/text/hunks";
import type { Answered } from "./answers";

/** Number of unchanged lines that are shown around changed ones. */
const shownAround = 3;

/** Returns a complete case for the authors of rules: the place, the answer, and the expected and the actual text. */
export function shownCase({ edit, style, rendered, kind, deletes, got }: Answered): string {
	const { answer, place, lines = edit.lines, expected, chat, eol = "\n" } = rendered;
	const from = Math.max(0, place.start - shownAround);
	const to = place.start + place.count + shownAround;
	const before = lines.slice(from, to).map((line, index) => {
		const at = from + index;
		const isPlace = at >= place.start && at < place.start + place.count;
		const isCursor = place.count === 0 && at === place.start;
		return `${String(at + 1).padStart(5)} ${isPlace ? "█" : isCursor ? "▁" : " "} ${line}`;
	});
	const title = `━━ ${kind}${deletes ? ", deletes code" : ""}: ${style.name}: ${edit.id}`;
	const result = kind === "refused" ? got : changes(lines, got.split(eol));
	const place_ = chat && place.count === 0 ? "nothing selected" : before.join("\n");
	return `\n${title}\n── before\n${place_}\n── answer\n${answer}\n── expected\n${changes(lines, expected[0] ?? [])}\n── got\n${result}`;
}

function changes(before: readonly string[], after: readonly string[]): string {
	return hunksBetween(before, after)
		.map(({ start, removed, added }) => {
			const old = before.slice(start, start + removed).map((line) => `- ${line}`);
			return [`@ line ${start + 1}`, ...old, ...added.map((line) => `+ ${line}`)].join("\n");
		})
		.join("\n");
}
