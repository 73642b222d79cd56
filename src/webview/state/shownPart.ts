import { html, type TemplateResult } from "lit";
import { limits } from "../../shared/untrusted/limits";

/** Returns whether a text is longer than the part of it that the panel shows. */
export function isCut(text: string): boolean {
	return text.length > limits.shownText;
}

/** Returns the part of a text that is shown. @param before length of the same text that came before it. */
export function shownPart(text: string, before = 0): string {
	return text.slice(0, Math.max(0, limits.shownText - before));
}

/** Returns the note below a text that is not shown completely. */
export function cutNote(text: string): TemplateResult {
	return html`<div class="cut-note" role="note">
		<i class="codicon codicon-ellipsis" aria-hidden="true"></i><span>${text}</span>
	</div>`;
}
