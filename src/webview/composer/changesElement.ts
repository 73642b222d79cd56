import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ChangedFileView, ChangedStepView, ChosenChanges, TaskChangesView } from "../../shared/agentView";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { breakableText } from "../breakableText";
import { LightElement } from "../lightElement";
import type { Page } from "../page";

/** The changes of the agent that the user has neither kept nor undone, above the composer. */
export class ChangesElement extends LightElement {
	static override properties = { page: { attribute: false }, changes: { attribute: false } };

	declare page: Page;
	declare changes: TaskChangesView;

	protected override render(): TemplateResult {
		const { files, steps } = this.changes;
		const added = files.reduce((sum, file) => sum + (file.added ?? 0), 0);
		const removed = files.reduce((sum, file) => sum + (file.removed ?? 0), 0);
		const title = files.length === 1 ? l10n.t("1 file changed") : l10n.t("{0} files changed", files.length);
		return html`<section class="changes" aria-label=${l10n.t("Changes of the agent")}>
			<details>
				<summary>
					<i class="codicon codicon-chevron-right" aria-hidden="true"></i>
					<span>${title}</span> ${lineCounts(added, removed)}
				</summary>
				<ul aria-label=${l10n.t("Files")}>
					${repeat(
						files,
						({ path }) => path,
						(file) => this.#file(file),
					)}
				</ul>
				${steps.length > 1 ? this.#steps(steps) : nothing}
			</details>
			${areExpired(files) ? html`<span>${tooOld()}</span>` : nothing}
			<span class="changes-actions">${this.#actions("", {}, files, null)}</span>
		</section>`;
	}

	#file(file: ChangedFileView): TemplateResult {
		const { path, kind, added, removed } = file;
		const name = withoutHidden(path);
		return html`<li>
			<span class="changes-path" title=${name}>${breakableText(name)}</span>
			${kind === "changed" ? "" : html`<span>${kind === "created" ? l10n.t("new") : l10n.t("deleted")}</span>`}
			${areExpired([file]) ? html`<span>${tooOld()}</span>` : added === null || removed === null ? "" : lineCounts(added, removed)}
			<span class="changes-actions">${this.#actions(name, { path }, [file], path)}</span>
		</li>`;
	}

	#steps(steps: readonly ChangedStepView[]): TemplateResult {
		return html`<strong id="changes-steps">${l10n.t("Steps")}</strong>
			<ul aria-labelledby="changes-steps">
				${repeat(
					steps,
					({ step }) => step,
					(step) => this.#step(step),
				)}
			</ul>`;
	}

	#step({ step, paths }: ChangedStepView): TemplateResult {
		const name = l10n.t("Step {0}", step);
		const files = paths.map(withoutHidden).join(", ");
		const changed = this.changes.files.filter(({ path }) => paths.includes(path));
		return html`<li>
			<span class="changes-path" title=${files}>${l10n.t("{0}: {1}", name, files)}</span>
			<span class="changes-actions">${this.#actions(name, { step }, changed)}</span>
		</li>`;
	}

	/**
	 * Returns the buttons for some of the changes.
	 *
	 * @param name the name of the file or step; empty for all changes.
	 * @param reviewed the file that can be reviewed, or null for all; absent where there is no button for that.
	 */
	#actions(
		name: string,
		chosen: ChosenChanges,
		files: readonly ChangedFileView[],
		reviewed?: string | null,
	): TemplateResult[] {
		const { host } = this.page;
		const { task } = this.changes;
		const button = (label: string, accessible: string, run: () => unknown) =>
			html`<button
				class="link-button"
				aria-label=${accessible}
				@click=${this.page.leaving(run)}
			>${label}</button>`;
		const [review, keep, undo] = [l10n.t("Review"), l10n.t("Keep"), l10n.t("Undo Changes")];
		const of = (label: string) => (name === "" ? label : l10n.t("{0}: {1}", label, name));
		const settle = async (call: Promise<void>, done: string) => {
			if (await this.page.attempt(call)) this.page.onDidAnnounce.emit(done);
		};
		const keeping = button(keep, of(keep), () => settle(host.keepChanges(task, chosen), l10n.t("Changes kept.")));
		if (areExpired(files)) return [keeping];
		const undoing = button(undo, of(undo), () => settle(host.undoChanges(task, chosen), l10n.t("Changes undone.")));
		if (reviewed === undefined) return [keeping, undoing];
		return [button(review, of(review), () => this.page.attempt(host.reviewChanges(task, reviewed))), keeping, undoing];
	}
}

function areExpired(files: readonly ChangedFileView[]): boolean {
	return files.every(({ expired = false }) => expired);
}

/** Returns the text in place of the button that undoes changes. */
function tooOld(): string {
	return l10n.t("too old to be undone");
}

function lineCounts(added: number, removed: number): TemplateResult {
	return html`<span class="changes-lines">+${added} −${removed}</span>`;
}

customElements.define("gatehouse-changes", ChangesElement);
