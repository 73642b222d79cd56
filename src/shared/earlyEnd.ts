import * as l10n from "@vscode/l10n";

/** The words for a content filter: OpenAI's, Bedrock's, Anthropic's and, in small letters, Gemini's. */
const filters = new Set([
	"content_filter",
	"content_filtered",
	"guardrail_intervened",
	"refusal",
	"safety",
	"recitation",
	"blocklist",
	"prohibited_content",
	"spii",
]);

/** How an answer can end early although its stream is complete. */
export type EarlyEnd = "length" | "filter";

/** Returns why an answer with this finish reason is incomplete; `undefined` if it is not known to be. */
export function earlyEnd(finishReason: string): EarlyEnd | undefined {
	if (finishReason === "length") return "length";
	return filters.has(finishReason) ? "filter" : undefined;
}

/** Returns the note about an answer that ended early. */
export function earlyEndText(end: EarlyEnd): string {
	return end === "length" ? l10n.t("Cut off at the length limit") : l10n.t("Cut off by the gateway's content filter");
}
