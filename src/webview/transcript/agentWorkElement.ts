import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import {
	type AgentApproval,
	type ApprovalDecision,
	type ApprovalReason,
	approvalText,
} from "../../shared/agentApproval";
import { approvalTitle, rowTitle, shownRowState, stateName } from "../../shared/agentRowTexts";
import type { AgentRow, AgentRowState, AgentWork } from "../../shared/agentWork";
import { duration } from "../../shared/duration";
import { withHiddenNumbers, withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import "./agentCostElement";
import "./agentNoteElement";
import { stepGroups } from "./stepGroups";

/** The work of an agent: a row for each call, with the question whether it may run. */
export class AgentWorkElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		task: { attribute: false },
		work: { attribute: false },
		running: { attribute: false },
		since: { attribute: false },
		rejecting: { state: true },
	};

	declare page: Page;
	/** The answer's id. */
	declare task: string;
	declare work: AgentWork;
	/** Whether the agent works: only then can calls be allowed. */
	declare running: boolean;
	/** When it would have begun without pauses, in milliseconds since 1970. */
	declare since: number;
	/** The call for whose rejection a reason is being written. */
	declare protected rejecting: number | undefined;

	protected override render(): TemplateResult | typeof nothing {
		const { rows } = this.work;
		if (rows.length === 0) return nothing;
		return html`<div class="agent-work" role="list" aria-label=${l10n.t("Steps of the agent")}>
				${repeat(
					stepGroups(rows, this.running),
					({ from, folded }) => (folded ? -1 - from : from),
					({ from, to, folded }) => (folded ? this.#group(from, to) : this.#rows(from, to)),
				)}
			</div>
			<gatehouse-agent-cost .work=${this.work} .since=${this.since} .running=${this.running}></gatehouse-agent-cost>`;
	}

	#rows(from: number, to: number): TemplateResult[] {
		return this.work.rows.slice(from, to).map((row, index) => this.#row(row, from + index));
	}

	/** Folds steps that only looked at something, so that those that changed something are seen. */
	#group(from: number, to: number): TemplateResult {
		const [first] = this.work.rows.slice(from, to);
		return html`<div class="agent-step" role="listitem">
			${first ? noteOf(first) : nothing}
			<details class="agent-row done">
				<summary>
					<i class="codicon codicon-check" aria-hidden="true"></i>
					<span class="agent-title">${l10n.t("Reading and searching ({0})", to - from)}</span>
				</summary>
				<div class="agent-group">${this.work.rows.slice(from, to).map((row) => callRow(row, this.running))}</div>
			</details>
		</div>`;
	}

	#row(row: AgentRow, call: number): TemplateResult {
		const asks = this.running && row.state === "asking" && row.approval !== undefined;
		return html`<div class="agent-step" role="listitem">
			${noteOf(row)} ${callRow(row, this.running)}
			${asks && row.approval ? this.#question(row.approval, call) : nothing}
		</div>`;
	}

	#question(approval: AgentApproval, call: number): TemplateResult {
		const title = approvalTitle(approval);
		return html`<div class="agent-approval" role="group" aria-label=${title}>
			<strong>${title}</strong>
			<ul>
				${approval.reasons.map((reason) => html`<li>${reasonText(reason, approval.reasons.length === 1)}</li>`)}
			</ul>
			${approvalText(approval) === "" ? nothing : this.#change(approval, call)}
			${this.rejecting === call ? this.#rejection(call) : this.#choices(approval, call)}
		</div>`;
	}

	#change(approval: AgentApproval, call: number): TemplateResult {
		const { cut = false } = approval;
		const showAll = () => this.page.attempt(this.page.host.showWholeChange(this.task, call));
		return html`<pre tabindex="0" role="group" aria-label=${l10n.t("The change")}>${changeLines(approvalText(approval))}</pre>
			${
				cut
					? html`<div class="agent-choices">
						<span>${l10n.t("Only the beginning of the change is shown here.")}</span>
						<button class="link-button" @click=${showAll}>${l10n.t("Show All of It")}</button>
					</div>`
					: nothing
			}`;
	}

	#choices({ kind }: AgentApproval, call: number): TemplateResult {
		const inConversation = { label: l10n.t("Allow in This Task"), type: "allowedInConversation" } as const;
		return html`<div class="agent-choices">
			<button class="primary-button" @click=${() => this.#decide(call, { type: "allowed" })}>${l10n.t("Allow")}</button>
			${
				kind === "read"
					? html`<button class="link-button" @click=${() => this.#decide(call, { type: inConversation.type })}>
						${inConversation.label}
					</button>`
					: nothing
			}
			<button
				class="link-button"
				@click=${() => {
					this.rejecting = call;
				}}
			>
				${l10n.t("Reject…")}
			</button>
		</div>`;
	}

	#rejection(call: number): TemplateResult {
		const reject = (event: Event) => {
			event.preventDefault();
			const field = this.querySelector<HTMLInputElement>(".agent-reason");
			this.rejecting = undefined;
			void this.#decide(call, { type: "rejected", reason: field?.value ?? "" });
		};
		return html`<form class="agent-choices" @submit=${reject} @keydown=${this.#leaveRejection}>
			<input
				class="agent-reason"
				maxlength="2000"
				aria-label=${l10n.t("Reason for the model")}
				placeholder=${l10n.t("Reason for the model (optional)")}
			/>
			<button class="primary-button">${l10n.t("Reject")}</button>
		</form>`;
	}

	/** Escape goes back to the choices; elsewhere, it stops the agent. */
	readonly #leaveRejection = (event: KeyboardEvent): void => {
		if (event.key !== "Escape" || event.isComposing) return;
		event.preventDefault();
		event.stopPropagation();
		this.rejecting = undefined;
		void this.updateComplete.then(() => this.querySelector<HTMLElement>(".agent-choices > button")?.focus());
	};

	protected override updated(changed: Map<PropertyKey, unknown>): void {
		if (changed.has("rejecting") && this.rejecting !== undefined)
			this.querySelector<HTMLInputElement>(".agent-reason")?.focus();
	}

	/**
	 * Passes a decision on. The buttons disappear a little later, so the focus moves to the composer at once, unless the
	 * user has moved it elsewhere.
	 */
	async #decide(call: number, decision: ApprovalDecision): Promise<void> {
		if (!(await this.page.attempt(this.page.host.decide(this.task, call, decision)))) return;
		const { activeElement, body } = document;
		const isHere = activeElement === null || activeElement === body || this.contains(activeElement);
		if (document.hasFocus() && isHere) this.page.state.focusComposer();
	}
}

function noteOf({ note }: AgentRow): TemplateResult | typeof nothing {
	return note === "" ? nothing : html`<gatehouse-agent-note .text=${withoutHidden(note)}></gatehouse-agent-note>`;
}

/** Returns the row of a call, with its arguments and result folded. */
function callRow(row: AgentRow, running: boolean): TemplateResult {
	const state = shownRowState(row, running);
	return html`<details class="agent-row ${state}">
		<summary>
			<i class="codicon codicon-${icons[state]}" aria-hidden="true"></i>
			<span class="agent-title">${rowTitle(row)}</span>
			<span class="agent-state">${[stateName(state), timeOf(row)].filter(Boolean).join(" · ")}</span>
		</summary>
		<pre tabindex="0" role="group" aria-label=${l10n.t("Arguments")}>${withoutHidden(row.given)}</pre>
		${row.result === "" ? nothing : html`<pre tabindex="0" role="group" aria-label=${l10n.t("Result")}>${withoutHidden(row.result)}</pre>`}
	</details>`;
}

/** Milliseconds from which the time of a call is shown: most calls are faster, and their times would only be noise. */
const slowCall = 1000;

/** Returns the time that a call took if that was long enough to be of interest; else nothing. */
function timeOf({ begunAt, endedAt }: AgentRow): string {
	const taken = begunAt === undefined || endedAt === undefined ? 0 : endedAt - begunAt;
	return taken < slowCall ? "" : duration(taken);
}

const icons: Readonly<Record<AgentRowState, string>> = {
	waiting: "circle-outline",
	asking: "question",
	running: "sync",
	done: "check",
	failed: "error",
	rejected: "circle-slash",
	skipped: "dash",
	interrupted: "warning",
};

/** @param isOnly whether there is no other reason: then allowing it allows further ordinary changes. */
function reasonText(reason: ApprovalReason, isOnly: boolean): string {
	switch (reason) {
		case "firstEdit":
			return isOnly
				? l10n.t("It is the first change of this task. You are not asked about further ordinary files.")
				: l10n.t("It is the first change of this task.");
		case "sensitive":
			return l10n.t("Other programs or assistants run or follow this file.");
		case "secretName":
			return l10n.t("Its name suggests that it contains secrets.");
		case "secretText":
			return l10n.t("It contains what looks like a secret.");
		case "ignored":
			return l10n.t("Git ignores it.");
		case "outside":
			return l10n.t("It is outside the workspace.");
		case "unsaved":
			return l10n.t("It has unsaved changes, which would be saved too.");
		case "hidden":
			return l10n.t("It contains invisible characters, which are shown here by their numbers.");
		case "lines":
			return l10n.t("It has several lines. The end of each is shown by its number.");
	}
}

function changeLines(detail: string): TemplateResult[] {
	return detail.split("\n").map((line) => {
		const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "";
		return html`<span class="agent-line ${kind}">${withHiddenNumbers(line)}\n</span>`;
	});
}

customElements.define("gatehouse-agent-work", AgentWorkElement);
