import { depthOf } from "../../../../src/core/completions/answer/answerCut";
import { type CursorText, cursorTextAt, extentAt, isNoPlace } from "../../../../src/core/completions/answer/cursorText";
import type { Half } from "../../edits/realEdit";
import { SeededRandom } from "../../edits/seededRandom";
import { type AnswerSource, answerSources } from "./answerSources";

/** Real code at a place of a file, as a model would write it. */
export interface GoodAnswer {
	readonly languageId: string;
	readonly cursor: CursorText;
	readonly raw: string;
	readonly truth: string;
}

/** Number of answers in each language. */
const ofLanguage = 60;
/** Maximum number of places that are tried for one answer. */
const tries = 12;
/** Maximum number of lines of a block, and of those that a model may write after an answer. */
const mostLines = 24;
const further = 2;

/** Returns ends of lines, whole lines and blocks of the real code of one half, in each language. */
export async function goodAnswers(half: Half): Promise<readonly GoodAnswer[]> {
	const byLanguage = new Map<string, AnswerSource[]>();
	for (const source of await answerSources(half)) {
		const files = byLanguage.get(source.languageId) ?? [];
		byLanguage.set(source.languageId, files);
		files.push(source);
	}
	return [...byLanguage].flatMap(([languageId, files]) => {
		const random = new SeededRandom(`answers ${half} ${languageId}`);
		const answers: GoodAnswer[] = [];
		for (let count = 0; count < ofLanguage * tries && answers.length < ofLanguage; count++) {
			const answer = answerIn(random.pick(files), random);
			if (answer && !isNoPlace(answer.cursor)) answers.push(answer);
		}
		return answers;
	});
}

function answerIn({ path, languageId, text }: AnswerSource, random: SeededRandom): GoodAnswer | undefined {
	const lines = text.split("\n");
	const at = 1 + random.below(Math.max(1, lines.length - 2));
	const line = lines[at] ?? "";
	if (line.trim().length < 3) return undefined;
	const margin = depthOf(line);
	const breaks = [...line.matchAll(/[=(,:\s>"'|]\s?(?=\S)/g)]
		.map((found) => found.index + found[0].length)
		.filter((index) => index > margin && line.length - index >= 2);
	const split = random.below(5) < 2 && breaks.length > 0 ? random.pick(breaks) : margin;
	const cursorAt = (end: number) => {
		const before = [...lines.slice(0, at), line.slice(0, split)].join("\n");
		return cursorTextAt([before, ...lines.slice(end)].join("\n"), before.length, languageId, path);
	};
	const isBlock = extentAt(cursorAt(at + 1)) === "block";
	const end = isBlock ? blockEnd(lines, at) : at + 1;
	const truth = [line.slice(split), ...lines.slice(at + 1, end)].join("\n").trimEnd();
	// Some models repeat the indentation, and some continue it.
	const first = split === margin && random.below(3) === 0 ? line : line.slice(split);
	const raw = [first, ...lines.slice(at + 1, end + (random.below(2) === 0 ? further : 0))].join("\n");
	return { languageId, cursor: cursorAt(end), raw, truth };
}

/** Returns the end of the block that begins with a line: before the first line with less indentation. */
function blockEnd(lines: readonly string[], start: number): number {
	const margin = depthOf(lines[start] ?? "");
	let end = start + 1;
	while (end < lines.length && end - start < mostLines && isWithin(lines[end] ?? "", margin)) end++;
	while ((lines[end - 1] ?? "").trim() === "") end--;
	return end;
}

function isWithin(line: string, margin: number): boolean {
	return line.trim() === "" || depthOf(line) >= margin;
}
