import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Attachment, Question } from "../../shared/conversation";
import { kindIcon } from "../kindIcon";
import type { Page } from "../page";
import { LightElement } from "./lightElement";

/** A question of the user's, as it was written, with what went along. */
export class QuestionElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		question: { attribute: false },
		leftOut: { attribute: false },
	};

	declare page: Page;
	declare question: Question;
	/** Ids of the attachments that are not sent any more, among others. */
	declare leftOut: readonly string[];

	protected override render(): TemplateResult {
		const { text, attachments } = this.question;
		// The text's white space is kept, so nothing may stand between it and its tags.
		return html`<article class="question" aria-label=${l10n.t("You")}>
			<div class="question-text" dir="auto">${text}</div>
			${
				attachments.length === 0
					? nothing
					: html`<ul class="chips" aria-label=${l10n.t("Attachments")}>
						${attachments.map((attachment) => this.#chip(attachment))}
					</ul>`
			}
		</article>`;
	}

	#chip({ id, kind = "file", name, path, lines }: Attachment): TemplateResult {
		const place = lines ? l10n.t("{0}, lines {1} to {2}", path, lines[0], lines[1]) : path;
		const out = this.leftOut.includes(id);
		return html`<li class="chip ${out ? "chip-out" : ""}">
			<button class="chip-open" title=${place} @click=${() => this.page.attempt(this.page.host.openAttachment(id))}>
				<i class="codicon codicon-${kindIcon[kind]}" aria-hidden="true"></i><span class="chip-name">${name}</span>
				${out ? html`<span class="chip-tokens">${l10n.t("not sent")}</span>` : nothing}
			</button>
		</li>`;
	}
}

customElements.define("gatehouse-question", QuestionElement);
