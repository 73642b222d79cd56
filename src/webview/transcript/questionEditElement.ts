import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Question } from "../../shared/conversation";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** Edits a question: Enter asks the new version, Escape discards it. */
export class QuestionEditElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		question: { attribute: false },
		done: { attribute: false },
		text: { state: true },
		asking: { state: true },
	};

	declare page: Page;
	declare question: Question;
	/** Called when the question is asked or the edit is cancelled. */
	declare done: () => unknown;
	declare protected text: string;
	declare protected asking: boolean | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.text = this.page.memory.editOf(this.question.id) ?? this.question.text;
		this.page.memory.setEdit(this.question.id, this.text);
	}

	protected override firstUpdated(): void {
		const area = this.querySelector("textarea");
		area?.focus();
		area?.setSelectionRange(area.value.length, area.value.length);
	}

	protected override render(): TemplateResult {
		return html`<div class="question-edit">
			<textarea
				rows="1"
				dir="auto"
				aria-label=${l10n.t("Edit question")}
				.value=${live(this.text)}
				@input=${(event: Event) => this.#write((event.currentTarget as HTMLTextAreaElement).value)}
				@keydown=${this.#keyDown}
			></textarea>
			<div class="question-edit-buttons">
				<button class="link-button" @click=${this.#cancel}>${l10n.t("Cancel")}</button>
				<button class="primary-button" ?disabled=${!this.#canAsk} @click=${this.#ask}>${l10n.t("Ask")}</button>
			</div>
		</div>`;
	}

	get #canAsk(): boolean {
		return this.text.trim() !== "" && !this.asking;
	}

	#write(text: string): void {
		this.text = text;
		this.page.memory.setEdit(this.question.id, text);
	}

	readonly #keyDown = (event: KeyboardEvent): void => {
		// While an input method composes text, Enter accepts it and Escape cancels it.
		if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
		if (event.key === "Escape") {
			// In the panel, Escape would stop an answer.
			event.stopPropagation();
			event.preventDefault();
			this.#cancel();
		} else if (event.key === "Enter" && !event.shiftKey) {
			event.preventDefault();
			void this.#ask();
		}
	};

	readonly #cancel = (): void => {
		this.page.memory.setEdit(this.question.id, null);
		this.done();
	};

	readonly #ask = async (): Promise<void> => {
		if (!this.#canAsk) return;
		this.asking = true;
		this.page.state.setNotice(null);
		const asked = await this.page.attempt(this.page.host.edit(this.question.id, this.text.trimEnd()), this.#ask);
		this.asking = false;
		if (!asked) return;
		this.page.memory.setEdit(this.question.id, null);
		this.page.state.focusComposer();
		this.done();
	};
}

customElements.define("gatehouse-question-edit", QuestionEditElement);
