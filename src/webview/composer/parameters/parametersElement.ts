import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChatParameters, ParametersView } from "../../../shared/chatParameters";
import { numberText, tokensText } from "../../../shared/text/numberText";
import { LightElement } from "../../lightElement";
import type { Page } from "../../page";
import type { ParametersFormElement } from "./parametersFormElement";

/** The conversation's own parameters: a button that shows whether there are any, and opens a form. */
export class ParametersElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		conversation: { attribute: false },
		parameters: { attribute: false },
		open: { state: true },
	};

	declare page: Page;
	declare conversation: string;
	declare parameters: ParametersView;
	declare protected open: boolean | undefined;

	protected override updated(changed: PropertyValues): void {
		// Values entered for one conversation do not apply to another.
		if (changed.has("conversation")) this.querySelector<ParametersFormElement>("gatehouse-parameters-form")?.close();
	}

	protected override render(): TemplateResult {
		const set = Object.keys(this.parameters.own).length;
		const label =
			set === 0 ? l10n.t("Parameters") : l10n.t("Parameters ({0}): {1}", set, summaryOf(this.parameters.own));
		return html`<button
				class="icon-button parameters-button"
				aria-haspopup="dialog"
				title=${label}
				aria-label=${label}
				@click=${this.#show}
			>
				<i class="codicon codicon-settings" aria-hidden="true"></i
				>${set === 0 ? nothing : html`<span class="badge" data-count=${set}></span>`}
			</button>
			${
				this.open
					? html`<gatehouse-parameters-form
						.page=${this.page}
						.parameters=${this.parameters}
						.closed=${this.#closed}
					></gatehouse-parameters-form>`
					: nothing
			}`;
	}

	readonly #show = async (): Promise<void> => {
		this.open = await this.page.attempt(this.page.later.parametersForm.load());
	};

	readonly #closed = (): void => {
		this.open = false;
	};
}

function summaryOf({ temperature, maxTokens, systemPrompt }: ChatParameters): string {
	return [
		temperature === undefined ? [] : [l10n.t("temperature {0}", numberText(temperature))],
		maxTokens === undefined ? [] : [l10n.t("at most {0}", tokensText(maxTokens, false))],
		systemPrompt === undefined ? [] : [l10n.t("its own system prompt")],
	]
		.flat()
		.join(", ");
}

customElements.define("gatehouse-parameters", ParametersElement);
