import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ChatParameters, ParametersView } from "../../shared/chatParameters";
import { numberText, tokensText } from "../../shared/text/numberText";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import { type ParameterFields, type ParameterProblems, parameterFields, readParameters } from "./parameterFields";

type Field = keyof ChatParameters;

/** The conversation's own parameters: a button that shows whether there are any, and a form. */
export class ParametersElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		conversation: { attribute: false },
		parameters: { attribute: false },
		open: { state: true },
		fields: { state: true },
		problems: { state: true },
	};

	declare page: Page;
	declare conversation: string;
	declare parameters: ParametersView;
	declare protected open: boolean;
	declare protected fields: ParameterFields;
	declare protected problems: ParameterProblems;

	constructor() {
		super();
		this.fields = parameterFields({});
		this.problems = {};
	}

	protected override updated(changed: PropertyValues): void {
		// Values entered for one conversation do not apply to another.
		if (changed.has("conversation")) this.#dialog?.close();
	}

	protected override render(): TemplateResult {
		const set = Object.keys(this.parameters.own).length;
		const label =
			set === 0 ? l10n.t("Parameters") : l10n.t("Parameters ({0}): {1}", set, summaryOf(this.parameters.own));
		return html`<button
				class="icon-button parameters-button"
				aria-haspopup="dialog"
				title=${label}
				aria-label=${label}
				@click=${this.#show}
			>
				<i class="codicon codicon-settings" aria-hidden="true"></i
				>${set === 0 ? nothing : html`<span class="badge" data-count=${set}></span>`}
			</button>
			<dialog
				class="parameters"
				aria-labelledby="parameters-title"
				@keydown=${this.#keyDown}
				@close=${this.#closed}
				@click=${(event: Event) => event.target === event.currentTarget && this.#dialog?.close()}
			>
				${this.open ? this.#form() : nothing}
			</dialog>`;
	}

	#form(): TemplateResult {
		const { temperature, maxTokens, systemPrompt } = this.parameters.settings;
		const notSent = l10n.t("not sent");
		return html`<form novalidate autocomplete="off" @submit=${this.#apply}>
			<h2 id="parameters-title">${l10n.t("Parameters of this conversation")}</h2>
			<p>${l10n.t("Empty fields are taken from the settings.")}</p>
			${this.#line("temperature", l10n.t("Temperature, 0 to 1"), "decimal", temperature?.toString() ?? notSent)}
			${this.#line("maxTokens", l10n.t("Maximum answer length, in tokens"), "numeric", maxTokens?.toString() ?? notSent)}
			${this.#text("systemPrompt", l10n.t("System prompt"), systemPrompt ?? l10n.t("none"))}
			<div class="parameters-actions">
				<button type="submit" class="primary-button">${l10n.t("Apply")}</button>
				<button type="button" class="link-button" @click=${() => this.#dialog?.close()}>${l10n.t("Cancel")}</button>
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

	readonly #show = async (): Promise<void> => {
		this.fields = parameterFields(this.parameters.own);
		this.problems = {};
		this.open = true;
		await this.updateComplete;
		// The browser makes the rest of the page inert, and returns the focus to the button at the end.
		this.#dialog?.showModal();
	};

	readonly #closed = (): void => {
		this.open = false;
	};

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
		else if (await this.page.attempt(this.page.host.setParameters(parameters))) this.#dialog?.close();
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

function summaryOf({ temperature, maxTokens, systemPrompt }: ChatParameters): string {
	return [
		temperature === undefined ? [] : [l10n.t("temperature {0}", numberText(temperature))],
		maxTokens === undefined ? [] : [l10n.t("at most {0}", tokensText(maxTokens, false))],
		systemPrompt === undefined ? [] : [l10n.t("its own system prompt")],
	]
		.flat()
		.join(", ");
}

customElements.define("gatehouse-parameters", ParametersElement);
