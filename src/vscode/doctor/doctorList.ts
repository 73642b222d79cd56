import * as vscode from "vscode";
import type { DoctorListener } from "../../core/doctor/doctor";
import { resultWord, troubleLine } from "../../core/doctor/doctorReport";
import type { DoctorStep, StepOutcome, StepRun } from "../../core/doctor/doctorStep";
import { elapsed } from "../../core/doctor/reportTime";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { createPick, type PickRow } from "../adapters/messages";
import { showProgress } from "../progress";

/** The context key for whether the list is open, in which Escape cancels the check. */
const openContext = "gatehouse.checkOpen";

/**
 * Shows the steps in a list that is updated while they run. Escape or the button cancels. Where another quick input
 * takes the list's place, such as the Command Palette, the check continues, and a notification shows that.
 */
export class DoctorList implements DoctorListener, vscode.Disposable {
	readonly #pick = createPick();
	readonly #abort = new AbortController();
	#ended: readonly StepRun[] = [];
	#running: DoctorStep | undefined;
	#begunAt = 0;
	#ticking: vscode.Disposable | undefined;
	#isOpen = false;
	#isDisposed = false;
	/** Ends the notification of a check whose list is not open. */
	#endNotification: () => void = () => {};

	/** @param gateway the user's name for the gateway. */
	constructor(
		private readonly gateway: string,
		private readonly steps: readonly DoctorStep[],
		private readonly clock: { now(): number; after(milliseconds: number, run: () => void): vscode.Disposable },
	) {
		const cancel = {
			iconPath: new vscode.ThemeIcon("debug-stop"),
			tooltip: inertName(vscode.l10n.t("Cancel the check")),
		};
		this.#pick.buttons = [cancel];
		const placeholder = vscode.l10n.t("The report opens when every step is done. Escape cancels.");
		this.#pick.placeholder = inertLine(placeholder);
		this.#pick.ignoreFocusOut = true;
		this.#pick.busy = true;
		this.#pick.onDidTriggerButton(() => this.cancel());
		this.#pick.onDidHide(() => this.#hidden());
		this.open();
	}

	/** Opens the list, again if another quick input has closed it. */
	open(): void {
		this.#endNotification();
		this.#setOpen(true);
		// When a list is shown again, VS Code shows only items that were set after it was hidden.
		this.#show();
		this.#pick.show();
	}

	/** Whether the list is visible; another quick input may have taken its place. */
	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** Cancels the check, and closes the list at once: a step may take a moment to end. */
	cancel(): void {
		this.#abort.abort();
		this.#pick.hide();
	}

	/** The signal that is aborted when the user cancels. */
	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	began(step: DoctorStep): void {
		this.#running = step;
		this.#begunAt = this.clock.now();
		this.#show();
		this.#tick();
	}

	ended(run: StepRun): void {
		this.#ticking?.dispose();
		this.#running = undefined;
		this.#ended = [...this.#ended, run];
		this.#show();
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#endNotification();
		this.#setOpen(false);
		this.#ticking?.dispose();
		this.#pick.dispose();
	}

	#setOpen(open: boolean): void {
		this.#isOpen = open;
		setOpen(open);
	}

	#hidden(): void {
		this.#setOpen(false);
		if (this.#isDisposed || this.signal.aborted) return;
		const title = inertLine(vscode.l10n.t("Check Connection: {0}", this.gateway));
		const ended = new Promise<void>((resolve) => {
			this.#endNotification = resolve;
		});
		void showProgress(title, async (signal) => {
			signal.addEventListener("abort", () => this.cancel(), { once: true });
			await ended;
		});
	}

	/**
	 * Shows the running step's seconds in the title: updating the list would make a screen reader read it every second.
	 */
	#tick(): void {
		this.#title();
		this.#ticking = this.clock.after(1000, () => this.#tick());
	}

	#title(): void {
		const title = vscode.l10n.t("Check Connection: {0}", this.gateway);
		const seconds = Math.floor((this.clock.now() - this.#begunAt) / 1000);
		const since = this.#running && seconds > 0 ? ` · ${this.#running.title()} ${elapsed(seconds * 1000)}` : "";
		this.#pick.title = inertLine(title + since);
	}

	#show(): void {
		const items = this.steps.map((step) => this.#item(step));
		this.#pick.items = items;
		// The running step is the active item, so that it is visible and a screen reader announces it.
		const current = this.steps.findIndex(({ id }) => id === this.#running?.id);
		const active = items[current < 0 ? Math.max(0, this.#ended.length - 1) : current];
		this.#pick.activeItems = active ? [active] : [];
		this.#title();
	}

	#item(step: DoctorStep): PickRow {
		const run = this.#ended.find(({ id }) => id === step.id);
		const state = run ? run.outcome.type : step === this.#running ? "running" : "waiting";
		const item = { label: inertName(step.title()), iconPath: new vscode.ThemeIcon(icons[state]), alwaysShow: true };
		if (!run) return item;
		// The result is also given in words, because screen readers do not read icons.
		const facts = [resultWord(run.outcome), run.outcome.type === "skipped" ? "" : elapsed(run.took)];
		const description = inertLine(facts.filter(Boolean).join(" · "));
		return { ...item, description, detail: inertLine(saidOf(run.outcome)) };
	}
}

function setOpen(open: boolean): void {
	void vscode.commands.executeCommand("setContext", openContext, open);
}

/**
 * Closes any other quick input when Escape runs this command although no list is open: the context key changes a moment
 * after another quick input has taken the list's place, and if the extension host crashed while a list was open, the
 * window still has the key.
 */
export async function leaveOtherInput(): Promise<void> {
	setOpen(false);
	await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
}

const icons = {
	waiting: "circle-outline",
	running: "sync~spin",
	ok: "check",
	warning: "warning",
	failed: "error",
	skipped: "circle-slash",
} as const;

function saidOf(outcome: StepOutcome): string {
	switch (outcome.type) {
		case "ok":
			return outcome.found;
		case "skipped":
			return outcome.reason;
		default:
			return troubleLine(outcome);
	}
}
