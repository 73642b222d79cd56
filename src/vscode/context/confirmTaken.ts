import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Attachment } from "../../shared/conversation";
import { chooseDoubtful } from "./chooseDoubtful";
import { GitIgnore } from "./gitIgnore";

/**
 * Whether what was chosen by a command may go with its question: asks where a file looks as if it held secrets, or Git
 * ignores it.
 *
 * @param uri the file that it is from, where it is from one.
 */
export async function confirmTaken(attachments: readonly Attachment[], uri?: vscode.Uri): Promise<boolean> {
	const [first] = attachments;
	if (!first) return true;
	const doubt = uri === undefined ? { ignored: false } : await new GitIgnore().doubt([uri]);
	// Loaded with the first attachment.
	const { reasonsToAsk } = await import("../../core/context/askBefore");
	const known = { tokens: 0, room: null, ...doubt, strange: false };
	const reasons = attachments.flatMap((attachment) => reasonsToAsk({ attachment, ...known }));
	return reasons.length === 0 || (await chooseDoubtful([{ attachment: first, reasons: unique(reasons) }])).length > 0;
}

/** The same for what is written in the panel. @throws UserError when it may not be sent. */
export async function assertTaken(attachments: readonly Attachment[], uri?: vscode.Uri): Promise<void> {
	if (!(await confirmTaken(attachments, uri))) throw new UserError(vscode.l10n.t("Nothing was sent."));
}

function unique(reasons: readonly string[]): readonly string[] {
	return [...new Set(reasons)];
}
