import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { CodeText } from "./codeText";
import { highlightWhenIdle } from "./highlighter";
import { watchScroller } from "./scrollers";

/** What the reader wants done with a block's code. The panel listens: the block knows no host. */
export class CodeRequest extends Event {
	static readonly type = "gatehouse-code";

	constructor(
		readonly action: "copy" | "insert" | "apply" | "newFile",
		readonly text: string,
		/** The file that the code is meant for; empty when its fence names none. */
		readonly path: string,
		/** Called when it has been done. */
		readonly done: () => void = () => {},
	) {
		super(CodeRequest.type, { bubbles: true });
	}
}

/** How long the button says that it has copied, in milliseconds. */
const thanks = 1500;

/** A block of code under a bar with its language, its file and what can be done with it. */
export class CodeBlockElement extends LightElement {
	static override properties = {
		code: { attribute: false },
		language: { attribute: false },
		path: { attribute: false },
		copied: { state: true },
	};

	/** The block renderer writes into it while the answer streams. */
	declare code: CodeText;
	declare language: string;
	declare path: string;
	declare protected copied: boolean;

	#finished = false;

	/**
	 * Becomes what another block, of which nothing is on the page, would be: its text is continued, not replaced. When a
	 * beginning is kept, the other has only the rest.
	 *
	 * @returns false when the other is in another language or for another file.
	 */
	continueAs(next: CodeBlockElement): boolean {
		if (this.language !== next.language || this.path !== next.path) return false;
		if (!this.#finished) this.code.continueAs(next.code.open);
		return true;
	}

	/** What is written now is finished, and other blocks are to continue behind it. */
	keep(): void {
		this.code.keep();
	}

	/** The code is whole: it may be coloured. */
	finish(): void {
		if (this.#finished) return;
		this.#finished = true;
		this.code.keep();
		highlightWhenIdle(this.code, this.language);
	}

	/** Drawn with the text that it comes with: later, that would have to be laid out twice. */
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
