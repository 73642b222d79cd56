import * as vscode from "vscode";
import type { StateStore } from "../core/base/ports";

/** The steps of the walkthrough that are completed by using Gatehouse; connecting has a context key of its own. */
const steps = ["models", "ask", "explain", "edit", "search"] as const;
type Step = (typeof steps)[number];

/** The step that each command completes, without `gatehouse.`. */
const stepOf: Readonly<Record<string, Step>> = {
	selectModel: "models",
	ask: "ask",
	explain: "explain",
	explainProblem: "explain",
	explainTerminal: "explain",
	editInline: "edit",
	fix: "edit",
	fixProblem: "edit",
	document: "edit",
	refactor: "edit",
	writeTests: "edit",
	search: "search",
};

const doneKey = "gatehouse.firstSteps";
const openedKey = "gatehouse.walkthroughOpened";

/** The walkthrough's progress, in context keys that the global state keeps. */
export class FirstSteps {
	constructor(private readonly state: StateStore) {}

	/** Sets the context keys of the steps that were completed before. */
	show(): void {
		for (const step of this.#done) setDone(step);
	}

	/** Completes a step. */
	async complete(step: Step): Promise<void> {
		const done = this.#done;
		if (done.includes(step)) return;
		setDone(step);
		await this.state.set(doneKey, [...done, step]);
	}

	/** Completes the step of a command that has run, if it has one. */
	async ran(command: string): Promise<void> {
		const step = Object.hasOwn(stepOf, command) ? stepOf[command] : undefined;
		if (step) await this.complete(step);
	}

	/**
	 * Opens the walkthrough once, after the first install: VS Code does not open that of an extension installed from a
	 * file.
	 *
	 * @param isKnown whether Gatehouse was used before there was a walkthrough.
	 */
	async openOnce(isKnown: boolean): Promise<void> {
		if (this.state.get(openedKey) === true) return;
		await this.state.set(openedKey, true);
		if (!isKnown) await openWalkthrough();
	}

	get #done(): readonly Step[] {
		const done = this.state.get(doneKey);
		return Array.isArray(done) ? steps.filter((step) => done.includes(step)) : [];
	}
}

/** Opens the walkthrough, leaving other editors open. */
export async function openWalkthrough(): Promise<void> {
	await vscode.commands.executeCommand("workbench.action.openWalkthrough", "gatehouse.gatehouse#start", false);
}

function setDone(step: Step): void {
	void vscode.commands.executeCommand("setContext", `gatehouse.done.${step}`, true);
}
