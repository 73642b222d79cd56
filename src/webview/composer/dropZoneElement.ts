import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import { attachPictures, picturesIn } from "./pictures";

/** Media types of the lists of URIs that VS Code's explorer and tabs, and other programs, drag. */
const uriLists = ["application/vnd.code.uri-list", "text/uri-list"] as const;

/** Accepts files that are dropped anywhere on the panel. VS Code passes them to a page only while Shift is held. */
export class DropZoneElement extends LightElement {
	static override properties = { page: { attribute: false }, over: { state: true } };

	declare page: Page;
	declare protected over: boolean;

	#left = new AbortController();

	constructor() {
		super();
		this.over = false;
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#left = new AbortController();
		const options = { signal: this.#left.signal };
		window.addEventListener("dragover", this.#drag, options);
		window.addEventListener("drop", this.#drop, options);
		// The related target is null when the pointer leaves the page, and the next element otherwise.
		window.addEventListener("dragleave", (event) => (this.over = event.relatedTarget !== null), options);
		window.addEventListener("dragend", () => (this.over = false), options);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#left.abort();
	}

	protected override render(): TemplateResult | typeof nothing {
		if (!this.over) return nothing;
		return html`<div class="drop-zone">
			<i class="codicon codicon-attach" aria-hidden="true"></i>
			<span>${l10n.t("Hold Shift and drop to attach")}</span>
		</div>`;
	}

	readonly #drag = (event: DragEvent): void => {
		if (!event.dataTransfer || !(hasUris(event.dataTransfer) || event.dataTransfer.types.includes("Files"))) return;
		event.preventDefault();
		event.dataTransfer.dropEffect = "copy";
		this.over = true;
	};

	readonly #drop = (event: DragEvent): void => {
		this.over = false;
		if (!event.dataTransfer) return;
		const pictures = hasUris(event.dataTransfer) ? [] : picturesIn(event.dataTransfer);
		if (pictures.length > 0) void attachPictures(this.page, pictures);
		else if (!hasUris(event.dataTransfer)) return;
		event.preventDefault();
		const uris = urisOf(event.dataTransfer);
		if (uris.length > 0) void this.page.attempt(this.page.host.attachUris(uris));
	};
}

function hasUris({ types }: DataTransfer): boolean {
	return uriLists.some((type) => types.includes(type));
}

/** Parses a list of URIs, one per line; lines that begin with `#` are comments (RFC 2483). */
function urisOf(data: DataTransfer): readonly string[] {
	const list = uriLists.map((type) => data.getData(type)).find((text) => text !== "") ?? "";
	return [...new Set(list.split(/\r?\n/).map((line) => line.trim()))].filter(
		(line) => line !== "" && !line.startsWith("#"),
	);
}

customElements.define("gatehouse-drop-zone", DropZoneElement);
