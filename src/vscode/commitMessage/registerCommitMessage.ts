import type * as vscode from "vscode";
import { lazy } from "../../core/base/lazy";
import type { Log } from "../../core/base/ports";
import type { ChatTarget } from "../../core/chat/chatTarget";
import type { Commands } from "../commands";

interface CommitMessageDeps {
	readonly commands: Commands;
	readonly log: Log;
	/** Where the question goes. @throws UserError when there is no gateway or no model to ask. */
	target(): Promise<ChatTarget>;
}

/** Writing a commit message, from the Git view. */
export function registerCommitMessage({ commands, target, log }: CommitMessageDeps): vscode.Disposable {
	const messages = lazy(async () => new (await import("./commitMessages")).CommitMessages(target, log));
	return commands.register("generateCommitMessage", async (sourceControl) => (await messages()).write(sourceControl));
}
