import { appliedText, editedText } from "../../../src/core/edits/apply/replyEdit";
import { RefusedAnswer } from "../../../src/core/edits/parse/refusedAnswer";
import { languageOf } from "./languages";
import { isBlank, type Lines, type RealEdit } from "./realEdit";
import type { Rendered } from "./styles/style";

/** The result of applying an answer. */
export interface Outcome {
	readonly kind: "correct" | "refused" | "wrong";
	/** Whether lines are lost that existed before and should have stayed. */
	readonly deletes: boolean;
	/** The resulting text; for a refusal, its reason. */
	readonly got: string;
}

/** Applies an answer as the extension does, and compares the text with the correct ones. */
export function outcomeOf(
	edit: RealEdit,
	{ answer, place, lines = edit.lines, expected, chat, eol = "\n" }: Rendered,
): Outcome {
	const languageId = languageOf(edit.path)?.id ?? "plaintext";
	const { path, indentation } = edit;
	const document = { text: lines.join(eol), ...place, languageId, path, indentation };
	try {
		const got = chat ? appliedText(answer, document, place.count > 0) : editedText(answer, document);
		const isExpected = (text: readonly string[]) =>
			text.join(eol) === got || isSameButForEnds(lines, place, text, got.split(eol));
		if (expected.some(isExpected)) return { kind: "correct", deletes: false, got };
		return { kind: "wrong", deletes: expected.every((text) => losesLines(lines, text, got.split(eol))), got };
	} catch (error) {
		if (!(error instanceof RefusedAnswer)) throw error;
		return { kind: "refused", deletes: false, got: error.message };
	}
}

/** Returns whether two texts differ only in the number of blank lines at the ends of the place. */
function isSameButForEnds(
	lines: readonly string[],
	{ start, count }: Lines,
	one: readonly string[],
	other: readonly string[],
): boolean {
	if (count === 0) return false;
	const filled = (text: readonly string[]) => ({
		first: text.findIndex((line) => !isBlank(line)),
		end: text.findLastIndex((line) => !isBlank(line)) + 1,
	});
	const above = lines.slice(0, filled(lines.slice(0, start)).end);
	const below = lines.slice(start + count);
	const after = below.slice(Math.max(0, filled(below).first));
	const middle = (text: readonly string[]) => {
		const to = text.length - after.length;
		const isAround = above.every((line, at) => text[at] === line) && after.every((line, at) => text[to + at] === line);
		const inner = text.slice(above.length, to);
		const { first, end } = filled(inner);
		return isAround && first >= 0 ? inner.slice(first, end).join("\n") : undefined;
	};
	const [mine, theirs] = [middle(one), middle(other)];
	return mine !== undefined && mine === theirs;
}

/** Returns whether lines of the old text that the correct one keeps are missing. */
export function losesLines(before: readonly string[], expected: readonly string[], got: readonly string[]): boolean {
	const count = (lines: readonly string[]) => {
		const counts = new Map<string, number>();
		for (const line of lines.map((line) => line.trim())) {
			if (/\w/.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
		}
		return counts;
	};
	const [old, now] = [count(before), count(got)];
	return [...count(expected)].some(([line, wanted]) => Math.min(wanted, old.get(line) ?? 0) > (now.get(line) ?? 0));
}
