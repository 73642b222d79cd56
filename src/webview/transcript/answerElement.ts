import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { actionLabel } from "../../shared/actionLabel";
import {
	type Answer,
	type FailureAction,
	isCommandAction,
	isInterruptedPart,
	type MakingRoom,
	makesRoom,
	type RetryWait,
} from "../../shared/conversation";
import type { Disposable } from "../../shared/disposable";
import { earlyEnd, earlyEndText } from "../../shared/earlyEnd";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { LightElement } from "../lightElement";
import { BlockRenderer } from "../markdown/blockRenderer";
import { appendInPieces } from "../markdown/textPieces";
import type { NoticeAction } from "../noticeElement";
import type { Page } from "../page";
import { cutNote, isCut, shownPart } from "../state/shownPart";
import { answerFacts, isUnanswered, noAnswerText, thoughtTitle } from "./answerFacts";
import "../noticeElement";
import { versionSwitch } from "./versionSwitch";
import "./waitElement";

/** Time for which the button confirms copying, in milliseconds. */
const thanks = 1500;

/**
 * An answer. Lit draws its frame when its state changes; the reasoning and the text are written directly into the page
 * as they are streamed, so that existing content is neither compared nor drawn again for a new word.
 */
export class AnswerElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		answer: { attribute: false },
		last: { attribute: false },
		copied: { state: true },
	};

	declare page: Page;
	declare answer: Answer;
	/** Whether this is the last answer: its footer is always visible, those of others only on hover. */
	declare last: boolean;
	declare protected copied: boolean;

	readonly #body = document.createElement("div");
	readonly #thoughts = document.createElement("div");
	readonly #renderer = new BlockRenderer(this.#body);
	#written = { text: "", reasoning: "" };
	#finished = false;
	#listening: Disposable | undefined;

	constructor() {
		super();
		this.#body.className = "markdown";
		this.#thoughts.className = "thoughts";
		this.#thoughts.dir = "auto";
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#listening = this.page.state.onDidAppend.add((answer, text, reasoning) => {
			if (answer === this.answer.id && this.hasUpdated) this.#append(text, reasoning);
		});
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#listening?.dispose();
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (!changed.has("answer")) return;
		// Only with the first step, because each failed load is reported.
		if (this.answer.agent && !(changed as PropertyValues<this>).get("answer")?.agent)
			this.page.loadShown(this.page.later.agent);
		this.#write(this.answer);
	}

	/**
	 * Updates the written text to the answer's current text. It may be completely different after a gap or in another
	 * branch; when a finished answer continues, its last block is open again.
	 */
	#write({ text, reasoning, state }: Answer): void {
		const before = this.#written;
		const goesOn = state.type === "streaming" && this.#finished;
		if (goesOn || !text.startsWith(before.text) || !reasoning.startsWith(before.reasoning)) {
			this.#renderer.reset();
			this.#thoughts.replaceChildren();
			this.#written = { text: "", reasoning: "" };
		}
		this.#append(text.slice(this.#written.text.length), reasoning.slice(this.#written.reasoning.length));
		// The same strings as the answer's: equal ones would be in memory twice.
		this.#written = { text, reasoning };
		this.#finished = state.type !== "streaming";
		if (this.#finished) this.#renderer.end();
	}

	/** Appends text and reasoning, up to the part that is shown. */
	#append(text: string, reasoning: string): void {
		const before = this.#written;
		this.#renderer.append(shownPart(text, before.text.length));
		appendInPieces(shownPart(reasoning, before.reasoning.length), this.#thoughts);
		this.#written = { text: before.text + text, reasoning: before.reasoning + reasoning };
		// Incomplete code must not be written to a file.
		this.#body.classList.toggle("cut", isCut(this.#written.text));
		const endsNow = isCut(this.#written.text) && !isCut(before.text);
		if (endsNow || (isCut(this.#written.reasoning) && !isCut(before.reasoning))) this.requestUpdate();
	}

	protected override render(): TemplateResult {
		const { text, reasoning, state } = this.answer;
		const [model, gateway] = [withoutHidden(this.answer.model), withoutHidden(this.answer.gateway)];
		const streaming = state.type === "streaming";
		// While a call needs an approval or runs, its row shows that, so the answer need not.
		const calls = this.answer.agent?.rows.some(({ state: now }) => now === "asking" || now === "running") ?? false;
		const waiting = streaming && text === "" && reasoning === "" && !calls;
		return html`<article class="answer ${streaming ? "streaming" : ""} ${this.last ? "last" : ""}" aria-label=${model}>
			<div class="who"><span class="who-model">${model}</span> <span class="who-gateway">${gateway}</span></div>
			${reasoning === "" ? nothing : this.#thoughtFold()} ${this.#work(streaming)} ${this.#body}
			${isCut(this.#written.text) ? cutNote(l10n.t("The rest is not shown here. “Copy answer” copies all of it.")) : nothing}
			${waiting ? this.#waiting(state.wait) : nothing} ${this.#ending()}
			${streaming ? nothing : this.#foot()}
		</article>`;
	}

	#work(running: boolean): TemplateResult | typeof nothing {
		const { id, agent, at, paused = 0 } = this.answer;
		if (!agent) return nothing;
		return html`<gatehouse-agent-work
			.page=${this.page}
			.task=${id}
			.work=${agent}
			.running=${running}
			.since=${at + paused}
		></gatehouse-agent-work>`;
	}

	#waiting(wait: RetryWait | undefined): TemplateResult {
		if (!wait) return html`<div class="awaited">${l10n.t("Waiting for the answer")}</div>`;
		return html`<gatehouse-wait
			.wait=${wait}
			.cancel=${this.page.leaving(() => this.page.attempt(this.page.host.stop()))}
		></gatehouse-wait>`;
	}

	#thoughtFold(): TemplateResult {
		const { id } = this.answer;
		const { memory, state } = this.page;
		const keep = (event: Event) => memory.setOpen(id, (event.currentTarget as HTMLDetailsElement).open);
		return html`<details class="reasoning" ?open=${memory.isOpen(id)} @toggle=${keep}>
			<summary>
				<i class="codicon codicon-chevron-right reasoning-chevron" aria-hidden="true"></i>${thoughtTitle(this.answer, state.thoughtFor(id))}
			</summary>
			${this.#thoughts}
			${isCut(this.#written.reasoning) ? cutNote(l10n.t("The rest is not shown here.")) : nothing}
		</details>`;
	}

	/**
	 * Returns how an unfinished answer ended: the text that arrived is kept, with a note that it is incomplete. A finished
	 * one without text says so.
	 */
	#ending(): TemplateResult | typeof nothing {
		const { state } = this.answer;
		switch (state.type) {
			case "stopped":
				return this.#stoppedLine();
			case "interrupted":
				return html`<gatehouse-notice
					.kind=${"warning"}
					.text=${state.message}
					.actions=${[...this.#continuing(), this.#action("retry"), ...this.#helping(state.actions ?? [])]}
				></gatehouse-notice>`;
			case "failed":
				return html`<gatehouse-notice
					.kind=${"error"}
					.text=${state.failure.message}
					.actions=${state.failure.actions.map((action) => this.#action(action))}
				></gatehouse-notice>`;
			case "complete":
				if (isUnanswered(this.answer)) return html`<div class="unanswered">${noAnswerText()}</div>`;
				return this.#endedEarly(state.finishReason);
			default:
				return nothing;
		}
	}

	/** Returns the note about an answer that ended early. Only a length limit leaves a rest that the model can write. */
	#endedEarly(finishReason: string): TemplateResult | typeof nothing {
		const end = earlyEnd(finishReason);
		if (end === undefined) return nothing;
		return html`<gatehouse-notice
			.kind=${"warning"}
			.text=${earlyEndText(end)}
			.actions=${end === "length" ? this.#continuing() : []}
		></gatehouse-notice>`;
	}

	/** Returns the action that continues the answer, if there is text to continue. */
	#continuing(): NoticeAction[] {
		const { id, text, agent } = this.answer;
		if (text === "" && !agent) return [];
		const run = (): unknown => this.page.attempt(this.page.host.continueAnswer(id), run);
		return [{ label: l10n.t("Continue"), run: this.page.leaving(run) }];
	}

	#helping(actions: readonly FailureAction[]): NoticeAction[] {
		return actions.filter((action) => action !== "retry").map((action) => this.#action(action));
	}

	#stoppedLine(): TemplateResult {
		return html`<div class="stopped">
			<i class="codicon codicon-circle-slash" aria-hidden="true"></i>
			<span>${l10n.t("Stopped")}</span>
			${this.#continuing().map(({ label, run }) => html`<button class="link-button" @click=${run}>${label}</button>`)}
		</div>`;
	}

	#action(action: FailureAction): NoticeAction {
		const { host, state } = this.page;
		const question = state.messages.find(({ id }) => id === this.answer.parent);
		// The chosen model does not answer this question.
		if (action === "selectModel" && question?.role === "user" && question.model !== undefined)
			return { label: l10n.t("Retry with…"), run: this.page.leaving(this.#retryWith) };
		const call = (): Promise<unknown> => {
			if (makesRoom(action)) return this.#againWith(action);
			if (action === "setApiKey") return host.setKeyFor(this.answer.id);
			return isCommandAction(action) ? host.act(action) : host.retry(this.answer.id);
		};
		const run = (): unknown => this.page.attempt(call(), run);
		return { label: actionLabel(action), run: this.page.leaving(run) };
	}

	/** Repeats or continues the request after making room. */
	async #againWith(how: MakingRoom): Promise<void> {
		const { host } = this.page;
		const { answer } = this;
		await host.makeRoom(how);
		await (isInterruptedPart(answer) ? host.continueAnswer(answer.id) : host.retry(answer.id));
	}

	#foot(): TemplateResult {
		const { text, state } = this.answer;
		const model = withoutHidden(this.answer.model);
		const isBare = text === "" && !this.answer.versions;
		// The notice has Retry itself, or offers what must be done first.
		const retried =
			state.type === "interrupted" || (state.type === "failed" && (isBare || state.failure.actions.includes("retry")));
		const copy = l10n.t("Copy answer");
		const retry = l10n.t("Retry");
		const retryWith = l10n.t("Retry with…");
		return html`<footer class="foot">
			<span class="facts"
				><span>${answerFacts(this.answer, document.documentElement.lang)}</span
				><span class="facts-model" title=${model}>${model}</span></span
			>
			${versionSwitch(this.page, this.answer)}
			${
				text === ""
					? nothing
					: html`<button class="icon-button" title=${copy} aria-label=${copy} @click=${this.#copy}>
						<i class="codicon codicon-${this.copied ? "check" : "copy"}" aria-hidden="true"></i>
					</button>`
			}
			${
				retried
					? nothing
					: html`<button class="icon-button" title=${retry} aria-label=${retry} @click=${this.#action("retry").run}>
						<i class="codicon codicon-refresh" aria-hidden="true"></i>
					</button>`
			}
			<button class="icon-button" title=${retryWith} aria-label=${retryWith} @click=${this.#retryWith}>
				<i class="codicon codicon-arrow-swap" aria-hidden="true"></i>
			</button>
		</footer>`;
	}

	readonly #retryWith = (): unknown => {
		const run = (): unknown => this.page.attempt(this.page.host.retryWith(this.answer.id), run);
		return run();
	};

	readonly #copy = async (): Promise<void> => {
		if (!(await this.page.attempt(this.page.host.copy(this.answer.text)))) return;
		this.page.onDidAnnounce.emit(l10n.t("Copied"));
		this.copied = true;
		setTimeout(() => {
			this.copied = false;
		}, thanks);
	};
}

customElements.define("gatehouse-answer", AnswerElement);
