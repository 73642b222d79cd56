import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { QueuedQuestion } from "../../shared/chatProtocol";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** Maximum length of a queued question's text that is rendered, in characters: its row shows a line. */
const longestShown = 300;

/** The questions that are sent when the answer has ended: a row for each, which can be removed. */
export class QueueElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		queue: { attribute: false },
		streaming: { attribute: false },
	};

	declare page: Page;
	declare queue: readonly QueuedQuestion[];
	/** Whether they wait for an answer; otherwise they are sent by a button. */
	declare streaming: boolean;

	#hasFocus = false;

	protected override willUpdate(): void {
		this.#hasFocus = this.contains(document.activeElement);
	}

	/** The row or button that had the focus may be gone. */
	protected override updated(): void {
		if (this.#hasFocus && document.activeElement === document.body) this.page.state.focusComposer();
	}

	protected override render(): TemplateResult | typeof nothing {
		if (this.queue.length === 0) return nothing;
		return html`<ul class="queue" aria-label=${l10n.t("Queued questions")}>
			${repeat(
				this.queue,
				({ id }) => id,
				(question) => this.#row(question),
			)}
		</ul>`;
	}

	#row({ id, text }: QueuedQuestion): TemplateResult {
		const { host } = this.page;
		const shown = withoutHidden(text.slice(0, longestShown)).trim();
		const askNow = l10n.t("Ask this question now");
		const remove = l10n.t("Remove this question");
		const send = () => this.page.attempt(host.sendQueued(id), send);
		return html`<li class="queue-row">
			<i class="codicon codicon-clock" aria-hidden="true"></i>
			<span class="queue-text" dir="auto" title=${shown}>${shown}</span>
			${
				this.streaming
					? nothing
					: html`<button class="icon-button" title=${askNow} aria-label=${l10n.t("Ask this question now: {0}", shown)} @click=${this.page.leaving(send)}>
						<i class="codicon codicon-send" aria-hidden="true"></i>
					</button>`
			}
			<button
				class="icon-button"
				title=${remove}
				aria-label=${l10n.t("Remove this question: {0}", shown)}
				@click=${this.page.leaving(() => this.page.attempt(host.removeQueued(id)))}
			>
				<i class="codicon codicon-close" aria-hidden="true"></i>
			</button>
		</li>`;
	}
}

customElements.define("gatehouse-queue", QueueElement);
