import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import type { ContextView } from "../../shared/chatProtocol";
import { Debounce } from "../../shared/debounce";
import { numberText, tokensText } from "../../shared/text/numberText";
import { systemTimers } from "../../shared/timers";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** Delay between the last key and sending the draft to the host, in milliseconds. */
const draftAfter = 150;

/** Shows how much of the model's context the next request would use. */
export class ContextMeterElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		context: { attribute: false },
		openFileTokens: { attribute: false },
		draft: { attribute: false },
		model: { attribute: false },
	};

	declare page: Page;
	declare context: ContextView;
	/** The tokens of the open file if it goes with the question: it is attached only when the question is sent. */
	declare openFileTokens: number;
	/** The text in the composer, which counts too. */
	declare draft: string;
	/** The model for this question, whose limit applies; null for the chosen model. */
	declare model: string | null;

	readonly #sending = new Debounce(
		systemTimers,
		{ quiet: draftAfter },
		() => void this.page.attempt(this.page.host.setDraft(this.draft, this.model)),
	);

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#sending.dispose();
	}

	protected override updated(changed: PropertyValues): void {
		if (changed.has("draft") || changed.has("model")) this.#sending.call();
	}

	protected override render(): TemplateResult | typeof nothing {
		const { limit, room, estimate } = this.context;
		const tokens = this.context.tokens + this.openFileTokens;
		const fits = room === null || tokens <= room;
		if (limit === null) {
			if (tokens === 0) return nothing;
			const text = tokensText(tokens, estimate);
			return html`<span class="meter" title=${l10n.t("The next question with everything that is sent; the model's context size is unknown")}
				>${text}</span
			>`;
		}
		const share = Math.min(1, tokens / limit);
		const percent = numberText(tokens / limit, undefined, { style: "percent" });
		const whole = l10n.t("{0} of {1} tokens", numberText(tokens), numberText(limit));
		const text = estimate ? l10n.t("{0}, an estimate", whole) : whole;
		return html`<span
			class="meter ${fits ? "" : "meter-over"}"
			role="meter"
			aria-label=${l10n.t("Context used")}
			aria-valuemin="0"
			aria-valuemax=${limit}
			aria-valuenow=${Math.min(tokens, limit)}
			aria-valuetext=${fits ? text : l10n.t("{0}: too much", text)}
			title=${fits ? text : l10n.t("{0}: too much", text)}
		>
			${fits ? nothing : html`<i class="codicon codicon-warning" aria-hidden="true"></i>`}
			<svg class="meter-bar" viewBox="0 0 40 4" aria-hidden="true">
				<rect class="meter-track" width="40" height="4" rx="2" />
				${svg`<rect class="meter-fill" width=${40 * share} height="4" rx="2" />`}
			</svg>
			<span>${estimate ? "≈ " : ""}${percent}</span>
		</span>`;
	}
}

customElements.define("gatehouse-context-meter", ContextMeterElement);
