import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { RetryWait } from "../../shared/conversation";
import { waitText } from "../../shared/text/waitText";
import { cutText } from "../../shared/untrusted/cutText";
import { LightElement } from "../lightElement";
import "../noticeElement";

/** Maximum length of the reason that is shown while the request is still retried, in characters. */
const longestShown = 200;

/** The countdown until a request is retried, or the time of day if that is long. */
export class WaitElement extends LightElement {
	static override properties = { wait: { attribute: false }, cancel: { attribute: false } };

	declare wait: RetryWait;
	declare cancel: () => unknown;

	#ticking: ReturnType<typeof setInterval> | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.#ticking = setInterval(() => this.requestUpdate(), 1000);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearInterval(this.#ticking);
	}

	protected override render(): TemplateResult {
		const { until, message } = this.wait;
		const wait = { until, reason: cutText(message, longestShown) };
		return html`<gatehouse-notice
			.kind=${"info"}
			.text=${waitText(wait, Date.now(), document.documentElement.lang)}
			.actions=${[{ label: l10n.t("Cancel"), run: this.cancel }]}
		></gatehouse-notice>`;
	}
}

customElements.define("gatehouse-wait", WaitElement);
