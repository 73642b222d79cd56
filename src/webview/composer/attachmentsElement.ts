import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { AttachmentView, ContextView, FoundFile, OpenFileView } from "../../shared/chatProtocol";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { tokensText } from "../../shared/text/numberText";
import { chipName } from "../chipName";
import { foundPlaces } from "../foundPlaces";
import { kindIcon } from "../kindIcon";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import { type CopiedCode, copiedCode, fencedCode } from "./copiedCode";
import { attachPictures, picturesIn } from "./pictures";

/** The pending attachments: a chip for each, and the button that attaches more. */
export class AttachmentsElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		context: { attribute: false },
		openFile: { attribute: false },
		dismissOpenFile: { attribute: false },
		offer: { state: true },
	};

	declare page: Page;
	declare context: ContextView;
	/** The file or selection of the last editor that is offered and was not dismissed; null if there is none. */
	declare openFile: OpenFileView | null;
	/** Called when the user dismisses it. */
	declare dismissOpenFile: () => void;
	/** The file named by the text that was just pasted. */
	declare protected offer: FoundFile | null;

	#composer: Element | null = null;

	constructor() {
		super();
		this.offer = null;
	}

	/** Attaches the file or the selection that is offered, if there is one. */
	attachOpenFile(): void {
		if (!this.openFile) return;
		this.page.state.focusComposer();
		void this.page.attempt(this.page.host.attachOpenFile(this.openFile.id));
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#composer = this.closest(".composer");
		this.#composer?.addEventListener("paste", this.#pasted);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#composer?.removeEventListener("paste", this.#pasted);
	}

	protected override willUpdate(changed: PropertyValues): void {
		// The offer is withdrawn when the attachments have changed or were sent.
		const before = changed.get("context") as ContextView | undefined;
		if (before && !sameIds(before, this.context)) this.offer = null;
	}

	protected override render(): TemplateResult {
		const { attachments } = this.context;
		const label = l10n.t("Attach context");
		return html`<div class="attachments">
			<button
				class="attach-button"
				title=${l10n.t("Attach context, or drop files here while holding Shift")}
				aria-label=${label}
				@click=${() => this.page.attempt(this.page.host.attachContext())}
			>
				<i class="codicon codicon-attach" aria-hidden="true"></i>${attachments.length === 0 ? html`<span>${label}</span>` : nothing}
			</button>
			${
				attachments.length === 0
					? nothing
					: html`<ul class="chips" aria-label=${l10n.t("Goes with the next question")}>
						${repeat(
							attachments.filter(({ found }) => !found),
							({ id }) => id,
							(attachment) => this.#chip(attachment),
						)}
						${this.#found(attachments.filter(({ found }) => found))}
					</ul>`
			}
			${this.openFile === null ? nothing : this.#openFileChip(this.openFile)}
			${this.offer === null ? nothing : this.#offer(this.offer)}
		</div>`;
	}

	#found(places: readonly AttachmentView[]): TemplateResult | typeof nothing {
		const tokens = places.reduce((sum, place) => sum + place.tokens, 0);
		const chips = places.map((place) => this.#chip(place));
		return foundPlaces(chips, tokensText(tokens, this.context.estimate));
	}

	#chip({ id, kind, tokens, changed, ...named }: AttachmentView): TemplateResult {
		const { host } = this.page;
		const [name, path] = [withoutHidden(named.name), withoutHidden(named.path)];
		const out = this.context.leftOut.includes(id);
		const remove = l10n.t("Remove {0}", name);
		const update = l10n.t("Update {0}", name);
		const found = kind === "codebase" ? l10n.t("searched when you send") : tokensText(tokens, this.context.estimate);
		const size = out ? l10n.t("not sent") : found;
		return html`<li class="chip ${out ? "chip-out" : ""}">
			<button
				class="chip-open"
				title=${path}
				aria-label=${changed ? name : `${name} ${size}`}
				@click=${() => this.page.attempt(host.openAttachment(id))}
			>
				<i class="codicon codicon-${kindIcon[kind]}" aria-hidden="true"></i>${chipName(name)}
				${changed ? nothing : html`<span class="chip-tokens">${size}</span>`}
			</button>
			${
				changed
					? html`<span class="chip-changed"><i class="codicon codicon-warning" aria-hidden="true"></i>${l10n.t("changed")}</span
						><button
							class="link-button chip-update"
							title=${l10n.t("Changed since it was attached: read it again")}
							aria-label=${update}
							@click=${() => this.page.attempt(host.updateAttachment(id))}
						>${l10n.t("Update")}</button>`
					: nothing
			}
			<button
				class="icon-button chip-remove"
				title=${remove}
				aria-label=${remove}
				@click=${() => this.#remove(id)}
			><i class="codicon codicon-close" aria-hidden="true"></i></button>
		</li>`;
	}

	/** Returns the chip of the open file: dashed if it is only offered, like an attachment's if it will be sent. */
	#openFileChip({ lines, byDefault, tokens, ...named }: OpenFileView): TemplateResult {
		const [file, path] = [withoutHidden(named.name), withoutHidden(named.path)];
		const name = lines ? `${file}:${lines[0] === lines[1] ? lines[0] : lines.join("–")}` : file;
		// The accessible name contains the visible text, for voice control.
		const label = byDefault ? l10n.t("{0} is sent with the question", name) : l10n.t("Attach {0}", name);
		const dismiss = l10n.t("Do not attach {0}", name);
		return html`<div class="chip ${byDefault ? "" : "chip-offer"} chip-open-file" role="group" aria-label=${label}>
			<button
				class="chip-open"
				title=${`${label} (Ctrl+/)\n${path}`}
				aria-label=${label}
				aria-keyshortcuts="Control+/"
				@click=${() => this.attachOpenFile()}
			>
				<i class="codicon codicon-${lines ? "list-selection" : "file"}" aria-hidden="true"></i
				>${chipName(name)}
				${byDefault ? html`<span class="chip-tokens">${tokensText(tokens, this.context.estimate)}</span>` : nothing}
			</button>
			<button
				class="icon-button chip-remove"
				title=${dismiss}
				aria-label=${dismiss}
				@click=${() => this.dismissOpenFile()}
			><i class="codicon codicon-close" aria-hidden="true"></i></button>
		</div>`;
	}

	/** Returns the offer to attach the file of a pasted path; the path itself is pasted like any other text. */
	#offer({ uri, ...named }: FoundFile): TemplateResult {
		const name = withoutHidden(named.name);
		const attach = l10n.t("Attach {0}", name);
		const dismiss = l10n.t("Do not attach {0}", name);
		return html`<div class="chip chip-offer" role="group" aria-label=${attach}>
			<button class="chip-open" @click=${() => this.#takeOffer(uri)}>
				<i class="codicon codicon-add" aria-hidden="true"></i><span class="chip-name">${attach}</span>
			</button>
			<button class="icon-button chip-remove" title=${dismiss} aria-label=${dismiss} @click=${() => this.#dropOffer()}>
				<i class="codicon codicon-close" aria-hidden="true"></i>
			</button>
		</div>`;
	}

	/** Removes an attachment, and keeps the focus in the panel although its button disappears. */
	async #remove(id: string): Promise<void> {
		if (await this.page.attempt(this.page.host.removeAttachment(id))) this.page.state.focusComposer();
	}

	/** Attaches code that was copied from an editor, or inserts it in a fence where its file is not known. */
	async #attachPasted(code: CopiedCode): Promise<void> {
		const attached = await this.page.host.attachPasted(code.text).catch(() => false);
		this.page.state.focusComposer();
		if (attached) this.page.onDidAnnounce.emit(l10n.t("The pasted code is attached with its file and lines."));
		// Only `execCommand` preserves the box's undo history when the text is changed. Like typing, it fires events.
		else document.execCommand("insertText", false, fencedCode(code));
	}

	#takeOffer(uri: string): void {
		this.#dropOffer();
		void this.page.attempt(this.page.host.attachUris([uri]));
	}

	#dropOffer(): void {
		this.offer = null;
		this.page.state.focusComposer();
	}

	readonly #pasted = (event: Event): void => {
		const { clipboardData } = event as ClipboardEvent;
		const text = clipboardData?.getData("text/plain").trim() ?? "";
		this.offer = null;
		const pictures = clipboardData ? picturesIn(clipboardData) : [];
		if (pictures.length > 0) {
			event.preventDefault();
			void attachPictures(this.page, pictures);
			return;
		}
		const code = clipboardData && copiedCode(clipboardData);
		if (code) {
			event.preventDefault();
			void this.#attachPasted(code);
			return;
		}
		if (!looksLikePath(text)) return;
		this.page.host.findFile(text).then(
			(found) => {
				this.offer = found;
				if (found) this.page.onDidAnnounce.emit(l10n.t("{0} can be attached.", found.name));
			},
			// The text is only pasted, because the user did not request the file.
			() => undefined,
		);
	};
}

function sameIds(a: ContextView, b: ContextView): boolean {
	return a.attachments.map(({ id }) => id).join() === b.attachments.map(({ id }) => id).join();
}

/** Returns whether a text may be a path: a single line with only characters that paths can contain. */
function looksLikePath(text: string): boolean {
	return text !== "" && text.length <= 1024 && !/[\n<>|"*?]/.test(text) && /[./\\]/.test(text);
}

customElements.define("gatehouse-attachments", AttachmentsElement);
