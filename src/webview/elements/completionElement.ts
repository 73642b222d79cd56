import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Suggestion } from "../../shared/chatProtocol";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";

/** The id of the list, for the box that is completed to say that it controls it. */
export const completionListId = "completion";

/** The id of a suggestion, for the box to say which one is active. */
export const completionOptionId = (place: number): string => `${completionListId}-${place}`;

/**
 * The list of suggestions above a text box. The box keeps the keyboard and says which suggestion is active
 * (`aria-activedescendant`), as the ARIA Authoring Practices have it for a combobox with a list.
 */
export class CompletionElement extends LightElement {
	static override properties = {
		suggestions: { attribute: false },
		active: { attribute: false },
		name: { attribute: false },
		choose: { attribute: false },
	};

	declare suggestions: readonly Suggestion[];
	/** The place of the active one. */
	declare active: number;
	/** What the list is called, for those who cannot see it. */
	declare name: string;
	declare choose: (suggestion: Suggestion) => void;

	protected override updated(changed: PropertyValues): void {
		if (changed.has("active") || changed.has("suggestions")) {
			this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
		}
	}

	protected override render(): TemplateResult | typeof nothing {
		if (this.suggestions.length === 0) return nothing;
		// A press must not take the keyboard from the box.
		return html`<ul
			class="completion"
			role="listbox"
			id=${completionListId}
			aria-label=${this.name}
			tabindex="-1"
			@pointerdown=${(event: Event) => event.preventDefault()}
			@mousedown=${(event: Event) => event.preventDefault()}
		>
			${this.suggestions.map((suggestion, place) => this.#option(suggestion, place))}
		</ul>`;
	}

	#option(suggestion: Suggestion, place: number): TemplateResult {
		const { icon } = suggestion;
		const [label, detail] = [withoutHidden(suggestion.label), withoutHidden(suggestion.detail)];
		return html`<li
			class="completion-option"
			role="option"
			id=${completionOptionId(place)}
			aria-selected=${place === this.active ? "true" : "false"}
			title=${detail === "" ? label : `${label}: ${detail}`}
			@click=${() => this.choose(suggestion)}
		>
			<i class="codicon codicon-${icon}" aria-hidden="true"></i>
			<span class="completion-label" dir="auto">${label}</span>
			<span class="completion-detail" dir="auto">${detail}</span>
		</li>`;
	}
}

customElements.define("gatehouse-completion", CompletionElement);
