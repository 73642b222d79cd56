import assert from "node:assert/strict";
import { appliedText } from "../../../../src/core/edits/apply/replyEdit";
import { RefusedAnswer } from "../../../../src/core/edits/parse/refusedAnswer";

/** Applies a code block of the chat without a selection; returns `null` when it is refused. */
export function appliedInChat(code: string, text: string, languageId: string): string | null {
	const place = { text, start: 0, count: 0, languageId, path: "file", indentation: "\t" };
	try {
		return appliedText(code, place, false);
	} catch (error) {
		assert.ok(error instanceof RefusedAnswer);
		return null;
	}
}
