import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { LimitsView } from "../shared/chatProtocol";
import type { Page } from "./page";
import "./noticeElement";

/** Returns the notice of a limit that is almost used up; nothing where there is none. */
export function limitNotice(page: Page, low: LimitsView["low"]): TemplateResult | typeof nothing {
	if (low === null) return nothing;
	const dismiss = {
		label: l10n.t("Dismiss"),
		run: page.leaving(() => page.attempt(page.host.dismissLimit(low.id))),
	};
	return html`<gatehouse-notice
		class="panel-notice"
		.kind=${"warning"}
		.text=${low.text}
		.actions=${[dismiss]}
	></gatehouse-notice>`;
}
