import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Suggestion } from "../../../shared/chatProtocol";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { LightElement } from "../../lightElement";

/** The id of the list, which the text box references in `aria-controls`. */
export const completionListId = "completion";

/** Returns the id of a suggestion, with which the text box references the active one. */
export const completionOptionId = (place: number): string => `${completionListId}-${place}`;

/**
 * The list of suggestions above a text box. The box keeps the focus and references the active suggestion
 * (`aria-activedescendant`), as the ARIA Authoring Practices recommend for a combobox with a list.
 */
export class CompletionElement extends LightElement {
	static override properties = {
		suggestions: { attribute: false },
		active: { attribute: false },
		name: { attribute: false },
		choose: { attribute: false },
	};

	declare suggestions: readonly Suggestion[];
	/** The index of the active suggestion. */
	declare active: number;
	/** The accessible name of the list. */
	declare name: string;
	declare choose: (suggestion: Suggestion) => void;

	protected override updated(changed: PropertyValues): void {
		if (changed.has("active") || changed.has("suggestions")) {
			this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
		}
	}

	protected override render(): TemplateResult | typeof nothing {
		if (this.suggestions.length === 0) return nothing;
		// Pressing the mouse button must not take the focus from the box.
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
		const [label, path] = [withoutHidden(suggestion.label), withoutHidden(suggestion.detail)];
		// If a path ends with the name, only its folder is shown, as in VS Code's own lists.
		const isPath = path === label || path.endsWith(`/${label}`);
		const isWhole = isPath || icon === "mention";
		const detail = isPath ? path.slice(0, -label.length - 1) : path;
		return html`<li
			class=${isWhole ? "completion-option completion-whole" : "completion-option"}
			role="option"
			id=${completionOptionId(place)}
			aria-selected=${place === this.active ? "true" : "false"}
			title=${isPath ? path : path === "" ? label : l10n.t("{0}: {1}", label, path)}
			@click=${() => this.choose(suggestion)}
		>
			<i class="codicon codicon-${icon}" aria-hidden="true"></i>
			<span class="completion-text">
				<span class="completion-label" dir="auto">${label}</span>
				<span class="completion-detail" dir="auto">${detail}</span>
			</span>
		</li>`;
	}
}

customElements.define("gatehouse-completion", CompletionElement);
