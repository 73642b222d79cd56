import type * as vscode from "vscode";
import { lazy } from "../../../core/base/lazy";
import type { Log } from "../../../core/base/ports";
import type { ChatTarget } from "../../../core/chat/session/chatTarget";
import type { Commands } from "../../commands";

interface CommitMessageDeps {
	readonly commands: Commands;
	readonly log: Log;
	/** Returns the model to ask. @throws UserError when there is no gateway or no model. */
	target(): Promise<ChatTarget>;
}

/** Registers the command that writes a commit message, from the Git view. */
export function registerCommitMessage({ commands, target, log }: CommitMessageDeps): vscode.Disposable {
	const messages = lazy(async () => new (await import("./commitMessages")).CommitMessages(target, log));
	return commands.register("generateCommitMessage", async (sourceControl) => (await messages()).write(sourceControl));
}
