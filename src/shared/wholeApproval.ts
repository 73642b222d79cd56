import { type AgentApproval, approvalSubject, approvalText, isForFile, mustBeSeen } from "./agentApproval";
import { approvalTitle } from "./agentRowTexts";
import { exactCommand, exactJson, foldedLines, withoutRightToLeft } from "./text/exactText";
import { withHiddenNumbers } from "./text/hiddenCharacters";

/** A document that shows everything that the user is asked to allow. */
export interface WholeApproval {
	readonly name: string;
	readonly extension: "diff" | "txt";
	readonly text: string;
}

/**
 * Maximum widths of a line, in columns: what most editors show without scrolling, and what VS Code always renders.
 */
const seenAtOnce = 120;
const rendered = 5_000;

/**
 * Returns the document that shows everything that the user is asked to allow; no text is hidden beyond a line's end.
 */
export function wholeApproval(approval: AgentApproval): WholeApproval {
	const text = approvalText(approval);
	if (isForFile(approval)) {
		const path = approvalSubject(approval);
		const name = path.split("/").at(-1) ?? path;
		const shown = withHiddenNumbers(text);
		const lines = mustBeSeen(approval)
			? foldedLines(withoutRightToLeft(shown), seenAtOnce)
			: foldedLines(shown, rendered);
		return { name, extension: "diff", text: lines };
	}
	const exact = approval.kind === "command" ? exactCommand(text) : exactJson(text);
	return { name: approvalTitle(approval), extension: "txt", text: foldedLines(withoutRightToLeft(exact), seenAtOnce) };
}
