import * as vscode from "vscode";
import type { OnWait } from "../../core/gateway/retry";
import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { type InertText, inertLine } from "../../shared/untrusted/inertText";
import { backButton, createInput, createPick, type PickRow, type Validation } from "../adapters/messages";
import { countdownOf } from "../progress";

/** The result of a wizard's step when the user goes back to the previous step. */
export const back = Symbol("back");

/** The context in which a step uses its text. */
interface StepWork {
	/** Aborted when the user leaves the step, or changes the text. */
	readonly signal: AbortSignal;
	/** Shows the pauses before retries. */
	readonly onWait: OnWait;
	/** Asks something else in between, and then shows the step again. */
	aside<T>(ask: () => Promise<T>): Promise<T>;
}

/** A button in a step's title. */
export interface StepButton {
	/** The name of a codicon. */
	readonly icon: string;
	readonly tooltip: InertText;
	/** Returns a text that replaces the one in the box; `undefined` to keep that. */
	use(): Promise<string | undefined>;
}

/** A step of a wizard in which the user types a text. */
interface TextStep<T> {
	readonly title: InertText;
	readonly prompt: InertText;
	readonly placeholder?: InertText;
	readonly value?: string;
	readonly password?: boolean;
	readonly canGoBack?: boolean;
	/** A question that users have in this step: a button asks it, and the box shows the answer. */
	readonly help?: { readonly question: InertText; readonly answer: InertText };
	readonly buttons?: readonly StepButton[];
	/** Returns the box's message about a text that is being typed. */
	validate(text: string): Validation;
	/** Returns the replacement for a pasted text; the text itself to keep it. */
	rewrite?(text: string): string;
	/** Uses the text; the box is open and busy meanwhile. Without a result, it stays open. */
	accept(text: string, work: StepWork): Promise<T | undefined>;
	/** Returns the box's message for when the text could not be used; the box stays open. */
	describe(error: unknown): InertText;
}

/** Creates the box of a step, as it is before anything is typed, with the button that answers its question. */
function createStepInput<T extends object | string>(step: TextStep<T>): ReturnType<typeof createInput> {
	const box = createInput();
	box.title = step.title;
	box.prompt = step.prompt;
	box.placeholder = step.placeholder;
	box.password = step.password ?? false;
	box.ignoreFocusOut = true;
	box.value = withoutHidden(step.value ?? "");
	const { help } = step;
	const helpButton = help && { iconPath: new vscode.ThemeIcon("question"), tooltip: help.question };
	box.buttons = [
		...(step.canGoBack ? [backButton] : []),
		...(step.buttons ?? []).map(({ icon, tooltip }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip })),
		...(helpButton ? [helpButton] : []),
	];
	box.onDidTriggerButton((button) => {
		if (help && button === helpButton) box.validationMessage = informing(help.answer);
	});
	return box;
}

const informing = (message: InertText) => ({ message, severity: vscode.InputBoxValidationSeverity.Info });

/** The result of a step: the answer, `back`, or `undefined` if the user cancels. */
type Answered<T> = T | typeof back | undefined;

/** Runs the pressed button of a step, and replaces the text in the box with the button's. */
function press(
	{ buttons, describe }: Pick<TextStep<unknown>, "buttons" | "describe">,
	box: ReturnType<typeof createInput>,
	button: vscode.QuickInputButton,
	aside: StepWork["aside"],
	replaced: () => void,
): void {
	const pressed = buttons?.find(({ tooltip }) => tooltip === button.tooltip);
	if (!pressed) return;
	aside(() => pressed.use()).then(
		(text) => {
			if (text === undefined) return;
			box.value = text;
			replaced();
		},
		(error: unknown) => {
			box.validationMessage = describe(error);
		},
	);
}

/** Asks until a text could be used; returns `undefined` when the user cancels. */
export function askInStep<T extends object | string>(step: TextStep<T>): Promise<Answered<T>> {
	const box = createStepInput(step);
	return new Promise((resolve) => {
		let work = new AbortController();
		let isAside = false;
		const end = (result: Answered<T>) => {
			work.abort();
			resolve(result);
			box.dispose();
		};
		const typed = () => {
			work.abort();
			const rewritten = step.rewrite?.(box.value) ?? box.value;
			if (rewritten !== box.value) box.value = rewritten;
			box.validationMessage = step.validate(rewritten);
		};
		const aside = async <R>(ask: () => Promise<R>) => {
			isAside = true;
			try {
				return await ask();
			} finally {
				isAside = false;
				box.show();
			}
		};
		const use = async () => {
			if (box.busy) return;
			work = new AbortController();
			const { signal } = work;
			const countdown = countdownOf((text) => {
				if (!signal.aborted) box.validationMessage = text && informing(text);
			});
			box.busy = true;
			let result: T | undefined;
			try {
				result = await step.accept(box.value, { signal, onWait: countdown.onWait, aside });
			} catch (error) {
				if (!signal.aborted) box.validationMessage = step.describe(error);
			} finally {
				countdown.dispose();
				box.busy = false;
			}
			if (result !== undefined && !signal.aborted) end(result);
		};
		box.onDidChangeValue(typed);
		box.onDidAccept(use);
		box.onDidTriggerButton((button) => (button === backButton ? end(back) : press(step, box, button, aside, typed)));
		box.onDidHide(() => isAside || end(undefined));
		if (box.value !== "") typed();
		box.show();
	});
}

/** A step of a wizard in which the user chooses a row. */
interface RowStep<Row extends PickRow> {
	readonly title: string;
	readonly placeholder: string;
	readonly rows: readonly Row[];
	/** The row that Enter chooses. */
	readonly suggested: Row | undefined;
}

/** Lets the user choose a row; returns `undefined` when they cancel. */
export function pickInStep<Row extends PickRow>(step: RowStep<Row>): Promise<Answered<Row>> {
	const pick = createPick<Row>();
	pick.title = inertLine(step.title);
	pick.placeholder = inertLine(step.placeholder);
	pick.matchOnDescription = true;
	pick.ignoreFocusOut = true;
	pick.buttons = [backButton];
	pick.items = step.rows;
	pick.activeItems = step.suggested ? [step.suggested] : [];
	return new Promise((resolve) => {
		const end = (result: Answered<Row>) => {
			resolve(result);
			pick.dispose();
		};
		pick.onDidTriggerButton(() => end(back));
		pick.onDidAccept(() => {
			const [chosen] = pick.selectedItems;
			if (chosen) end(chosen);
		});
		pick.onDidHide(() => end(undefined));
		pick.show();
	});
}
