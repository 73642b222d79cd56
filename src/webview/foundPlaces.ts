import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";

/**
 * Returns one chip for the places that a search has found, which expands to the chips given; a single chip stays as it
 * is.
 */
export function foundPlaces(chips: readonly TemplateResult[], size = ""): TemplateResult | typeof nothing {
	if (chips.length < 2) return chips[0] ?? nothing;
	const name = l10n.t("Codebase: {0} places", chips.length);
	return html`<li class="found-places">
		<details>
			<summary class="chip">
				<i class="codicon codicon-chevron-right" aria-hidden="true"></i
				><i class="codicon codicon-search-sparkle" aria-hidden="true"></i><span class="chip-name">${name}</span>
				${size === "" ? nothing : html`<span class="chip-tokens">${size}</span>`}
			</summary>
			<ul class="chips" aria-label=${l10n.t("Found places")}>${chips}</ul>
		</details>
	</li>`;
}
