import * as l10n from "@vscode/l10n";
import { fenceInfo } from "../../shared/fenceInfo";
import { fenceAround } from "../../shared/untrusted/markdownLine";
import { splitLines } from "../base/splitLines";
import { searchBlock } from "./editInstruction";
import { OtherLinesSelected, RefusedAnswer } from "./parse/refusedAnswer";
import { firstLine } from "./text/lineMatch";

/** Maximum length of the line that is quoted, in characters. */
const longestQuote = 200;

/** A code block of the chat that could not be applied to a file; `answer` is the code. */
export class RefusedCode extends RefusedAnswer {
	/** Whether it can be applied if the selection is ignored. */
	readonly fitsElsewhere: boolean;

	constructor(
		refused: RefusedAnswer,
		/** The path of the file, as the model is given it. */
		readonly path: string,
		/** Its URI, in the form that sources of context use. */
		readonly uri: string,
	) {
		super(refused.message, refused.answer);
		this.fitsElsewhere = refused instanceof OtherLinesSelected;
	}
}

/**
 * Returns the question that asks for refused code in another form. The user sees it in the conversation, where it
 * differs from every other question.
 *
 * @param asked the texts of the conversation.
 */
export function questionAboutRefused({ message, answer, path }: RefusedCode, asked: readonly string[]): string {
	const line = (firstLine(splitLines(answer)) ?? "").trim().slice(0, longestQuote).toWellFormed();
	const parts = [
		l10n.t("The code block that begins with this line could not be applied to {0}:", path),
		fenced(line),
		l10n.t("The reason: {0}", message),
		l10n.t(
			"Answer with search-and-replace blocks in one fenced code block, in the form below: the lines to change exactly as they are in the file, enough of them to occur only once, and then the lines that replace them.",
		),
		// An answer that names the file is applied to it, whatever is open by then.
		fenced(searchBlock, fenceInfo(path).path === path && !path.includes("`") ? path : ""),
	];
	const known = new Set(asked);
	let question = parts.join("\n\n");
	for (let attempt = 2; known.has(question); attempt++)
		question = [...parts, l10n.t("This is attempt {0}: do not give the same answer again.", attempt)].join("\n\n");
	return question;
}

function fenced(text: string, info = ""): string {
	const fence = fenceAround(text);
	return `${fence}${info}\n${text}\n${fence}`;
}
