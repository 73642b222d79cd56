import * as vscode from "vscode";
import type { Redactor } from "../../core/base/knownKeys";
import type { Log } from "../../core/base/ports";

/** Returns a log that writes to VS Code's output channel, with every known key redacted. */
export function logChannel(channel: vscode.LogOutputChannel, redacted: Redactor): Log {
	return {
		debug: (message) => channel.debug(redacted(message)),
		info: (message) => channel.info(redacted(message)),
		warn: (message) => channel.warn(redacted(message)),
		error: (message) => channel.error(redacted(message)),
	};
}

/**
 * Opens a channel's log file beside the active editor. VS Code does not provide its path: if the file is not at the
 * expected one, shows the channel in the Output view.
 */
export async function showLogBeside(channel: vscode.LogOutputChannel, file: vscode.Uri): Promise<void> {
	try {
		await vscode.window.showTextDocument(file, {
			viewColumn: vscode.ViewColumn.Beside,
			preserveFocus: true,
			preview: false,
		});
	} catch {
		channel.show(true);
	}
}
