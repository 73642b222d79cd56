import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Attachment, Question } from "../../shared/conversation";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { chipName } from "../chipName";
import { foundPlaces } from "../foundPlaces";
import { kindIcon } from "../kindIcon";
import { LightElement } from "../lightElement";
import { appendInPieces } from "../markdown/textPieces";
import type { Page } from "../page";
import { cutNote, isCut, shownPart } from "../state/shownPart";
import "./questionEditElement";
import { versionSwitch } from "./versionSwitch";

/** A question of the user's as it was written, with its attachments. */
export class QuestionElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		question: { attribute: false },
		leftOut: { attribute: false },
		editing: { state: true },
		unfolded: { state: true },
	};

	declare page: Page;
	declare question: Question;
	/** Ids of the messages and attachments that are no longer sent. */
	declare leftOut: readonly string[];
	declare protected editing: boolean | undefined;
	/** Whether all of a long question is shown. */
	declare protected unfolded: boolean | undefined;

	readonly #text = document.createElement("div");

	constructor() {
		super();
		this.#text.className = "question-text";
		this.#text.dir = "auto";
	}

	protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
		if (!changed.has("question")) return;
		const shown = shownPart(this.question.text);
		if (shown !== this.#text.textContent) {
			this.#text.replaceChildren();
			appendInPieces(shown, this.#text);
		}
		// An edit that began before the page was disposed of continues.
		if (this.page.memory.editOf(this.question.id) !== null) this.editing = true;
	}

	protected override render(): TemplateResult {
		const { text, attachments } = this.question;
		return html`<article class="question" aria-label=${l10n.t("You")}>
			${
				this.editing
					? html`<gatehouse-question-edit
						.page=${this.page}
						.question=${this.question}
						.done=${this.#editDone}
					></gatehouse-question-edit>`
					: html`${this.#tools()}
						${this.#text}${this.#moreButton()}${isCut(text) ? cutNote(l10n.t("The rest is not shown here.")) : nothing}`
			}
			${
				attachments.length === 0
					? nothing
					: html`<ul class="chips" aria-label=${l10n.t("Attachments")}>
						${attachments.filter(({ found }) => !found).map((attachment) => this.#chip(attachment))}
						${foundPlaces(attachments.filter(({ found }) => found).map((attachment) => this.#chip(attachment)))}
					</ul>`
			}
			${this.question.versions ? html`<div class="question-foot">${versionSwitch(this.page, this.question)}</div>` : nothing}
		</article>`;
	}

	/** Returns the button that shows all of a long question, or its beginning alone; nothing for a short one. */
	#moreButton(): TemplateResult | typeof nothing {
		const isLong = isLongQuestion(this.question.text);
		this.#text.classList.toggle("question-folded", isLong && !this.unfolded);
		if (!isLong) return nothing;
		const toggle = () => {
			this.unfolded = !this.unfolded;
		};
		return html`<button class="link-button" aria-expanded=${this.unfolded ? "true" : "false"} @click=${toggle}>
			${this.unfolded ? l10n.t("Show less") : l10n.t("Show more")}
		</button>`;
	}

	#tools(): TemplateResult {
		const edit = l10n.t("Edit");
		const remove = l10n.t("Delete");
		return html`<div class="question-tools">
			<button class="icon-button" title=${edit} aria-label=${edit} @click=${this.#edit}>
				<i class="codicon codicon-edit" aria-hidden="true"></i>
			</button>
			<button class="icon-button" title=${remove} aria-label=${remove} @click=${this.#delete}>
				<i class="codicon codicon-trash" aria-hidden="true"></i>
			</button>
		</div>`;
	}

	readonly #edit = (): void => {
		this.editing = true;
	};

	readonly #editDone = async (): Promise<void> => {
		this.editing = false;
		await this.updateComplete;
		this.querySelector("button")?.focus();
	};

	readonly #delete = async (): Promise<void> => {
		const { host, state, onDidAnnounce } = this.page;
		if (!(await this.page.attempt(host.deleteQuestion(this.question.id)))) return;
		onDidAnnounce.emit(l10n.t("The question and everything below it were deleted."));
		// The element that had the focus is gone.
		state.focusComposer();
	};

	#chip({ id, kind = "file", lines, ...named }: Attachment): TemplateResult {
		const [name, path] = [withoutHidden(named.name), withoutHidden(named.path)];
		const place = lines ? placeText(path, lines) : path;
		const out = this.leftOut.includes(id);
		return html`<li class="chip ${out ? "chip-out" : ""}">
			<button
				class="chip-open"
				title=${place}
				aria-label=${out ? `${name} ${l10n.t("not sent")}` : name}
				@click=${() => this.page.attempt(this.page.host.openAttachment(id))}
			>
				<i class="codicon codicon-${kindIcon[kind]}" aria-hidden="true"></i>${chipName(name)}
				${out ? html`<span class="chip-tokens">${l10n.t("not sent")}</span>` : nothing}
			</button>
		</li>`;
	}
}

/** The longest question that is shown in full at once, in characters and in lines. */
const unfolded = { characters: 1_500, lines: 15 } as const;

/** Returns whether a question is folded at first. */
function isLongQuestion(text: string): boolean {
	if (text.length > unfolded.characters) return true;
	let lines = 1;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
	return lines > unfolded.lines;
}

/** Returns a file's path with the lines of an attachment. */
function placeText(path: string, [first, last]: readonly [first: number, last: number]): string {
	return first === last ? l10n.t("{0}, line {1}", path, first) : l10n.t("{0}, lines {1} to {2}", path, first, last);
}

customElements.define("gatehouse-question", QuestionElement);
