import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Attachment } from "../../shared/conversation";
import { GitIgnore } from "../workspace/gitIgnore";
import { confirmDoubtfulFiles } from "./confirmDoubtfulFiles";

/**
 * Returns whether content chosen by a command may be sent with its question; asks first if a file seems to contain
 * secrets, or if Git ignores it.
 *
 * @param uri the file that the content is from, if any.
 */
export async function confirmAttachments(attachments: readonly Attachment[], uri?: vscode.Uri): Promise<boolean> {
	const [first] = attachments;
	if (!first) return true;
	const doubt = uri === undefined ? { ignored: false } : await new GitIgnore().doubt([uri]);
	// Loaded with the first attachment.
	const { attachmentWarnings } = await import("../../core/context/attachmentWarnings");
	const known = { tokens: 0, room: null, ...doubt, strange: false };
	const reasons = attachments.flatMap((attachment) => attachmentWarnings({ attachment, ...known }));
	return (
		reasons.length === 0 || (await confirmDoubtfulFiles([{ attachment: first, reasons: unique(reasons) }])).length > 0
	);
}

/** Does the same for a question from the panel, but throws. @throws UserError when the content may not be sent. */
export async function assertAttachable(attachments: readonly Attachment[], uri?: vscode.Uri): Promise<void> {
	if (!(await confirmAttachments(attachments, uri))) throw new UserError(vscode.l10n.t("Nothing was sent."));
}

function unique(reasons: readonly string[]): readonly string[] {
	return [...new Set(reasons)];
}
