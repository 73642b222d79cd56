import * as vscode from "vscode";
import type { RefusedAnswer } from "../../../core/edits/parse/refusedAnswer";
import { type InertText, inertLine, inertName } from "../../../shared/untrusted/inertText";
import { notify } from "../../adapters/messages";

type Choice = "tryAgain" | "read" | "remind";

/** The user's decision about a refused answer: to request another, or the alternative to use. */
type RefusalDecision = "tryAgain" | { readonly text: string };

/** The choices that a notification still offers after its refusal was decided elsewhere. */
export type LateChoice = RefusalDecision | { readonly answer: string };

/** The functions that a refusal needs from its caller. */
export interface RefusalOptions {
	/** Shows the answer. */
	showAnswer(answer: string): Promise<void>;
	/** Whether nothing else of Gatehouse waits for the user: no other edit, and no work that can be cancelled. */
	isAlone(): boolean;
	/** Handles a button that is pressed after the refusal was decided elsewhere: VS Code keeps the notification. */
	chosenLate(choice: LateChoice): Promise<void>;
}

/** An answer that could not be used, while the user has not decided what to do about it. */
export class PendingRefusal {
	#choose: (choice: Choice) => void = () => {};

	/** @param ended resolves when the edit has ended. */
	constructor(
		private readonly error: RefusedAnswer,
		private readonly options: RefusalOptions,
		private readonly ended: Promise<undefined>,
	) {}

	/**
	 * Makes a choice as if the user had pressed its button in the notification; `remind` shows the notification again.
	 */
	choose(choice: Choice): void {
		this.#choose(choice);
	}

	/**
	 * Shows why the answer was refused until the user has decided. The answer can be read before.
	 *
	 * @returns the decision; `undefined` when the user dismisses the notification, or the edit has ended.
	 */
	async decision(): Promise<RefusalDecision | undefined> {
		const { message, answer, alternatives } = this.error;
		const { showAnswer, isAlone, chosenLate } = this.options;
		const tryAgain = inertName(vscode.l10n.t("Try Again"));
		const read = inertName(vscode.l10n.t("Show Answer"));
		const decisions = new Map<InertText, RefusalDecision>([
			...alternatives.map((text, at) => [inertName(vscode.l10n.t("Version {0}", at + 1)), { text }] as const),
			[tryAgain, "tryAgain"],
		]);
		const choices = [...decisions.keys(), read];
		for (;;) {
			const elsewhere = new Promise<Choice>((resolve) => {
				this.#choose = resolve;
			});
			const shownAt = Date.now();
			const notified = notify("error", inertLine(message), ...choices).then((button) => ({ button }));
			const chosen = await Promise.race([notified, elsewhere, this.ended]);
			if (typeof chosen === "object") {
				const { button } = chosen;
				if (button !== read) return button && decisions.get(button);
				await showAnswer(answer);
			} else if (chosen === "read") await showAnswer(answer);
			else if (chosen !== "remind") {
				void notified.then(async ({ button }) => {
					const late = button === read ? { answer } : button && decisions.get(button);
					if (late) await chosenLate(late);
				});
				if (Date.now() - shownAt <= hiddenWithin && isAlone()) await hideNotifications();
				return chosen;
			}
		}
	}
}

/** The time in which a notification is probably the only one on the screen, in milliseconds. */
const hiddenWithin = 15_000;

/**
 * Hides a notification that was answered elsewhere. VS Code does not let an extension close one, so as with Escape, all
 * visible notifications move to the notification centre, including those of other extensions.
 */
async function hideNotifications(): Promise<void> {
	await vscode.commands.executeCommand("notifications.hideToasts");
}
