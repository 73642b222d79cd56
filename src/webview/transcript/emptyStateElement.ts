import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ConnectionView } from "../../shared/chatProtocol";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** Shown in place of the messages before there are any: how to begin. */
export class EmptyStateElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		connection: { attribute: false },
		helps: { state: true },
	};

	declare page: Page;
	declare connection: ConnectionView;
	/** Whether the hint on where to find a key is shown. */
	declare protected helps: boolean;

	constructor() {
		super();
		this.helps = false;
	}

	/**
	 * Makes the element focusable unless it has a button, so that it can be scrolled with the keyboard in a low panel.
	 */
	protected override updated(): void {
		if (this.querySelector("button")) this.removeAttribute("tabindex");
		else this.tabIndex = 0;
	}

	protected override render(): TemplateResult {
		if (this.connection.gateway === null) return this.#unconnected();
		return this.connection.model === null ? this.#withoutModel(this.connection.gateway) : this.#ready();
	}

	#unconnected(): TemplateResult {
		const { host } = this.page;
		return html`<div class="empty">
			<h2>${l10n.t("Ask your gateway")}</h2>
			<p>
				${l10n.t("Connect with the address and the API key that your organisation gave you. The key stays in this computer's secret store.")}
			</p>
			<button class="primary-button" @click=${() => this.page.attempt(host.connect())}
				>${l10n.t("Connect to a Gateway…")}</button
			>
			<button class="link-button" aria-expanded=${this.helps} @click=${() => {
				this.helps = !this.helps;
			}}>
				${l10n.t("Where do I find my key?")}
			</button>
			${this.helps ? html`<p role="status">${l10n.t("Sign in on your gateway's web page and open its “My keys” tab, where keys are created, renewed and deleted. Your gateway's administrator knows the page's address.")}</p>` : nothing}
		</div>`;
	}

	#withoutModel(gateway: string): TemplateResult {
		return html`<div class="empty">
			<h2>${l10n.t("Which model?")}</h2>
			<p>${l10n.t("Choose a model from {0}; you can change it at any time.", gateway)}</p>
			<button class="primary-button" @click=${() => this.page.attempt(this.page.host.selectModel())}
				>${l10n.t("Select Model")}</button
			>
		</div>`;
	}

	#ready(): TemplateResult {
		return html`<div class="empty">
			<h2>${l10n.t("What would you like to know?")}</h2>
			<ul class="hints">
				<li>
					<i class="codicon codicon-comment" aria-hidden="true"></i>
					<span>${l10n.t("Ask about anything; the answer streams in here.")}</span>
				</li>
				<li>
					<i class="codicon codicon-lightbulb" aria-hidden="true"></i>
					<span>${l10n.t("Select code, right-click it and choose Gatehouse › Explain Selection.")}</span>
				</li>
				<li>
					<i class="codicon codicon-arrow-swap" aria-hidden="true"></i>
					<span>${l10n.t("Switch the model below, or ask another one a single question with @.")}</span>
				</li>
			</ul>
		</div>`;
	}
}

customElements.define("gatehouse-empty-state", EmptyStateElement);
