import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { CodeRefusal } from "../shared/chatProtocol";
import type { Page } from "./page";
import "./noticeElement";

/**
 * Applies a code block to its file. A refusal is shown in the panel, where it replaces that of the last attempt.
 *
 * @param path the file that the block's fence names; empty if it names none.
 */
export async function applyBlock(page: Page, code: string, path: string, usesSelection = true): Promise<void> {
	page.state.setRefusedCode(null);
	showRefusal(page, await page.host.applyToFile(code, path, usesSelection), code, path);
}

/** Returns the notice of the code block that was not applied; nothing where there is none. */
export function refusedCodeNotice(page: Page): TemplateResult | typeof nothing {
	const { refusedCode } = page.state;
	if (refusedCode === null) return nothing;
	const { refusal, code, path } = refusedCode;
	const { message, fitsElsewhere, canAskAgain } = refusal;
	const apply = (usesSelection: boolean) =>
		page.leaving(() => page.attempt(applyBlock(page, code, path, usesSelection)));
	const ask = async () => {
		page.state.setRefusedCode(null);
		await page.attempt(
			page.host.askForOtherCode().then((again) => showRefusal(page, again, code, path)),
			ask,
		);
	};
	const actions = [
		...(fitsElsewhere ? [{ label: l10n.t("Apply Without Selection"), run: apply(false) }] : []),
		...(canAskAgain ? [{ label: l10n.t("Try Again"), run: page.leaving(ask) }] : []),
		{ label: l10n.t("Apply Again"), run: apply(true) },
		{ label: l10n.t("Dismiss"), run: page.leaving(() => page.state.setRefusedCode(null)) },
	];
	const text = canAskAgain
		? l10n.t("{0} “Try Again” sends the file to the model, and asks for this code in another form.", message)
		: message;
	return html`<gatehouse-notice class="panel-notice" .kind=${"error"} .text=${text} .actions=${actions}></gatehouse-notice>`;
}

function showRefusal(page: Page, refusal: CodeRefusal | null, code: string, path: string): void {
	if (refusal === null) return;
	page.state.setRefusedCode({ refusal, code, path });
	page.onDidAnnounce.emit(refusal.message);
}
