import { html, type TemplateResult } from "lit";
import { splitPlace } from "../shared/text/splitPlace";

/** Returns the name in a chip. Where there is no room, a file's name is cut off, but not the lines after it. */
export function chipName(name: string): TemplateResult {
	const [file, lines] = splitPlace(name);
	if (lines === "") return html`<span class="chip-name">${name}</span>`;
	return html`<span class="chip-name chip-place"
		><span class="chip-file">${file}</span><span class="chip-lines">${lines}</span></span
	>`;
}
