import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { RetryWait } from "../../shared/conversation";
import { duration } from "../../shared/text/duration";
import { cutText } from "../../shared/untrusted/cutText";
import { LightElement } from "../lightElement";
import "../noticeElement";

/** Maximum length of the reason that is shown while the request is still retried, in characters. */
const longestShown = 200;

/** The countdown until a request is retried. */
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
		const left = duration(this.wait.until - Date.now());
		return html`<gatehouse-notice
			.kind=${"info"}
			.text=${l10n.t("Trying again in {0}. {1}", left, cutText(this.wait.message, longestShown))}
			.actions=${[{ label: l10n.t("Cancel"), run: this.cancel }]}
		></gatehouse-notice>`;
	}
}

customElements.define("gatehouse-wait", WaitElement);
