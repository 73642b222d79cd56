import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Message } from "../../shared/conversation";
import type { Page } from "../page";

/** Returns the buttons that switch between the versions of a message; nothing if there is only one. */
export function versionSwitch(page: Page, { id, versions }: Message): TemplateResult | typeof nothing {
	if (!versions) return nothing;
	const [version, count] = versions;
	const button = (icon: string, label: string, wanted: number) => {
		const there = wanted >= 1 && wanted <= count;
		const show = async ({ currentTarget }: Event) => {
			if (!there || !(currentTarget instanceof HTMLElement)) return;
			const keepKeyboard = keyboardKeeper(currentTarget);
			if (!(await page.attempt(page.host.showVersion(id, wanted)))) return;
			page.onDidAnnounce.emit(place(wanted, count));
			requestAnimationFrame(keepKeyboard);
		};
		// Not disabled, because the button would lose the focus at either end.
		return html`<button
			class="icon-button ${icon}"
			title=${label}
			aria-label=${label}
			aria-disabled=${!there}
			@click=${show}
		>
			<i class="codicon codicon-${icon}" aria-hidden="true"></i>
		</button>`;
	};
	return html`<span class="versions" role="group" aria-label=${l10n.t("Versions")}>
		${button("chevron-left", l10n.t("Previous version"), version - 1)}
		<span class="versions-place" aria-hidden="true">${version}/${count}</span>
		<span class="visually-hidden">${place(version, count)}</span>
		${button("chevron-right", l10n.t("Next version"), version + 1)}
	</span>`;
}

function place(version: number, count: number): string {
	return l10n.t("{0} of {1}", version, count);
}

/** Returns a function that moves the focus to the same button of the version that replaces this message. */
function keyboardKeeper(button: HTMLElement): () => void {
	const message = button.closest("gatehouse-question, gatehouse-answer");
	const list = message?.parentElement;
	const index = list && message ? [...list.children].indexOf(message) : -1;
	const same = button.classList.contains("chevron-left") ? ".versions .chevron-left" : ".versions .chevron-right";
	return () => list?.children[index]?.querySelector<HTMLElement>(same)?.focus();
}
