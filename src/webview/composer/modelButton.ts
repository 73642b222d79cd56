import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import type { Page } from "../page";

/**
 * Returns the button that shows the chosen model, if there is one, and lets the user choose another.
 *
 * @param limits what is left of the gateway's limits.
 */
export function modelButton(page: Page, model: string | null, limits: readonly string[]): TemplateResult {
	const name = model === null ? null : withoutHidden(model);
	// The accessible name contains the visible text, for voice control.
	const label = name === null ? l10n.t("Choose model") : l10n.t("Choose model: {0}", name);
	return html`<button
		class="model-button"
		title=${[label, ...limits].join("\n")}
		aria-label=${label}
		@click=${() => page.attempt(page.host.selectModel())}
	>
		${name === null ? html`<span>${label}</span>` : modelName(name)}<i class="codicon codicon-chevron-down model-chevron" aria-hidden="true"></i>
	</button>`;
}

/** Returns a model's name, whose owner, as in “owner/model”, is cut off first where there is no room. */
function modelName(name: string): TemplateResult {
	const at = name.lastIndexOf("/") + 1;
	if (at === 0 || at === name.length) return html`<span>${name}</span>`;
	return html`<span class="model-name"
		><span class="model-owner">${name.slice(0, at)}</span><span>${name.slice(at)}</span></span
	>`;
}

/** Returns the chip of the model that answers only the next question; nothing when the chosen model does. */
export function modelChip(model: string | null, onRemove: () => void): TemplateResult | typeof nothing {
	if (model === null) return nothing;
	const name = withoutHidden(model);
	const remove = l10n.t("Remove {0}", name);
	return html`<div class="composer-chips">
		<span class="chip" title=${l10n.t("{0} answers only this question", name)}
			><i class="codicon codicon-mention" aria-hidden="true"></i><span class="chip-name">${name}</span
			><button class="chip-remove" title=${remove} aria-label=${remove} @click=${onRemove}
				><i class="codicon codicon-close" aria-hidden="true"></i></button
		></span>
	</div>`;
}
