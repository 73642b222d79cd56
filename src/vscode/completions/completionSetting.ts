import * as vscode from "vscode";
import type { Disposable } from "../../shared/disposable";
import type { Settings } from "../settings";

/** The setting `gatehouse.completions` of the user; a workspace's value never counts. `completionChoice` reads it. */
export interface CompletionSetting {
	/** Returns the value; `undefined` where completions were never turned on. */
	read(): unknown;
	write(value: Readonly<Record<string, unknown>>): Promise<void>;
	onDidChange(listener: () => void): Disposable;
}

/** Returns the setting. Part of the feature, not of the settings that every window loads at start. */
export function completionSetting(settings: Pick<Settings, "completions" | "scopes">): CompletionSetting {
	const [user] = settings.scopes;
	return {
		read: () => settings.completions,
		write: async (value) => user?.set("completions", value),
		onDidChange: (listener) =>
			vscode.workspace.onDidChangeConfiguration(
				(event) => event.affectsConfiguration("gatehouse.completions") && listener(),
			),
	};
}
