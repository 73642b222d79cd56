import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { QueuedQuestion, QueueView } from "../../shared/chatProtocol";
import type { Draft } from "../../shared/draft";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** Maximum length of a queued question's text that is rendered, in characters: its row shows one line. */
const longestShown = 300;

/** The questions that are sent when the answer has ended: a row for each, which can be removed. */
export class QueueElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		queue: { attribute: false },
		streaming: { attribute: false },
		takeBack: { attribute: false },
	};

	declare page: Page;
	declare queue: QueueView;
	/** Whether they wait for an answer; otherwise, a button sends them. */
	declare streaming: boolean;
	/** Puts the text of a removed question back into the text box. */
	declare takeBack: (question: Draft) => void;

	#hasFocus = false;
	#pause: string | null = null;

	protected override willUpdate(changed: PropertyValues): void {
		this.#hasFocus = this.contains(document.activeElement);
		if (!changed.has("queue") || this.queue.pause === this.#pause) return;
		this.#pause = this.queue.pause;
		if (this.#pause !== null) this.page.onDidAnnounce.emit(pauseText(this.#pause));
	}

	/** Moves the focus to the composer if the row or button that had it is gone. */
	protected override updated(): void {
		if (this.#hasFocus && document.activeElement === document.body) this.page.state.focusComposer();
	}

	protected override render(): TemplateResult | typeof nothing {
		const { questions, pause } = this.queue;
		if (questions.length === 0) return nothing;
		return html`${pause === null ? nothing : this.#paused(pauseText(pause))}
			<ul class="queue" aria-label=${l10n.t("Queued questions")}>
				${repeat(
					questions,
					({ id }) => id,
					(question) => this.#row(question),
				)}
			</ul>`;
	}

	#paused(text: string): TemplateResult {
		const resume = () => this.page.attempt(this.page.host.resumeQueue(), resume);
		return html`<div class="queue-pause">
			<i class="codicon codicon-debug-pause" aria-hidden="true"></i>
			<span class="queue-reason" dir="auto" title=${text}>${text}</span>
			<button class="link-button" aria-label=${l10n.t("Resume the queue")} @click=${this.page.leaving(resume)}
				>${l10n.t("Resume")}</button
			>
		</div>`;
	}

	#row({ id, text, attached, model }: QueuedQuestion): TemplateResult {
		const { host } = this.page;
		const shown = withoutHidden(text.slice(0, longestShown)).trim();
		const askNow = l10n.t("Ask this question now");
		const remove = l10n.t("Remove this question: it goes back to the text box");
		const takeBack = async () => {
			const question = await host.removeQueued(id);
			if (question) this.takeBack(question);
		};
		const send = () => this.page.attempt(host.sendQueued(id), send);
		return html`<li class="queue-row">
			<i class="codicon codicon-clock" aria-hidden="true"></i>
			<span class="queue-text" dir="auto" title=${shown}>${shown}</span>
			${model === null ? nothing : modelName(model)} ${attached.length === 0 ? nothing : attachedNames(attached)}
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
				@click=${this.page.leaving(() => this.page.attempt(takeBack()))}
			>
				<i class="codicon codicon-close" aria-hidden="true"></i>
			</button>
		</li>`;
	}
}

function pauseText(reason: string): string {
	return l10n.t("Queue paused: {0}", withoutHidden(reason.slice(0, longestShown)).trim());
}

/** Returns the model that a question was written for, as it is written in the text box. */
function modelName(model: string): TemplateResult {
	const name = `@${withoutHidden(model.slice(0, longestShown)).trim()}`;
	return html`<span class="queue-model" dir="auto" title=${name}>${name}</span>`;
}

/** Returns the number of attachments, whose names are in its tooltip and its accessible name. */
function attachedNames(names: readonly string[]): TemplateResult {
	const text = l10n.t("Attached: {0}", withoutHidden(names.join(", ").slice(0, longestShown)));
	return html`<span class="queue-attached" role="img" title=${text} aria-label=${text}>
		<i class="codicon codicon-attach" aria-hidden="true"></i>${names.length}
	</span>`;
}

customElements.define("gatehouse-queue", QueueElement);
