import { type CursorText, cursorTextAt, extentAt } from "../../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../../src/core/completions/answer/shapeAnswer";
import type { Half } from "../../edits/realEdit";
import { badAnswersHeld } from "./badAnswersHeld";
import { badAnswersTrain } from "./badAnswersTrain";
import { goodAnswers } from "./goodAnswers";
import { answerPlaces } from "./places";

/** The results of the answers of one half. */
export interface AnswerFigures {
	readonly bad: number;
	/** Bad answers of which a wrong part is shown. */
	readonly badShown: number;
	readonly good: number;
	readonly languages: number;
	/** Good answers of which nothing is shown, and those that are shown in part or differently. */
	readonly withheld: number;
	readonly changed: number;
}

const badAnswers = { train: badAnswersTrain, held: badAnswersHeld } satisfies Record<Half, unknown>;

/** Shapes the hand-written bad answers of one half, and the good ones that are cut from real code. */
export async function answerFigures(half: Half): Promise<AnswerFigures> {
	const bad = Object.values(badAnswers[half]).flat();
	const badShown = bad.filter(([place, answer]) => {
		const { before, after, languageId, truth } = answerPlaces[place];
		const cursor = cursorTextAt(before + after, before.length, languageId, "a");
		const text = shown(answer.replaceAll("§", truth), cursor)?.trim();
		return text !== undefined && !truth.startsWith(text) && !text.startsWith(truth);
	});
	const good = await goodAnswers(half);
	const texts = good.map(({ raw, cursor, truth }) => ({ text: shown(raw, cursor), truth }));
	return {
		bad: bad.length,
		badShown: badShown.length,
		good: good.length,
		languages: new Set(good.map(({ languageId }) => languageId)).size,
		withheld: texts.filter(({ text }) => text === undefined).length,
		changed: texts.filter(({ text, truth }) => text !== undefined && compared(text) !== compared(truth)).length,
	};
}

function shown(raw: string, cursor: CursorText): string | undefined {
	return shapeAnswer(raw, cursor, extentAt(cursor))?.text;
}

/** Returns a text without white space at the ends of its lines. */
function compared(text: string): string {
	return text
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n")
		.trim();
}
