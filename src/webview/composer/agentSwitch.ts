import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { AgentView } from "../../shared/agentView";
import { numberText } from "../../shared/text/numberText";
import type { Page } from "../page";

/** Returns the switch between chat and agent: whether an agent works on what is sent. */
export function agentSwitch(page: Page, { on, refusal, tools }: AgentView): TemplateResult {
	const title =
		refusal ??
		(on
			? l10n.t(
					"Agent: reads files of the workspace by itself, changes them after you allow it, and asks before each command",
				)
			: l10n.t("Chat: answers based on what you attach, and changes nothing"));
	return html`<button
		class="agent-switch"
		role="switch"
		aria-checked=${on}
		aria-label=${l10n.t("Agent")}
		title=${title}
		@click=${() => page.attempt(page.host.setAgentMode(!on))}
	>
		<i class="codicon codicon-tools" aria-hidden="true"></i
		><span>${l10n.t("Agent")}</span>
	</button>${on ? toolsButton(page, tools) : nothing}`;
}

/**
 * Returns what is left of the gateway's limits, for the user to see before and during a task: an agent makes many
 * requests.
 *
 * @param limits the one with the smallest share left comes first.
 */
export function agentQuota({ on }: AgentView, [least]: readonly string[]): TemplateResult | typeof nothing {
	return on && least !== undefined ? html`<div class="agent-quota">${least}</div>` : nothing;
}

/** Returns the button that lets the user choose the foreign tools; it shows how many are chosen, and their size. */
function toolsButton(page: Page, { count, tokens }: AgentView["tools"]): TemplateResult {
	const { lang } = document.documentElement;
	const name = count === 1 ? l10n.t("Tools: 1 chosen") : l10n.t("Tools: {0} chosen", numberText(count, lang));
	const size = tokens === 0 ? "" : `, ${l10n.t("{0} tokens in each request", numberText(tokens, lang))}`;
	return html`<button
		class="agent-tools"
		aria-label=${name}
		title=${`${l10n.t("Choose Tools…")}\n${name}${size}`}
		@click=${() => page.attempt(page.host.chooseTools())}
	>
		<i class="codicon codicon-extensions" aria-hidden="true"></i>${count === 0 ? nothing : html`<span>${numberText(count, lang)}</span>`}
	</button>`;
}
