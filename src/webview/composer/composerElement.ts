import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { AgentView } from "../../shared/agentView";
import type { ParametersView } from "../../shared/chatParameters";
import type { ConnectionView, ContextView, OpenFileView, QueueView, Suggestion } from "../../shared/chatProtocol";
import type { Disposable } from "../../shared/disposable";
import type { Draft } from "../../shared/draft";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import { ComposerDraft } from "../state/composerDraft";
import { agentQuota, agentSwitch } from "./agentSwitch";
import type { AttachmentsElement } from "./attachmentsElement";
import { Completer } from "./completion/completer";
import { completionListId, completionOptionId } from "./completion/completionElement";
import { completionName, completionSources, suggestionsFound } from "./completion/completionSources";
import { modelButton, modelChip } from "./modelButton";
import "./attachmentsElement";
import "./completion/completionElement";
import "./contextMeterElement";
import "./parameters/parametersElement";
import "./queueElement";

/** The composer, in which questions are written. */
export class ComposerElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		connection: { attribute: false },
		limits: { attribute: false },
		conversation: { attribute: false },
		begun: { attribute: false },
		parameters: { attribute: false },
		streaming: { attribute: false },
		context: { attribute: false },
		openFile: { attribute: false },
		agent: { attribute: false },
		queue: { attribute: false },
		dismissed: { state: true },
	};

	declare page: Page;
	declare connection: ConnectionView;
	/** What is left of the gateway's limits. */
	declare limits: readonly string[];
	declare conversation: string;
	/**
	 * Whether the conversation already has a question. Until then, its draft is kept for the next conversation that
	 * begins.
	 */
	declare begun: boolean;
	declare parameters: ParametersView;
	/** Whether an answer is being streamed; the Send button then stops it. */
	declare streaming: boolean;
	declare context: ContextView;
	/** The file or selection of the last editor that is offered; null if there is none. */
	declare openFile: OpenFileView | null;
	declare agent: AgentView;
	/** The questions that wait for the end of the answer. */
	declare queue: QueueView;

	/** The id of the offered file or selection that was dismissed last; those dismissed earlier are offered again. */
	declare protected dismissed: string | null;

	readonly #draft = new ComposerDraft(
		() => this.page.memory,
		() => this.requestUpdate(),
	);
	#listening: readonly Disposable[] = [];
	#announced = "";
	readonly #completer = new Completer(
		completionSources(
			() => this.page.host,
			() => this.connection,
		),
		() => this.#suggested(),
		(error) => void this.page.attempt(Promise.reject(error)),
	);

	constructor() {
		super();
		this.dismissed = null;
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#listening = [this.page.state.onDidWantFocus.add(() => this.#takeFocus())];
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		for (const listening of this.#listening) listening.dispose();
	}

	protected override firstUpdated(): void {
		if (this.page.state.wantsFocus) this.#takeFocus();
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (!changed.has("conversation") && !changed.has("begun")) return;
		const place = this.begun ? this.conversation : "";
		if (changed.has("conversation")) this.#draft.show(place);
		else this.#draft.begin(place);
	}

	protected override render(): TemplateResult {
		const { word, suggestions, active } = this.#completer;
		const { text } = this.#draft.shown;
		return html`<div class="composer">
			<gatehouse-queue
				.page=${this.page}
				.queue=${this.queue}
				.streaming=${this.streaming}
				.takeBack=${this.#takeBack}
			></gatehouse-queue>
			<gatehouse-attachments
				.page=${this.page}
				.context=${this.context}
				.openFile=${this.#offered}
				.dismissOpenFile=${this.#dismissOpenFile}
			></gatehouse-attachments>
			<gatehouse-completion
				.suggestions=${suggestions}
				.active=${active}
				.name=${word ? completionName(word.sign) : ""}
				.choose=${this.#choose}
			></gatehouse-completion>
			${modelChip(this.#oneTimeModel, this.#removeModel)}
			<textarea
				rows="2"
				dir="auto"
				aria-label=${l10n.t("Message")}
				aria-autocomplete="list"
				aria-haspopup="listbox"
				aria-controls=${word ? completionListId : nothing}
				aria-activedescendant=${word ? completionOptionId(active) : nothing}
				placeholder=${this.#placeholder()}
				.value=${live(text)}
				@input=${this.#input}
				@keydown=${this.#keyDown}
				@keyup=${this.#caretMoved}
				@click=${this.#caretMoved}
				@blur=${() => this.#completer.leave()}
			></textarea>
			<div class="composer-tools">
				${modelButton(this.page, this.connection.model, this.limits)}
				<gatehouse-parameters
					.page=${this.page}
					.conversation=${this.conversation}
					.parameters=${this.parameters}
				></gatehouse-parameters>
				${agentSwitch(this.page, this.agent)}
				<gatehouse-context-meter
					.page=${this.page}
					.context=${this.context}
					.openFileTokens=${this.#openFileToSend?.tokens ?? 0}
					.draft=${text}
					.model=${this.#oneTimeModel}
				></gatehouse-context-meter>
				${this.#queueButton()} ${this.#go()}
			</div>
			${agentQuota(this.agent, this.limits)}
		</div>`;
	}

	/** The file or selection of the last editor that is offered, unless it was dismissed. */
	get #offered(): OpenFileView | null {
		return this.openFile?.id === this.dismissed ? null : this.openFile;
	}

	/** The file or selection that the user's setting attaches to the question, as its chip shows. */
	get #openFileToSend(): OpenFileView | null {
		return this.#offered?.byDefault ? this.#offered : null;
	}

	readonly #dismissOpenFile = (): void => {
		this.dismissed = this.openFile?.id ?? null;
		this.page.state.focusComposer();
	};

	#placeholder(): string {
		if (this.streaming) return l10n.t("Enter sends the next question when this answer has ended");
		if (this.connection.gateway === null) return l10n.t("Ask, and connect when you send");
		if (this.agent.on && this.connection.model !== null) return l10n.t("Describe a task");
		return this.connection.model === null
			? l10n.t("Choose a model first")
			: l10n.t("Ask, or type / for actions, # for context");
	}

	/**
	 * The model for this question, if it is not the chosen one. A draft may be older than the gateway's list of models.
	 */
	get #oneTimeModel(): string | null {
		return this.connection.models.find(({ id }) => id === this.#draft.shown.model)?.id ?? null;
	}

	/** Returns the button that queues what was written while an answer streams, beside Stop: Enter does the same. */
	#queueButton(): TemplateResult | typeof nothing {
		if (!this.streaming || !this.#canSend) return nothing;
		return html`<button
			class="icon-button queue-button"
			title=${l10n.t("Queue (Enter): sent when this answer has ended")}
			aria-label=${l10n.t("Queue")}
			@click=${this.#send}
		>
			<i class="codicon codicon-send" aria-hidden="true"></i>
		</button>`;
	}

	/** Returns the Send or Stop button, one element so that it keeps the focus when it changes. */
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

	#takeFocus(): void {
		const area = this.#area;
		if (!area) return;
		area.focus();
		this.page.state.wantsFocus = false;
	}

	get #area(): HTMLTextAreaElement | null {
		return this.querySelector<HTMLTextAreaElement>(".composer > textarea");
	}

	get #attachments(): AttachmentsElement | null {
		return this.querySelector<AttachmentsElement>("gatehouse-attachments");
	}

	get #canSend(): boolean {
		const { shown, sending } = this.#draft;
		return shown.text.trim() !== "" && !sending;
	}

	readonly #input = (event: Event): void => {
		const { value, selectionStart } = event.currentTarget as HTMLTextAreaElement;
		this.#draft.write({ text: value });
		this.#completer.typed(value, selectionStart);
	};

	readonly #caretMoved = ({ currentTarget }: Event): void => {
		const { value, selectionStart } = currentTarget as HTMLTextAreaElement;
		this.#completer.moved(value, selectionStart);
	};

	readonly #keyDown = (event: KeyboardEvent): void => {
		// While an input method composes, Enter chooses a word. Some input methods report only the key code 229 then.
		if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
		const plain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
		// An Escape that closes the list must not stop the answer too.
		if (plain && this.#complete(event.key)) event.stopPropagation();
		else if (event.key === "Enter" && !event.shiftKey) void this.#send();
		else if (event.key === "/" && (event.ctrlKey || event.metaKey)) this.#attachments?.attachOpenFile();
		else if (!plain || !this.#recallQuestion(event.key)) return;
		event.preventDefault();
	};

	/** Handles a key for the list of suggestions. @returns false if the key has no meaning there. */
	#complete(key: string): boolean {
		const { suggestions, active } = this.#completer;
		const chosen = suggestions[active];
		if (!chosen) return false;
		if (key === "ArrowDown" || key === "ArrowUp") this.#completer.step(key === "ArrowDown" ? 1 : -1);
		else if (key === "Escape") this.#completer.dismiss();
		else if (key === "Enter" || key === "Tab") this.#choose(chosen);
		else return false;
		return true;
	}

	/** Recalls earlier questions with Up at the very beginning, and later ones with Down at the beginning or the end. */
	#recallQuestion(key: string): boolean {
		const area = this.#area;
		if (!area || area.selectionStart !== area.selectionEnd) return false;
		const { value, selectionStart: caret } = area;
		const questions = this.page.state.messages.flatMap(({ role, text }) => (role === "user" ? [text] : []));
		const older = key === "ArrowUp" && caret === 0 && this.#draft.older(questions);
		const atEdge = caret === 0 || caret === value.length;
		const newer = key === "ArrowDown" && atEdge && this.#draft.newer();
		if (!older && !newer) return false;
		void this.updateComplete.then(() => area.setSelectionRange(0, 0));
		return true;
	}

	readonly #choose = (suggestion: Suggestion): void => {
		const { word } = this.#completer;
		const area = this.#area;
		if (!word || !area) return;
		area.focus();
		area.setSelectionRange(word.start, word.end);
		// Only `execCommand` preserves the box's undo history when the text is changed. Like typing, it fires events.
		if (word.sign === "/") document.execCommand("insertText", false, `/${suggestion.id} `);
		else document.execCommand("delete");
		this.#completer.leave();
		if (word.sign === "@") this.#draft.write({ model: suggestion.id });
		if (word.sign !== "#") return;
		// The search uses the text written so far.
		void this.page.attempt(this.page.host.setDraft(area.value, this.#draft.shown.model));
		this.page.state.setNotice(null);
		void this.page.attempt(this.page.host.attachSuggested(suggestion.id));
	};

	/** Puts a question that was removed from the queue back into the box. */
	readonly #takeBack = (question: Draft): void => {
		this.#draft.prepend(question);
		this.page.state.focusComposer();
		this.page.onDidAnnounce.emit(l10n.t("The question is in the text box again."));
	};

	readonly #removeModel = (): void => {
		this.#draft.write({ model: null });
		this.#area?.focus();
	};

	/** Draws the list, and announces the number of suggestions politely; the list itself announces the active one. */
	#suggested(): void {
		this.requestUpdate();
		const { word, suggestions } = this.#completer;
		const found = word ? l10n.t("{0}: {1}", completionName(word.sign), suggestionsFound(suggestions.length)) : "";
		if (found !== this.#announced && found !== "") this.page.onDidAnnounce.emit(found);
		this.#announced = found;
	}

	readonly #send = async (): Promise<void> => {
		if (!(await this.#draft.isReady())) return;
		const model = this.#oneTimeModel;
		this.page.state.setNotice(null);
		this.#area?.focus();
		const openFile = this.#openFileToSend;
		const { host } = this.page;
		await this.#draft.send(({ text }) => {
			const send = async () => {
				if (openFile) await host.attachOpenFile(openFile.id);
				const isQueued = this.streaming;
				await (isQueued ? host.queue : host.send)(withoutBlankEdges(text), model);
				if (isQueued) this.page.onDidAnnounce.emit(l10n.t("The question is queued."));
			};
			return this.page.attempt(send(), this.#send);
		});
	};
}

/** Removes blank lines around a question, but keeps the indentation of its first line, which may have a meaning. */
function withoutBlankEdges(text: string): string {
	return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

customElements.define("gatehouse-composer", ComposerElement);
