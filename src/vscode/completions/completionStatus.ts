import * as vscode from "vscode";
import type { CompletionRate } from "../../core/completions/completionRate";
import { limitText } from "../../core/gateway/limits/limitText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { createLanguageEntry, type LanguageEntry } from "../adapters/messages";
import { commandIds } from "../commands";

/** The state that the status item shows. */
export interface CompletionState {
	readonly rate: CompletionRate;
	readonly model: string;
	readonly gateway: string;
	/** The last failure; absent after an answer. */
	readonly failure?: string | undefined;
}

/** Creates the language status item that shows how code is completed, with the command that changes it. */
export function createCompletionStatus(): LanguageEntry {
	const entry = createLanguageEntry("gatehouse.completions", []);
	entry.name = inertName(vscode.l10n.t("Completions by Gatehouse"));
	entry.command = {
		command: commandIds.turnOnCompletions,
		title: inertName(vscode.l10n.t("Change…")),
	};
	return entry;
}

/** Shows a state. @param now in milliseconds since the epoch. */
export function showCompletionState(entry: LanguageEntry, state: CompletionState, now: number): void {
	const { rate, model, gateway, failure } = state;
	const { limit } = rate;
	entry.text = inertLine(modeText(rate));
	// The end of a long text is cut off, with the command beside it. The list of requests has the counts.
	const facts = [
		failure,
		limit && limitText(limit, now, vscode.env.language),
		model && vscode.l10n.t("{0} at {1}", model, gateway),
	];
	entry.detail = inertLine(facts.filter(Boolean).join(" · "));
	const isTrouble = failure !== undefined || limit !== undefined;
	entry.severity = isTrouble ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
}

function modeText({ mode, limit }: CompletionRate): string {
	switch (mode) {
		case "typing":
			return limit ? vscode.l10n.t("Completions while typing, less often") : vscode.l10n.t("Completions while typing");
		case "demand":
			return vscode.l10n.t("Completions on demand");
		case "off":
			return vscode.l10n.t("Completions are off");
	}
}
