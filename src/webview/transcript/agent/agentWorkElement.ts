import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { failedOutcome, rowTitle, shownResult, shownRowState, stateName } from "../../../shared/agentRowTexts";
import type { AgentRow, AgentRowState, AgentWork } from "../../../shared/agentWork";
import { duration } from "../../../shared/text/duration";
import { withHiddenNumbers, withoutHidden } from "../../../shared/text/hiddenCharacters";
import { breakableText } from "../../breakableText";
import { LightElement } from "../../lightElement";
import type { Page } from "../../page";
import "../../approval/agentQuestionElement";
import "./agentNoteElement";
import { stepGroups } from "./stepGroups";
import "./taskFactsElement";

/** The work of an agent: a row for each call, with the question of whether it may run. */
export class AgentWorkElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		task: { attribute: false },
		work: { attribute: false },
		running: { attribute: false },
		since: { attribute: false },
	};

	declare page: Page;
	/** The answer's id. */
	declare task: string;
	declare work: AgentWork;
	/** Whether the agent is working: only then can calls be allowed. */
	declare running: boolean;
	/** When the work would have begun without pauses, in milliseconds since the epoch. */
	declare since: number;

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
			<gatehouse-task-facts .work=${this.work} .since=${this.since} .running=${this.running}></gatehouse-task-facts>`;
	}

	#rows(from: number, to: number): TemplateResult[] {
		return this.work.rows.slice(from, to).map((row, index) => this.#row(row, from + index));
	}

	/** Folds steps that only read or searched, so that those that changed something are easier to see. */
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
			${
				asks
					? html`<gatehouse-agent-question
							.page=${this.page}
							.task=${this.task}
							.call=${call}
							.approval=${row.approval}
						></gatehouse-agent-question>`
					: nothing
			}
		</div>`;
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
			<span class="agent-title">${breakableText(rowTitle(row))}</span>
			<span class="agent-state">${[stateName(state), outcome, timeOf(row)].filter(Boolean).join(" · ")}</span>
		</summary>
		<pre tabindex="0" role="group" aria-label=${l10n.t("Arguments")}>${withHiddenNumbers(row.given)}</pre>
		${row.result === "" ? nothing : html`<pre tabindex="0" role="group" aria-label=${l10n.t("Result")}>${withHiddenNumbers(shownResult(row))}</pre>`}
	</details>`;
}

/** Milliseconds from which the time of a call is shown: most calls are faster, and their times would only be noise. */
const slowCall = 1000;

/** Returns the time that a call took; empty for a fast one. */
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

customElements.define("gatehouse-agent-work", AgentWorkElement);
