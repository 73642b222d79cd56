import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { ChangedFileView, TaskChangesView } from "../../shared/agentView";
import { withoutHidden } from "../../shared/hiddenCharacters";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** The changes of the agent that the user has neither kept nor undone, above the composer. */
export class ChangesElement extends LightElement {
	static override properties = { page: { attribute: false }, changes: { attribute: false } };

	declare page: Page;
	declare changes: TaskChangesView;

	protected override render(): TemplateResult {
		const { task, files } = this.changes;
		const added = files.reduce((sum, file) => sum + (file.added ?? 0), 0);
		const removed = files.reduce((sum, file) => sum + (file.removed ?? 0), 0);
		const title = files.length === 1 ? l10n.t("1 file changed") : l10n.t("{0} files changed", files.length);
		return html`<section class="changes" aria-label=${l10n.t("Changes of the agent")}>
			<details>
				<summary>
					<i class="codicon codicon-chevron-right" aria-hidden="true"></i>
					<span>${title}</span> ${lineCounts(added, removed)}
				</summary>
				<ul>
					${files.map((file) => this.#file(task, file))}
				</ul>
			</details>
			<span class="changes-actions">${this.#actions(task, null, "")}</span>
		</section>`;
	}

	#file(task: string, { path, kind, added, removed }: ChangedFileView): TemplateResult {
		const name = withoutHidden(path);
		return html`<li>
			<span class="changes-path" title=${name}>${name}</span>
			${kind === "changed" ? "" : html`<span>${kind === "created" ? l10n.t("new") : l10n.t("deleted")}</span>`}
			${added === null || removed === null ? "" : lineCounts(added, removed)}
			<span class="changes-actions">${this.#actions(task, path, name)}</span>
		</li>`;
	}

	/** Returns the buttons for all files, or for one of them. */
	#actions(task: string, path: string | null, name: string): TemplateResult[] {
		const { host } = this.page;
		const button = (label: string, accessible: string, run: () => Promise<void>) =>
			html`<button
				class="link-button"
				aria-label=${accessible}
				@click=${this.page.leaving(() => this.page.attempt(run()))}
			>${label}</button>`;
		const [review, keep, undo] = [l10n.t("Review"), l10n.t("Keep"), l10n.t("Undo Changes")];
		const of = (label: string) => (path === null ? label : l10n.t("{0}: {1}", label, name));
		return [
			button(review, of(review), () => host.reviewChanges(task, path)),
			button(keep, of(keep), () => host.keepChanges(task, path)),
			button(undo, of(undo), () => host.undoChanges(task, path)),
		];
	}
}

function lineCounts(added: number, removed: number): TemplateResult {
	return html`<span class="changes-lines">+${added} −${removed}</span>`;
}

customElements.define("gatehouse-changes", ChangesElement);
