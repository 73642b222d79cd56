import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { type AgentApproval, type ApprovalDecision, isForFile } from "../../shared/agentApproval";
import { approvalTitle, failedOutcome, rowTitle, shownRowState, stateName } from "../../shared/agentRowTexts";
import type { AgentRow, AgentRowState, AgentWork } from "../../shared/agentWork";
import { duration } from "../../shared/duration";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { Page } from "../page";
import "./agentCostElement";
import "./agentNoteElement";
import { approvalDetails } from "./approvalDetails";
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
		seen: { state: true },
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
	/** The calls whose long text the user has opened. */
	declare protected seen: ReadonlySet<string> | undefined;

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
			${approvalDetails(approval)} ${approval.cut ? this.#wholeText(approval, call) : nothing}
			${this.rejecting === call ? this.#rejection(call) : this.#choices(approval, call)}
		</div>`;
	}

	#wholeText(approval: AgentApproval, call: number): TemplateResult {
		const showAll = async () => {
			const shown = await this.page.attempt(this.page.host.showWholeChange(this.task, call));
			if (shown) this.seen = new Set([...(this.seen ?? []), `${this.task} ${call}`]);
		};
		return html`<div class="agent-choices">
			<span>${cutNote(approval)}</span>
			<button class="link-button" @click=${showAll}>${l10n.t("Show All of It")}</button>
		</div>`;
	}

	#choices(approval: AgentApproval, call: number): TemplateResult {
		// What a command does can be in its last word.
		const mayAllow = isForFile(approval) || !approval.cut || this.seen?.has(`${this.task} ${call}`);
		return html`<div class="agent-choices">
			${mayAllow ? this.#allowing(approval, call) : nothing}
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

	#allowing({ kind }: AgentApproval, call: number): TemplateResult {
		const decide = (type: "allowed" | "allowedInConversation") => () => this.#decide(call, { type });
		const further = furtherLabel(kind);
		return html`<button class="primary-button" @click=${decide("allowed")}>${l10n.t("Allow")}</button>
			${
				further === ""
					? nothing
					: html`<button class="link-button" @click=${decide("allowedInConversation")}>${further}</button>`
			}`;
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
	const outcome = failedOutcome(row);
	return html`<details class="agent-row ${state}">
		<summary>
			<i class="codicon codicon-${outcome === "" ? icons[state] : "warning"}" aria-hidden="true"></i>
			<span class="agent-title">${rowTitle(row)}</span>
			<span class="agent-state">${[stateName(state), outcome, timeOf(row)].filter(Boolean).join(" · ")}</span>
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

/** Returns the button's words that allow more than one call; empty where there is none. */
function furtherLabel(kind: AgentApproval["kind"]): string {
	if (kind === "read") return l10n.t("Allow in This Task");
	return kind === "command" || kind === "tool" ? l10n.t("Allow in This Conversation") : "";
}

function cutNote({ kind }: AgentApproval): string {
	if (kind === "command") return l10n.t("Only the beginning of the command is shown here: look at all of it first.");
	if (kind === "tool") return l10n.t("Only the beginning of the input is shown here: look at all of it first.");
	return l10n.t("Only the beginning of the change is shown here.");
}

customElements.define("gatehouse-agent-work", AgentWorkElement);
