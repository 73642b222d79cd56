import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { actionLabel } from "../shared/actionLabel";
import type { AgentApproval } from "../shared/agentApproval";
import type { TaskChangesView } from "../shared/agentView";
import { type Failure, type FailureAction, makesRoom, showing } from "../shared/conversation";
import type { Disposable } from "../shared/disposable";
import { withoutHidden } from "../shared/text/hiddenCharacters";
import { LightElement } from "./lightElement";
import { limitNotice } from "./limitNotice";
import { markdownWriting } from "./markdown/blockRenderer";
import { CodeRequest } from "./markdown/code/codeRequest";
import type { Page } from "./page";
import { applyBlock, refusedCodeNotice } from "./refusedCodeNotice";
import { StatusText } from "./state/statusText";
import { answerTurn } from "./transcript/answerFacts";
import "./composer/composerElement";
import "./composer/dropZoneElement";
import "./transcript/emptyStateElement";
import "./noticeElement";
import "./transcript/transcriptElement";

/** The whole panel: the conversation, or the empty state, above the composer. */
export class PanelElement extends LightElement {
	static override properties = { page: { attribute: false } };

	/** Absent until there is something to render. */
	declare page: Page | undefined;
	readonly #status = new StatusText(
		() => this.requestUpdate(),
		(run) => requestAnimationFrame(run),
	);
	/** The listeners to the page's events. */
	#listening: readonly Disposable[] = [];
	/** Whether a notice had the focus before the last update. */
	#focusedNotice = false;
	#shownChanges: TaskChangesView | null = null;
	/** Whether the user was told that Markdown cannot be drawn. */
	#saidPlain = false;

	constructor() {
		super();
		this.addEventListener("click", (event) => this.#openLink(event));
		this.addEventListener(CodeRequest.type, (event) => void this.#serveCode(event as CodeRequest));
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.role = "main";
		// On the document, because after a click on plain text no element of the panel has the focus.
		document.documentElement.addEventListener("keydown", this.#stop);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		document.documentElement.removeEventListener("keydown", this.#stop);
	}

	protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
		this.#focusedNotice = Boolean(document.activeElement?.closest("gatehouse-notice.panel-notice"));
		if (!changed.has("page") || !this.page) return;
		const { page } = this;
		const { state, onDidAnnounce } = page;
		const say = (text: string) => this.#status.say(text);
		for (const listener of this.#listening) listener.dispose();
		this.#listening = [
			state.onDidChange.add(() => this.requestUpdate()),
			state.onDidTurn.add((answer) => say(answerTurn(answer, document.documentElement.lang))),
			state.onDidReport.add(say),
			state.onDidAsk.add((approval) => void announceWhenLoaded(approval, page)),
			onDidAnnounce.add(say),
			markdownWriting.onDidFail.add((error) => this.#reportPlain(page, error)),
		];
	}

	/** Says once why answers are shown as plain text: the load is tried again, and fails again, for each of them. */
	#reportPlain(page: Page, error: Error): void {
		console.error("Gatehouse: the part that draws Markdown could not be loaded", error.cause);
		if (!this.#saidPlain) void page.attempt(Promise.reject(error));
		this.#saidPlain = true;
	}

	/** Keeps the focus in the panel when a notice disappears by itself, such as that of a limit that is renewed. */
	protected override updated(): void {
		const isLost = this.#focusedNotice && document.hasFocus() && document.activeElement === document.body;
		if (isLost) this.page?.state.focusComposer();
	}

	protected override render(): TemplateResult | typeof nothing {
		const { page } = this;
		if (!page) return nothing;
		const { state } = page;
		const { connection, conversation, messages } = state;
		return html`<h1 class="visually-hidden">Gatehouse</h1>
			${
				messages.length === 0
					? html`<gatehouse-empty-state .page=${page} .connection=${connection}></gatehouse-empty-state>`
					: html`<gatehouse-transcript
						.page=${page}
						.messages=${[...messages]}
						.conversation=${conversation}
						.leftOut=${state.context.leftOut}
					></gatehouse-transcript>`
			}
			${limitNotice(page, state.limits.low)} ${this.#notice(page, state.notice)} ${refusedCodeNotice(page)} ${this.#deleted(page, state.deletedQuestion)}
			${this.#deletedConversation(page, state.deletedConversation)}
			${this.#changes(page, state.agent.changes)}
			${this.#composer(page)}
			<gatehouse-drop-zone .page=${page}></gatehouse-drop-zone>
			<div class="visually-hidden" role="status">${this.#status.text}</div>`;
	}

	#changes(page: Page, changes: TaskChangesView | null): TemplateResult | typeof nothing {
		// Only for other changes, because the notice that the load has failed is drawn here, too.
		if (changes && changes !== this.#shownChanges) page.loadShown(page.later.agent);
		this.#shownChanges = changes;
		return changes ? html`<gatehouse-changes .page=${page} .changes=${changes}></gatehouse-changes>` : nothing;
	}

	#composer(page: Page): TemplateResult {
		const { state } = page;
		const { connection, conversation, messages } = state;
		return html`<gatehouse-composer
			.page=${page}
			.connection=${connection}
			.limits=${state.limits.known}
			.conversation=${conversation}
			.begun=${messages.length > 0}
			.parameters=${state.parameters}
			.streaming=${state.streaming !== undefined}
			.context=${state.context}
			.openFile=${state.openFile}
			.queue=${state.queue}
			.agent=${state.agent}
		></gatehouse-composer>`;
	}

	#notice(page: Page, notice: Failure | null): TemplateResult | typeof nothing {
		if (notice === null) return nothing;
		const helping = notice.actions
			.filter((action) => action !== "retry")
			.map((action) => ({ label: actionLabel(action), run: page.leaving(() => this.#act(page, action)) }));
		const dismiss = { label: l10n.t("Dismiss"), run: page.leaving(() => page.state.setNotice(null)) };
		return html`<gatehouse-notice
			class="panel-notice"
			.kind=${notice.actions.includes("continueElsewhere") ? "info" : "error"}
			.text=${notice.message}
			.actions=${[...helping, dismiss]}
		></gatehouse-notice>`;
	}

	async #act(page: Page, action: FailureAction): Promise<void> {
		if (action === "retry") return;
		if (action === "continueElsewhere") {
			page.state.setNotice(null);
			await page.again();
			return;
		}
		if (makesRoom(action)) {
			if (await page.attempt(page.host.makeRoom(action))) await page.again();
			return;
		}
		// The remedy may take long, and reports its own failure.
		if (!showing.has(action)) await page.leaving(() => page.state.setNotice(null))();
		await page.attempt(page.host.act(action));
	}

	#deleted(page: Page, question: string | null): TemplateResult | typeof nothing {
		if (question === null) return nothing;
		const restore = () => page.attempt(page.host.restoreQuestion(question));
		const undo = { label: l10n.t("Undo"), run: page.leaving(restore) };
		const dismiss = { label: l10n.t("Dismiss"), run: page.leaving(() => page.state.forgetDeleted()) };
		return html`<gatehouse-notice
			class="panel-notice"
			.kind=${"info"}
			.text=${l10n.t("The question and everything below it were deleted.")}
			.actions=${[undo, dismiss]}
		></gatehouse-notice>`;
	}

	#deletedConversation(page: Page, title: string | null): TemplateResult | typeof nothing {
		if (title === null) return nothing;
		const { host } = page;
		const undo = { label: l10n.t("Undo"), run: page.leaving(() => page.attempt(host.restoreConversation())) };
		const dismiss = { label: l10n.t("Dismiss"), run: page.leaving(() => page.attempt(host.forgetConversation())) };
		return html`<gatehouse-notice
			class="panel-notice"
			.kind=${"info"}
			.text=${l10n.t("“{0}” was deleted.", withoutHidden(title))}
			.actions=${[undo, dismiss]}
		></gatehouse-notice>`;
	}

	/**
	 * Opens a clicked link through the host, which asks first. Stops the event, because VS Code would open any clicked
	 * link, even after preventDefault.
	 */
	#openLink(event: Event): void {
		const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
		if (!link) return;
		event.preventDefault();
		event.stopPropagation();
		if (this.page) void this.page.attempt(this.page.host.openLink(link.getAttribute("href") ?? ""));
	}

	readonly #stop = (event: KeyboardEvent): void => {
		if (event.defaultPrevented || event.key !== "Escape" || event.isComposing) return;
		if (!this.page?.state.streaming) return;
		event.preventDefault();
		void this.page.attempt(this.page.host.stop());
	};

	async #serveCode({ action, text, path, done }: CodeRequest): Promise<void> {
		const { page } = this;
		if (!page) return;
		const { host, onDidAnnounce } = page;
		const serve = {
			copy: () => host.copy(text),
			insert: () => host.insertAtCursor(text),
			apply: () => applyBlock(page, text, path),
			newFile: () => host.newFile(text, path),
		};
		if (!(await page.attempt(serve[action]()))) return;
		done();
		// The results of the other actions are visible, and announced, in the editor.
		if (action === "copy") onDidAnnounce.emit(l10n.t("Copied"));
		if (action === "insert") onDidAnnounce.emit(l10n.t("Inserted at the cursor"));
	}
}

/** Announces a question of the agent, whose elements are loaded anyway, in order to show it. */
function announceWhenLoaded(approval: AgentApproval, page: Page): Promise<boolean> {
	return page.attempt(page.later.agent.load().then(({ announceApproval }) => announceApproval(approval, page)));
}

customElements.define("gatehouse-panel", PanelElement);
