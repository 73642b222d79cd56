import * as l10n from "@vscode/l10n";
import { html, type PropertyValues, type TemplateResult } from "lit";
import type { AgentWork } from "../../../shared/agentWork";
import { duration } from "../../../shared/text/duration";
import { numberText } from "../../../shared/text/numberText";
import { LightElement } from "../../lightElement";

/** Milliseconds after which a task shows how long it has been running. */
const longRun = 2000;

/** The facts about a task so far: its time while it runs, without the waits for the user, its requests and its tokens. */
export class TaskFactsElement extends LightElement {
	static override properties = {
		work: { attribute: false },
		since: { attribute: false },
		running: { attribute: false },
	};

	declare work: AgentWork;
	/** When the task would have begun without pauses, in milliseconds since the epoch. */
	declare since: number;
	declare running: boolean;

	#ticking: ReturnType<typeof setInterval> | undefined;

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#stop();
	}

	protected override updated(changed: PropertyValues): void {
		if (!changed.has("running")) return;
		this.#stop();
		if (this.running) this.#ticking = setInterval(() => this.requestUpdate(), 1000);
	}

	protected override render(): TemplateResult {
		const { turns, tokens, waited = 0, askedAt } = this.work;
		const { lang } = document.documentElement;
		const facts: string[] = [];
		const elapsed = (askedAt ?? Date.now()) - this.since - waited;
		if (this.running && elapsed >= longRun) facts.push(duration(elapsed));
		if (turns > 0) facts.push(turns === 1 ? l10n.t("1 request") : l10n.t("{0} requests", numberText(turns, lang)));
		if (turns > 0 && tokens > 0) facts.push(l10n.t("{0} tokens", numberText(tokens, lang)));
		return html`<div class="task-facts">${facts.join(" · ")}</div>`;
	}

	#stop(): void {
		clearInterval(this.#ticking);
		this.#ticking = undefined;
	}
}

customElements.define("gatehouse-task-facts", TaskFactsElement);
