import type * as vscode from "vscode";
import type { Log } from "../../core/base/ports";
import type { ChatTarget } from "../../core/chat/chatTarget";
import type { Commands } from "../commands";
import type { CommitMessages } from "./commitMessages";

interface CommitMessageDeps {
	readonly commands: Commands;
	readonly log: Log;
	/** Where the question goes. @throws UserError when there is no gateway or no model to ask. */
	target(): Promise<ChatTarget>;
}

/** Writing a commit message, from the Git view. */
export function registerCommitMessage({ commands, target, log }: CommitMessageDeps): vscode.Disposable {
	let messages: Promise<CommitMessages> | undefined;
	return commands.register("generateCommitMessage", async (sourceControl) => {
		// Loaded with its first use.
		messages ??= import("./commitMessages").then((loaded) => new loaded.CommitMessages(target, log));
		await (await messages).write(sourceControl);
	});
}
