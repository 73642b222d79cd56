import * as l10n from "@vscode/l10n";
import { html, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Message } from "../../shared/conversation";
import { BottomFollower } from "../bottomFollower";
import type { Page } from "../page";
import { LightElement } from "./lightElement";
import "./answerElement";
import "./questionElement";

/** The conversation, oldest first. */
export class TranscriptElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		messages: { attribute: false },
		conversation: { attribute: false },
	};

	declare page: Page;
	declare messages: readonly Message[];
	declare conversation: string;

	#follower: BottomFollower | undefined;
	#lastQuestion: string | undefined;

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#follower?.dispose();
		this.#follower = undefined;
	}

	protected override updated(changed: PropertyValues): void {
		const [log] = this.children;
		const content = log?.firstElementChild;
		if (!(log instanceof HTMLElement) || !content) return;
		this.#follower ??= new BottomFollower(log, content, (top) => {
			this.page.memory.setScrollTop(this.page.state.conversation, top);
		});
		const question = this.messages.findLast((message) => message.role === "user")?.id;
		if (changed.has("conversation")) this.#follower.goTo(this.page.memory.scrollTop(this.conversation));
		else if (question !== this.#lastQuestion) this.#follower.goTo(null);
		this.#lastQuestion = question;
	}

	protected override render(): TemplateResult {
		const lastAnswer = this.messages.findLast((message) => message.role === "assistant")?.id;
		// A log speaks every change by itself; here beginnings and ends are announced elsewhere, not each word.
		return html`<div class="transcript" role="log" aria-live="off" aria-label=${l10n.t("Conversation")} tabindex="0">
			<div class="messages">
				${repeat(
					this.messages,
					({ id }) => id,
					(message) =>
						message.role === "user"
							? html`<gatehouse-question .page=${this.page} .question=${message}></gatehouse-question>`
							: html`<gatehouse-answer
								.page=${this.page}
								.answer=${message}
								.last=${message.id === lastAnswer}
							></gatehouse-answer>`,
				)}
			</div>
		</div>`;
	}
}

customElements.define("gatehouse-transcript", TranscriptElement);
