import { html, type TemplateResult } from "lit";

/** Returns a text that can be wrapped after each slash: a path is then not broken within a name. */
export function breakableText(text: string): TemplateResult {
	return html`${text.split(/(?<=\/)/).map((part, i) => (i === 0 ? part : html`<wbr />${part}`))}`;
}
