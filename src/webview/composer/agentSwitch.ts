import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { AgentView } from "../../shared/agentView";
import type { Page } from "../page";

/** Returns the switch between chat and agent: whether an agent works on what is sent. */
export function agentSwitch(page: Page, { on, refusal }: AgentView): TemplateResult {
	const title =
		refusal ??
		(on
			? l10n.t("Agent: reads files of the workspace by itself, and changes them once you have allowed it")
			: l10n.t("Chat: answers with what you attach, and changes nothing"));
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
	</button>`;
}
