import { LitElement } from "lit";

/**
 * An element of the panel. It draws into the page itself, without a shadow: one style sheet serves all under the strict
 * content policy, VS Code's find sees the text, and a label reaches what it names.
 */
export abstract class LightElement extends LitElement {
	protected override createRenderRoot(): HTMLElement {
		return this;
	}
}
