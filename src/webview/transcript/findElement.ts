import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { limits } from "../../shared/untrusted/limits";
import { LightElement } from "../lightElement";
import { findMatches } from "./findMatches";

/** Names of the highlights in the style sheet. */
const all = "gatehouse-find";
const current = "gatehouse-find-current";

/**
 * The find widget of the conversation. VS Code's own is only available in editor webviews. Matches are highlighted
 * without changing the page, so that streaming text and the selection are not disturbed.
 */
export class FindElement extends LightElement {
	static override properties = { box: { attribute: false }, found: { state: true }, index: { state: true } };

	/** The scrolling element that is searched. */
	declare box: HTMLElement;
	declare protected found: readonly Range[];
	declare protected index: number;

	constructor() {
		super();
		this.found = [];
		this.index = 0;
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		CSS.highlights.delete(all);
		CSS.highlights.delete(current);
	}

	/** Focuses the text field and selects its text. */
	override focus(): void {
		this.#input?.select();
	}

	/** Searches again, because the conversation has changed. */
	refresh(): void {
		this.#show(findMatches(this.box, this.#input?.value ?? ""), this.index);
	}

	/** Moves to another match, wrapping around. @param by 1 for the next match, -1 for the previous one. */
	move(by: 1 | -1): void {
		this.refresh();
		const { length } = this.found;
		if (length === 0) return;
		this.#show(this.found, (this.index + by + length) % length);
		this.#reveal();
	}

	protected override firstUpdated(): void {
		this.focus();
	}

	protected override render(): TemplateResult {
		const label = l10n.t("Find in conversation");
		return html`<div class="find" role="search" @keydown=${this.#key}>
			<input class="find-text" type="text" aria-label=${label} placeholder=${label} spellcheck="false" @input=${this.#search}>
			<span class="find-count" role="status">${this.#count()}</span>
			${this.#button("arrow-up", l10n.t("Previous match"), () => this.move(-1))}
			${this.#button("arrow-down", l10n.t("Next match"), () => this.move(1))}
			${this.#button("close", l10n.t("Close"), () => this.#close())}
		</div>`;
	}

	#button(icon: string, label: string, run: () => void): TemplateResult {
		return html`<button class="icon-button" title=${label} aria-label=${label} @click=${run}>
			<i class="codicon codicon-${icon}" aria-hidden="true"></i>
		</button>`;
	}

	#count(): string {
		if (!this.#input?.value) return "";
		if (this.found.length === 0) return l10n.t("No results");
		const most = this.found.length === limits.findMatches ? "+" : "";
		return l10n.t("{0} of {1}", this.index + 1, `${this.found.length}${most}`);
	}

	get #input(): HTMLInputElement | null {
		return this.querySelector("input");
	}

	readonly #search = (): void => {
		const matches = findMatches(this.box, this.#input?.value ?? "");
		// Starts at the first match below the top of the visible part.
		const top = this.box.getBoundingClientRect().top;
		const below = matches.findIndex((range) => range.getBoundingClientRect().top >= top);
		this.#show(matches, Math.max(0, below));
		this.#reveal();
	};

	readonly #key = (event: KeyboardEvent): void => {
		if (event.isComposing || event.defaultPrevented) return;
		if (event.key === "Escape") this.#close();
		else if (event.key === "Enter" && event.target === this.#input) this.move(event.shiftKey ? -1 : 1);
		else return;
		event.preventDefault();
		// Elsewhere in the panel, Escape stops an answer.
		event.stopPropagation();
	};

	#show(matches: readonly Range[], index: number): void {
		this.found = matches;
		this.index = Math.max(0, Math.min(index, matches.length - 1));
		const at = matches[this.index];
		CSS.highlights.set(all, highlightOf(matches));
		CSS.highlights.set(current, highlightOf(at ? [at] : []));
		this.requestUpdate();
	}

	#reveal(): void {
		const range = this.found[this.index];
		const { box } = this;
		if (!range) return;
		const place = range.startContainer.parentElement;
		// Content far away has no layout yet; scrolling its element into view lays it out.
		place?.scrollIntoView({ block: "nearest" });
		const match = range.getBoundingClientRect();
		const seen = box.getBoundingClientRect();
		// The find widget covers the part below it.
		const top = this.firstElementChild?.getBoundingClientRect().bottom ?? seen.top;
		if (match.top < top || match.bottom > seen.bottom) {
			box.scrollTop += match.top - seen.top - box.clientHeight / 2;
		}
		const scroller = place?.closest(".code-scroller, .table");
		const frame = scroller?.getBoundingClientRect();
		if (scroller && frame && (match.left < frame.left || match.right > frame.right)) {
			scroller.scrollLeft += match.left - frame.left - scroller.clientWidth / 2;
		}
	}

	#close(): void {
		this.dispatchEvent(new Event("close"));
	}
}

customElements.define("gatehouse-find", FindElement);

function highlightOf(ranges: readonly Range[]): Highlight {
	const highlight = new Highlight();
	for (const range of ranges) highlight.add(range);
	return highlight;
}
