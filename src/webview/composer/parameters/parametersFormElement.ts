import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ChatParameters, ParametersView } from "../../../shared/chatParameters";
import { LightElement } from "../../lightElement";
import type { Page } from "../../page";
import { type ParameterFields, type ParameterProblems, parameterFields, readParameters } from "./parameterFields";

type Field = keyof ChatParameters;

/** The dialog with the conversation's own parameters, which is open while the element exists. */
export class ParametersFormElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		parameters: { attribute: false },
		closed: { attribute: false },
		fields: { state: true },
		problems: { state: true },
	};

	declare page: Page;
	declare parameters: ParametersView;
	/** Called when the dialog was closed. */
	declare closed: () => void;
	declare protected fields: ParameterFields;
	declare protected problems: ParameterProblems;

	constructor() {
		super();
		this.fields = parameterFields({});
		this.problems = {};
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.fields = parameterFields(this.parameters.own);
	}

	close(): void {
		this.#dialog?.close();
	}

	protected override firstUpdated(): void {
		// The browser makes the rest of the page inert, and returns the focus to the button at the end.
		this.#dialog?.showModal();
	}

	protected override render(): TemplateResult {
		return html`<dialog
			class="parameters"
			aria-labelledby="parameters-title"
			@keydown=${this.#keyDown}
			@close=${() => this.closed()}
			@click=${(event: Event) => event.target === event.currentTarget && this.close()}
		>
			${this.#form()}
		</dialog>`;
	}

	#form(): TemplateResult {
		const { temperature, maxTokens, systemPrompt } = this.parameters.settings;
		const notSent = l10n.t("no value sent");
		return html`<form novalidate autocomplete="off" @submit=${this.#apply}>
			<h2 id="parameters-title">${l10n.t("Parameters of this conversation")}</h2>
			<p>${l10n.t("Empty fields are taken from the settings.")}</p>
			${this.#line("temperature", l10n.t("Temperature, 0 to 1"), "decimal", temperature?.toString() ?? notSent)}
			${this.#line("maxTokens", l10n.t("Maximum answer length, in tokens"), "numeric", maxTokens?.toString() ?? notSent)}
			${this.#text("systemPrompt", l10n.t("System prompt"), systemPrompt ?? l10n.t("none"))}
			<div class="parameters-actions">
				<button type="submit" class="primary-button">${l10n.t("Apply")}</button>
				<button type="button" class="link-button" @click=${() => this.close()}>${l10n.t("Cancel")}</button>
				<button type="button" class="link-button parameters-clear" @click=${this.#clear}>${l10n.t("Clear all")}</button>
			</div>
		</form>`;
	}

	#line(field: Field, label: string, inputMode: "decimal" | "numeric", placeholder: string): TemplateResult {
		return html`<label for=${idOf(field)}>${label}</label>
			<input
				id=${idOf(field)}
				type="text"
				inputmode=${inputMode}
				placeholder=${placeholder}
				aria-invalid=${this.problems[field] ? "true" : "false"}
				aria-describedby=${`${idOf(field)}-problem`}
				.value=${live(this.fields[field])}
				@input=${this.#writer(field)}
			/>
			${this.#problem(field)}`;
	}

	#text(field: Field, label: string, placeholder: string): TemplateResult {
		return html`<label for=${idOf(field)}>${label}</label>
			<textarea
				id=${idOf(field)}
				rows="3"
				dir="auto"
				placeholder=${placeholder}
				aria-invalid=${this.problems[field] ? "true" : "false"}
				aria-describedby=${`${idOf(field)}-problem`}
				.value=${live(this.fields[field])}
				@input=${this.#writer(field)}
			></textarea>
			${this.#problem(field)}`;
	}

	/** Returns the message of a field. The element always exists, so that changes of its text are announced. */
	#problem(field: Field): TemplateResult {
		const problem = this.problems[field];
		return html`<div class="parameters-problem" id=${`${idOf(field)}-problem`} role="status">
			${problem ? html`<i class="codicon codicon-error" aria-hidden="true"></i><span>${problem}</span>` : nothing}
		</div>`;
	}

	#writer(field: Field) {
		return (event: Event): void => {
			const { value } = event.currentTarget as HTMLInputElement | HTMLTextAreaElement;
			this.fields = { ...this.fields, [field]: value };
			// An invalid field is validated on each keystroke; the others only when the form is applied.
			if (this.problems[field])
				this.problems = { ...this.problems, [field]: readParameters(this.fields).problems[field] };
		};
	}

	get #dialog(): HTMLDialogElement | null {
		return this.querySelector("dialog");
	}

	readonly #clear = (): void => {
		this.fields = parameterFields({});
		this.problems = {};
		this.querySelector("input")?.focus();
	};

	readonly #apply = async (event: Event): Promise<void> => {
		event.preventDefault();
		const { parameters, problems } = readParameters(this.fields);
		this.problems = problems;
		await this.updateComplete;
		const [wrong] = Object.keys(problems) as Field[];
		if (wrong) this.querySelector<HTMLElement>(`#${idOf(wrong)}`)?.focus();
		else if (await this.page.attempt(this.page.host.setParameters(parameters))) this.close();
	};

	readonly #keyDown = (event: KeyboardEvent): void => {
		if (event.defaultPrevented) return;
		if (event.key === "Tab") this.#goRound(event);
		if (event.key !== "Escape" || event.isComposing) return;
		// Escape closes the form, and must not stop an answer that may be streaming.
		event.preventDefault();
		event.stopPropagation();
		this.#dialog?.close();
	};

	/** Keeps the focus in the dialog: the browser would otherwise move it out of the page after the last control. */
	#goRound(event: KeyboardEvent): void {
		const controls = [...this.querySelectorAll<HTMLElement>("form :is(input, textarea, button)")];
		const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
		if (document.activeElement !== from) return;
		event.preventDefault();
		to?.focus();
	}
}

const idOf = (field: Field): string => `parameters-${field}`;

customElements.define("gatehouse-parameters-form", ParametersFormElement);
