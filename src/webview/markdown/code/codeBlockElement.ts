import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { LightElement } from "../../lightElement";
import { watchScroller } from "../scrollers";
import { CodeRequest } from "./codeRequest";
import type { CodeText } from "./codeText";
import { highlightWhenIdle } from "./highlighter";

/** Time for which the button confirms copying, in milliseconds. */
const thanks = 1500;

/** A code block below a bar with its language, its file and its actions. */
export class CodeBlockElement extends LightElement {
	static override properties = {
		code: { attribute: false },
		language: { attribute: false },
		path: { attribute: false },
		copied: { state: true },
	};

	/** The block renderer writes into it while the answer is streamed. */
	declare code: CodeText;
	declare language: string;
	declare path: string;
	declare protected copied: boolean;

	#finished = false;

	/**
	 * Takes over the text of another block that is not on the page: text that has grown is continued, not replaced. After
	 * {@link commit}, the other block contains only the text that follows.
	 *
	 * @returns false when the other block has another language or file.
	 */
	continueAs(next: CodeBlockElement): boolean {
		if (this.language !== next.language || this.path !== next.path) return false;
		if (!this.#finished) this.code.continueAs(next.code.open);
		return true;
	}

	/** Marks the current text as final; other blocks continue after it. */
	commit(): void {
		this.code.commit();
	}

	/** Marks the code as complete, so that it can be highlighted. */
	finish(): void {
		if (this.#finished) return;
		this.#finished = true;
		this.code.commit();
		highlightWhenIdle(this.code, this.language);
	}

	/** Draws immediately with its initial text, which would otherwise be laid out twice. */
	override connectedCallback(): void {
		super.connectedCallback();
		this.performUpdate();
	}

	protected override firstUpdated(): void {
		const { element } = this.code;
		const box = element.parentElement;
		if (box) watchScroller(box, element, l10n.t("Code"));
	}

	protected override render(): TemplateResult {
		const copy = l10n.t("Copy");
		const path = withoutHidden(this.path);
		return html`<div class="code-bar">
				<span class="code-title"
					><span class="code-language">${this.language}</span
					>${path ? html`<span class="code-path" title=${path}>${path}</span>` : null}</span
				>
				<span class="code-buttons">
					${this.#button("apply", l10n.t("Apply to file"), "git-pull-request-go-to-changes")}
					${this.#button("insert", l10n.t("Insert at cursor"), "insert")}
					${this.#button("newFile", l10n.t("New file"), "new-file")}
					<button class="icon-button" title=${copy} aria-label=${copy} @click=${this.#copy}>
						<i class="codicon codicon-${this.copied ? "check" : "copy"}" aria-hidden="true"></i>
					</button>
				</span>
			</div>
			<pre class="code-scroller" translate="no">${this.code.element}</pre>`;
	}

	#button(action: CodeRequest["action"], name: string, icon: string): TemplateResult {
		return html`<button class="icon-button" title=${name} aria-label=${name} @click=${() => this.#ask(action)}>
			<i class="codicon codicon-${icon}" aria-hidden="true"></i>
		</button>`;
	}

	#ask(action: CodeRequest["action"], done?: () => void): void {
		this.dispatchEvent(new CodeRequest(action, this.code.text, this.path, done));
	}

	readonly #copy = (): void => {
		this.#ask("copy", () => {
			this.copied = true;
			setTimeout(() => {
				this.copied = false;
			}, thanks);
		});
	};
}

customElements.define("gatehouse-code-block", CodeBlockElement);
