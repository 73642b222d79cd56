import { LitElement } from "lit";

/**
 * An element of the panel. It renders into the page itself, without a shadow root: one style sheet serves all elements
 * under the strict content security policy, Find can search the text, and labels can reference other elements.
 */
export abstract class LightElement extends LitElement {
	protected override createRenderRoot(): HTMLElement {
		return this;
	}
}
