import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Attachment, Question } from "../../shared/conversation";
import { LightElement } from "./lightElement";

/** A question of the user's, as it was written, with what went along. */
export class QuestionElement extends LightElement {
	static override properties = { question: { attribute: false } };

	declare question: Question;

	protected override render(): TemplateResult {
		const { text, attachments } = this.question;
		// The text's white space is kept, so nothing may stand between it and its tags.
		return html`<article class="question" aria-label=${l10n.t("You")}>
			<div class="question-text" dir="auto">${text}</div>
			${
				attachments.length === 0
					? nothing
					: html`<ul class="chips" aria-label=${l10n.t("Attachments")}>
						${attachments.map((attachment) => chip(attachment))}
					</ul>`
			}
		</article>`;
	}
}

function chip({ name, path, lines }: Attachment): TemplateResult {
	const place = lines ? l10n.t("{0}, lines {1} to {2}", path, lines[0], lines[1]) : path;
	return html`<li class="chip" title=${place}>
		<i class="codicon codicon-file" aria-hidden="true"></i><span class="chip-name">${name}</span>
	</li>`;
}

customElements.define("gatehouse-question", QuestionElement);
