import { html, type TemplateResult } from "lit";
import { withoutHidden } from "../shared/text/hiddenCharacters";
import { LightElement } from "./lightElement";

/** A button of a notice. */
export interface NoticeAction {
	readonly label: string;
	run(): unknown;
}

/** A sentence about a state or a failure, with buttons for the remedies. */
export class NoticeElement extends LightElement {
	static override properties = {
		kind: { attribute: false },
		text: { attribute: false },
		actions: { attribute: false },
	};

	declare kind: "info" | "warning" | "error";
	declare text: string;
	declare actions: readonly NoticeAction[];

	protected override render(): TemplateResult {
		return html`<div class="notice ${this.kind}">
			<i class="codicon codicon-${this.kind}" aria-hidden="true"></i>
			<div class="notice-body">
				<span class="notice-text">${withoutHidden(this.text)}</span>
				<span class="notice-actions">
					${this.actions.map(({ label, run }) => html`<button class="link-button" @click=${run}>${label}</button>`)}
				</span>
			</div>
		</div>`;
	}
}

customElements.define("gatehouse-notice", NoticeElement);
