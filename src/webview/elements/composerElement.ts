import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ConnectionView, ContextView } from "../../shared/chatProtocol";
import type { Disposable } from "../../shared/disposable";
import type { Page } from "../page";
import { LightElement } from "./lightElement";
import "./attachmentsElement";
import "./contextMeterElement";

/** Where questions are written. */
export class ComposerElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		connection: { attribute: false },
		streaming: { attribute: false },
		context: { attribute: false },
		draft: { state: true },
		sending: { state: true },
	};

	declare page: Page;
	declare connection: ConnectionView;
	/** An answer streams: what would send stops it. */
	declare streaming: boolean;
	declare context: ContextView;
	declare protected draft: string;
	declare protected sending: boolean;

	#listening: readonly Disposable[] = [];

	override connectedCallback(): void {
		super.connectedCallback();
		this.draft = this.page.memory.draft;
		this.#listening = [
			this.page.onDidWantFocus.add(() => this.querySelector("textarea")?.focus()),
			this.page.onDidWantSend.add(() => void this.#send()),
		];
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		for (const listening of this.#listening) listening.dispose();
	}

	protected override render(): TemplateResult {
		return html`<div class="composer">
			<gatehouse-attachments .page=${this.page} .context=${this.context}></gatehouse-attachments>
			<textarea
				rows="2"
				aria-label=${l10n.t("Message")}
				placeholder=${this.#placeholder()}
				.value=${live(this.draft)}
				@input=${(event: Event) => this.#write((event.currentTarget as HTMLTextAreaElement).value)}
				@keydown=${this.#keyDown}
			></textarea>
			<div class="composer-tools">
				${this.#model()}
				<gatehouse-context-meter .page=${this.page} .context=${this.context} .draft=${this.draft}></gatehouse-context-meter>
				${this.#go()}
			</div>
		</div>`;
	}

	#placeholder(): string {
		if (this.connection.gateway === null) return l10n.t("Connect first");
		return this.connection.model === null ? l10n.t("Choose a model first") : l10n.t("Ask a question");
	}

	#model(): TemplateResult {
		const { model } = this.connection;
		// What is seen is a part of the name, for those who say it aloud.
		const label = model === null ? l10n.t("Choose model") : l10n.t("Choose model: {0}", model);
		return html`<button
			class="model-button"
			title=${label}
			aria-label=${label}
			@click=${() => this.page.attempt(this.page.host.selectModel())}
		>
			<span>${model ?? label}</span><i class="codicon codicon-chevron-down model-chevron" aria-hidden="true"></i>
		</button>`;
	}

	/** One button, so that it keeps the keyboard when it becomes the other. */
	#go(): TemplateResult {
		const label = this.streaming ? l10n.t("Stop") : l10n.t("Send");
		return html`<button
			class="go-button"
			title=${this.streaming ? l10n.t("Stop (Escape)") : l10n.t("Send (Enter)")}
			aria-label=${label}
			?disabled=${!this.streaming && !this.#canSend}
			@click=${this.streaming ? () => this.page.attempt(this.page.host.stop()) : this.#send}
		>
			<i class="codicon codicon-${this.streaming ? "stop-circle" : "send"}" aria-hidden="true"></i
			>${this.streaming ? html`<span>${label}</span>` : null}
		</button>`;
	}

	get #canSend(): boolean {
		return this.draft.trim() !== "" && this.connection.gateway !== null && !this.streaming && !this.sending;
	}

	#write(draft: string): void {
		this.draft = draft;
		this.page.memory.draft = draft;
	}

	readonly #keyDown = (event: KeyboardEvent): void => {
		// While an input method composes, Enter chooses a word. Some report only the key code 229 then.
		if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
		event.preventDefault();
		void this.#send();
	};

	readonly #send = async (): Promise<void> => {
		if (!this.#canSend) return;
		const text = this.draft;
		this.#write("");
		this.sending = true;
		this.querySelector("textarea")?.focus();
		this.page.state.setNotice(null);
		const sent = await this.page.attempt(this.page.host.send(withoutBlankEdges(text)));
		this.sending = false;
		// What could not be sent comes back, before whatever was written meanwhile.
		if (!sent) this.#write(this.draft === "" ? text : `${text}\n\n${this.draft}`);
	};
}

/** Blank lines around a question mean nothing; the indentation of its first line may. */
function withoutBlankEdges(text: string): string {
	return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

customElements.define("gatehouse-composer", ComposerElement);
