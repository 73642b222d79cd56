import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type AgentApproval, type ApprovalDecision, mustBeSeen } from "../../shared/agentApproval";
import { approvalTitle } from "../../shared/agentRowTexts";
import { LightElement } from "../lightElement";
import { type Page, questionAppeared } from "../page";
import { approvalDetails } from "./approvalDetails";

/**
 * Time after a question appears in which nothing can be allowed, in milliseconds: a click may be meant for what was
 * here before.
 */
const restTime = 700;

/** The question of whether one of the agent's calls may run. */
export class AgentQuestionElement extends LightElement {
	static override properties = {
		page: { attribute: false },
		task: { attribute: false },
		call: { attribute: false },
		approval: { attribute: false, hasChanged: isOther },
		rests: { state: true },
		seen: { state: true },
		isLong: { state: true },
		rejecting: { state: true },
	};

	declare page: Page;
	/** The answer's id. */
	declare task: string;
	declare call: number;
	declare approval: AgentApproval;
	/** Whether it has only just appeared. */
	declare protected rests: boolean;
	/** Whether the user has seen the whole text that is to be allowed, here or in an editor. */
	declare protected seen: boolean;
	/** Whether the text that is to be allowed needed a scroll bar. */
	declare protected isLong: boolean;
	/** Whether the user is writing a reason to reject it. */
	declare protected rejecting: boolean;

	#timer: ReturnType<typeof setTimeout> | undefined;
	#decided = false;
	// In an animation frame of its own, because the check may change the element's size.
	readonly #sizes = new ResizeObserver(() => requestAnimationFrame(this.#checkSeen));

	constructor() {
		super();
		this.rests = true;
		this.seen = this.isLong = this.rejecting = false;
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#rest();
		this.#sizes.observe(this);
		// The box inside scrolls, not this element.
		this.addEventListener("scroll", this.#checkSeen, { capture: true, passive: true });
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#timer);
		this.#sizes.disconnect();
		this.removeEventListener("scroll", this.#checkSeen, { capture: true });
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (!changed.has("approval")) return;
		this.seen = this.isLong = this.rejecting = this.#decided = false;
		this.#rest();
	}

	protected override updated(changed: PropertyValues): void {
		if (changed.has("approval")) {
			this.#checkSeen();
			this.dispatchEvent(new CustomEvent(questionAppeared, { bubbles: true }));
		}
		if (changed.has("rejecting") && this.rejecting) this.querySelector<HTMLInputElement>(".agent-reason")?.focus();
	}

	protected override render(): TemplateResult {
		const title = approvalTitle(this.approval);
		return html`<div class="agent-approval" role="group" aria-label=${title}>
			<strong>${title}</strong>
			${approvalDetails(this.approval)} ${this.approval.cut || this.isLong ? this.#wholeText() : nothing}
			${this.approval.withheld ? withheldNote() : this.rejecting ? this.#rejection() : this.#choices()}
		</div>`;
	}

	#wholeText(): TemplateResult {
		return html`<div class="agent-choices">
			<span>${this.approval.cut ? cutNote(this.approval) : longNote(this.approval)}</span>
			<button class="link-button" @click=${this.#showAll}>${l10n.t("Show All of It")}</button>
		</div>`;
	}

	readonly #showAll = async (): Promise<void> => {
		if (await this.page.attempt(this.page.host.showWholeChange(this.task, this.call))) this.seen = true;
	};

	#choices(): TemplateResult {
		const mayAllow = !this.rests && (this.seen || !mustBeSeen(this.approval));
		const allow = (type: "allowed" | "allowedInConversation") => (event: MouseEvent) => {
			// The second click of a double click may be meant for something else.
			if (event.detail <= 1) void this.#decide({ type });
		};
		const further = furtherLabel(this.approval.kind);
		return html`<div class="agent-choices" @keydown=${ignoreRepeated}>
			<button class="primary-button" ?disabled=${!mayAllow} @click=${allow("allowed")}>${l10n.t("Allow")}</button>
			${
				further === ""
					? nothing
					: html`<button class="link-button" ?disabled=${!mayAllow} @click=${allow("allowedInConversation")}>
							${further}
						</button>`
			}
			<button
				class="link-button"
				@click=${() => {
					this.rejecting = true;
				}}
			>
				${l10n.t("Reject…")}
			</button>
		</div>`;
	}

	#rejection(): TemplateResult {
		const reject = (event: Event) => {
			event.preventDefault();
			const field = this.querySelector<HTMLInputElement>(".agent-reason");
			this.rejecting = false;
			void this.#decide({ type: "rejected", reason: field?.value ?? "" });
		};
		return html`<form class="agent-choices" @submit=${reject} @keydown=${this.#leaveRejection}>
			<input
				class="agent-reason"
				maxlength="2000"
				aria-label=${l10n.t("Reason for the model")}
				placeholder=${l10n.t("Reason (optional)")}
			/>
			<button class="primary-button">${l10n.t("Reject")}</button>
			<button class="link-button" type="button" @click=${this.#backToChoices}>${l10n.t("Cancel")}</button>
		</form>`;
	}

	/** Escape goes back to the choices; elsewhere, it stops the agent. */
	readonly #leaveRejection = (event: KeyboardEvent): void => {
		ignoreRepeated(event);
		if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
		event.preventDefault();
		event.stopPropagation();
		this.#backToChoices();
	};

	/** Leaves the reason; the focus must not be lost with its box. */
	readonly #backToChoices = (): void => {
		this.rejecting = false;
		void this.updateComplete.then(() => this.querySelector<HTMLElement>(".agent-choices > button:enabled")?.focus());
	};

	#rest(): void {
		clearTimeout(this.#timer);
		this.rests = true;
		this.#timer = setTimeout(() => {
			this.rests = false;
		}, restTime);
	}

	/** Records that the end of the text that is to be allowed has come into view. */
	readonly #checkSeen = (): void => {
		const box = this.querySelector("pre.whole");
		// It has no height while the panel is hidden.
		if (!box || box.clientHeight === 0 || this.seen || this.approval.cut) return;
		// A position may be a fraction of a pixel.
		this.seen = box.scrollHeight - box.scrollTop - box.clientHeight <= 2;
		if (!this.seen) this.isLong = true;
	};

	/**
	 * Passes a decision on, once. The buttons disappear a little later, so the focus moves to the composer at once, unless
	 * the user has moved it elsewhere.
	 */
	async #decide(decision: ApprovalDecision): Promise<void> {
		if (this.#decided) return;
		this.#decided = true;
		const { page, task, call } = this;
		this.#decided = (await page.attempt(page.host.decide(task, call, decision))) === true;
		if (!this.#decided) return;
		const { activeElement, body } = document;
		const isHere = activeElement === null || activeElement === body || this.contains(activeElement);
		if (document.hasFocus() && isHere) page.state.focusComposer();
	}
}

/** Returns whether this is another question: the same one may arrive again. */
function isOther(approval: AgentApproval, before: AgentApproval | undefined): boolean {
	return JSON.stringify(approval) !== JSON.stringify(before);
}

/** Ignores repeated key events, so that holding Enter down presses a button only once. */
function ignoreRepeated(event: KeyboardEvent): void {
	if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** Returns the label of the button that allows more than one call; empty if there is none. */
function furtherLabel(kind: AgentApproval["kind"]): string {
	if (kind === "read") return l10n.t("Allow in This Task");
	return kind === "command" || kind === "tool" ? l10n.t("Allow in This Conversation") : "";
}

function cutNote(approval: AgentApproval): string {
	const { kind } = approval;
	if (kind === "command") return l10n.t("Only the beginning of the command is shown here: show all of it first.");
	if (kind === "tool") return l10n.t("Only the beginning of the input is shown here: show all of it first.");
	return mustBeSeen(approval)
		? l10n.t("Only the beginning of the change is shown here: show all of it first.")
		: l10n.t("Only the beginning of the change is shown here.");
}

function withheldNote(): string {
	return l10n.t("The agent is working in another window: review the change and decide there.");
}

function longNote({ kind }: AgentApproval): string {
	if (kind === "command")
		return l10n.t("The command is long: scroll to its end, or show all of it in an editor, before you allow it.");
	if (kind === "tool")
		return l10n.t("The input is long: scroll to its end, or show all of it in an editor, before you allow it.");
	return l10n.t("The change is long: scroll to its end, or show all of it in an editor, before you allow it.");
}

customElements.define("gatehouse-agent-question", AgentQuestionElement);
