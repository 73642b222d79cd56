import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { textTokens } from "../../core/context/tokens/tokenEstimate";
import { limits } from "../../shared/untrusted/limits";
import { nameOf } from "../workspace/displayPath";
import { GitIgnore } from "../workspace/gitIgnore";
import { type ReadText, readText } from "../workspace/readText";
import { realPath } from "../workspace/realPath";

/**
 * Reads a file of the workspace that is used without confirmation, such as its instructions.
 *
 * @throws UserError when it cannot be read, a link leads out of its folder, or there is a reason to ask before sending
 * it.
 */
export async function readWithoutAsking(uri: vscode.Uri): Promise<ReadText> {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	const path = vscode.workspace.asRelativePath(uri, false);
	const real = await realPath(uri);
	if (!folder || real === undefined)
		throw new UserError(vscode.l10n.t("{0} is not read: it is outside the workspace.", nameOf(uri)));
	const read = await readText(uri, limits.configFileBytes);
	const { text, languageId } = read;
	const attachment = { id: path, name: path, languageId, path: real, text };
	// Such a file may itself be ignored, because it may be the user's own; the target of a link may not.
	const ignored = real !== path && (await new GitIgnore().ignores(vscode.Uri.joinPath(folder.uri, real)));
	// Loaded with the first such file.
	const { attachmentWarnings } = await import("../../core/context/attachmentWarnings");
	const reasons = attachmentWarnings({ attachment, tokens: textTokens(text), room: null, ignored, strange: false });
	if (reasons.length > 0)
		throw new UserError(vscode.l10n.t("{0} is not attached automatically: {1}.", path, reasons.join("; ")));
	return read;
}
