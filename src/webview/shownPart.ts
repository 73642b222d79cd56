import { html, type TemplateResult } from "lit";
import { limits } from "../shared/untrusted/limits";

/** Whether a text is longer than what the panel shows of one. */
export function isCut(text: string): boolean {
	return text.length > limits.shownText;
}

/** The part of a text that is shown. @param before how much of the same text came before it. */
export function shownPart(text: string, before = 0): string {
	return text.slice(0, Math.max(0, limits.shownText - before));
}

/** The line under a text that is not shown to its end. */
export function cutNote(text: string): TemplateResult {
	return html`<div class="cut-note" role="note">
		<i class="codicon codicon-ellipsis" aria-hidden="true"></i><span>${text}</span>
	</div>`;
}
