import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { Message } from "../../shared/conversation";
import type { Disposable } from "../../shared/disposable";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import { AutoScroll } from "./autoScroll";
import type { FindElement } from "./findElement";
import { groupSize, IncrementalTranscript } from "./incrementalTranscript";
import "./answerElement";
import "./findElement";
import "./questionElement";

/**
 * The conversation, oldest message first. The last messages of a long one are drawn immediately, the others while the
 * page is idle.
 */
export class TranscriptElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		messages: { attribute: false },
		conversation: { attribute: false },
		leftOut: { attribute: false },
		away: { state: true },
		fresh: { state: true },
		finding: { state: true },
	};

	declare page: Page;
	declare messages: readonly Message[];
	declare conversation: string;
	/** Ids of the messages and attachments that the next request omits. */
	declare leftOut: readonly string[];
	/** Whether the reader has left the bottom. */
	declare protected away: boolean;
	/** Whether text has arrived since the reader left the bottom. */
	declare protected fresh: boolean;
	declare protected finding: boolean;

	readonly #drawn = new IncrementalTranscript(() => this.#drawEarlier());
	#follower: AutoScroll | undefined;
	#lastQuestion: string | undefined;
	#listening: Disposable | undefined;

	constructor() {
		super();
		this.away = this.fresh = this.finding = false;
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#listening = this.page.state.onDidAppend.add(() => {
			this.#follower?.textArrived();
			if (this.away) this.fresh = true;
		});
		document.documentElement.addEventListener("keydown", this.#keyDown);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#listening?.dispose();
		this.#drawn.dispose();
		this.#follower?.dispose();
		this.#follower = undefined;
		document.documentElement.removeEventListener("keydown", this.#keyDown);
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (changed.has("conversation")) {
			this.#drawn.begin(this.messages);
			this.finding = false;
		} else if (changed.has("messages")) this.#drawn.changed(this.messages);
	}

	protected override updated(changed: PropertyValues): void {
		const log = this.#log;
		const content = log?.firstElementChild;
		if (!log || !content) return;
		this.#follower ??= new AutoScroll(log, content, (fromEnd, away) => {
			this.page.memory.setScrollTop(this.page.state.conversation, fromEnd);
			this.away = away;
			if (!this.away) this.fresh = false;
		});
		const question = this.messages.findLast((message) => message.role === "user")?.id;
		if (changed.has("conversation")) this.#follower.goTo(this.page.memory.scrollTop(this.conversation));
		else if (question !== this.#lastQuestion) this.#follower.goTo(null);
		this.#lastQuestion = question;
	}

	protected override render(): TemplateResult {
		const lastAnswer = this.messages.findLast((message) => message.role === "assistant")?.id;
		const { from, filling } = this.#drawn;
		const groups: (readonly Message[])[] = [];
		for (let at = from; at < this.messages.length; at += groupSize) {
			groups.push(this.messages.slice(at, at + groupSize));
		}
		// A log would announce every change. Only the beginnings and ends of answers are announced, by another element.
		return html`<div
				class="transcript ${filling ? "filling" : ""}"
				role="log"
				aria-live="off"
				aria-label=${l10n.t("Conversation")}
				tabindex="0"
			>
				<div class="messages">
					${repeat(
						groups,
						(_, index) => from + index * groupSize,
						(group, index) =>
							html`<div class="group ${this.#drawn.isEarlier(from + index * groupSize) ? "earlier" : ""}">
								${guard([...group, group.some(({ id }) => id === lastAnswer), this.leftOut.join()], () => this.#messages(group, lastAnswer))}
							</div>`,
					)}
				</div>
			</div>
			${this.finding ? html`<gatehouse-find .box=${this.#log} @close=${this.#closeFind}></gatehouse-find>` : nothing}
			${this.away ? this.#jumpButton() : nothing}`;
	}

	#messages(group: readonly Message[], lastAnswer: string | undefined): unknown {
		const lastLeftOut = this.messages.findLast(({ id }) => this.leftOut.includes(id))?.id;
		return repeat(
			group,
			({ id }) => id,
			(message) =>
				message.role === "user"
					? html`<gatehouse-question
							.page=${this.page}
							.question=${message}
							.leftOut=${this.leftOut}
						></gatehouse-question>`
					: html`<gatehouse-answer
							.page=${this.page}
							.answer=${message}
							.last=${message.id === lastAnswer}
						></gatehouse-answer>${message.id === lastLeftOut ? leftOutLine() : nothing}`,
		);
	}

	#jumpButton(): TemplateResult {
		const label = this.fresh ? l10n.t("Jump to latest: there is new text") : l10n.t("Jump to latest");
		return html`<button class="jump-button ${this.fresh ? "fresh" : ""}" title=${label} aria-label=${label} @click=${this.#jump}>
			<i class="codicon codicon-arrow-down" aria-hidden="true"></i>${this.fresh ? html`<span>${l10n.t("New text")}</span>` : nothing}
		</button>`;
	}

	get #log(): HTMLElement | undefined {
		return this.querySelector<HTMLElement>(":scope > .transcript") ?? undefined;
	}

	readonly #jump = (): void => {
		this.#follower?.goTo(null);
		// The focused button disappears, so the focus moves to the log.
		this.#log?.focus({ preventScroll: true });
	};

	/** Draws the messages that have become due, without moving the visible part. */
	async #drawEarlier(): Promise<void> {
		const before = this.#follower?.fromEnd ?? 0;
		this.requestUpdate();
		await this.updateComplete;
		const groups = [...(this.querySelector(".messages")?.children ?? [])].slice(0, this.#drawn.step);
		const added = groups.flatMap((group) => [...group.children] as LightElement[]);
		await Promise.all(added.map((element) => element.updateComplete));
		this.#follower?.stay(before);
	}

	/**
	 * Handles Ctrl+F, which opens the find widget from anywhere in the panel, and F3 and Shift+F3, which move between
	 * matches.
	 */
	readonly #keyDown = (event: KeyboardEvent): void => {
		const ctrl = event.ctrlKey || event.metaKey;
		if (event.altKey || event.isComposing || event.defaultPrevented) return;
		if (event.key === "F3" && !ctrl && this.finding) this.#find?.move(event.shiftKey ? -1 : 1);
		else if (event.key.toLowerCase() === "f" && ctrl && !event.shiftKey) this.#openFind();
		else return;
		event.preventDefault();
	};

	get #find(): FindElement | null {
		return this.querySelector<FindElement>("gatehouse-find");
	}

	#openFind(): void {
		this.finding = true;
		this.#find?.focus();
		// Only drawn messages can be found.
		void this.#drawn.finish().then(() => this.#find?.refresh());
	}

	readonly #closeFind = (): void => {
		this.finding = false;
		this.#log?.focus({ preventScroll: true });
	};
}

function leftOutLine(): TemplateResult {
	return html`<div class="left-out" role="note">
		<i class="codicon codicon-fold-up" aria-hidden="true"></i>
		<span>${l10n.t("Messages above this line are no longer sent: they don't fit in the model's context.")}</span>
	</div>`;
}

customElements.define("gatehouse-transcript", TranscriptElement);
