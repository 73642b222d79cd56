import { html, type PropertyValues, type TemplateResult } from "lit";
import { LightElement } from "../../lightElement";
import { BlockRenderer } from "../../markdown/blockRenderer";

/**
 * The text that the model wrote before a step, as Markdown. It is complete: while it is streamed, the answer's body
 * shows it.
 */
export class AgentNoteElement extends LightElement {
	static override properties = { text: { attribute: false } };

	declare text: string;

	readonly #body = document.createElement("div");
	readonly #renderer = new BlockRenderer(this.#body);

	constructor() {
		super();
		this.#body.className = "markdown agent-note";
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (!changed.has("text")) return;
		this.#renderer.reset();
		this.#renderer.append(this.text);
		this.#renderer.end();
	}

	protected override render(): TemplateResult {
		return html`${this.#body}`;
	}
}

customElements.define("gatehouse-agent-note", AgentNoteElement);
