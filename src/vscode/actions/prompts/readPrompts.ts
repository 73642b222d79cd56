import * as vscode from "vscode";
import { isPromptFile, type PromptFile, parsePromptFile } from "../../../core/actions/promptFile";
import { UserError } from "../../../core/base/errors";
import { numberText } from "../../../shared/text/numberText";
import { limits } from "../../../shared/untrusted/limits";
import { readWithoutAsking } from "../../context/readWithoutAsking";
import { nameOf } from "../../workspace/displayPath";
import { type ReadText, readText } from "../../workspace/readText";

/**
 * Reads the user's prompts, then those of a trusted workspace, each sorted by name. If several have the same name, the
 * first is used, so that a workspace cannot replace a prompt of the user's.
 *
 * @param userFolder the folder of the user's prompts.
 * @param onLeftOut called with the reason if a file cannot be read, may not be sent without confirmation, or is too
 * long.
 */
export async function readPrompts(
	userFolder: vscode.Uri,
	onLeftOut: (reason: unknown) => void,
): Promise<readonly PromptFile[]> {
	const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
	const found = await Promise.all([
		promptsIn(userFolder, readText, onLeftOut),
		// Read with checks, because their text is sent and a link may lead to another file.
		...workspace.map(({ uri }) =>
			promptsIn(vscode.Uri.joinPath(uri, ".github", "prompts"), readWithoutAsking, onLeftOut),
		),
	]);
	return found.flat();
}

type Read = (uri: vscode.Uri) => Promise<ReadText>;

async function promptsIn(
	folder: vscode.Uri,
	read: Read,
	onLeftOut: (reason: unknown) => void,
): Promise<readonly PromptFile[]> {
	const names = await vscode.workspace.fs.readDirectory(folder).then(
		(entries) => entries.map(([name]) => name).filter(isPromptFile),
		// The folder does not exist: the usual case.
		() => [],
	);
	const sorted = names.sort().slice(0, limits.promptFiles);
	if (sorted.length < names.length)
		onLeftOut(new UserError(vscode.l10n.t("A folder has more than {0} prompts.", limits.promptFiles)));
	const prompts = await Promise.allSettled(
		sorted.map((name) => readPrompt(vscode.Uri.joinPath(folder, name), name, read)),
	);
	return prompts.flatMap((prompt) => {
		if (prompt.status === "fulfilled") return prompt.value ?? [];
		onLeftOut(prompt.reason);
		return [];
	});
}

/** @throws UserError if the file is binary, may not be sent without confirmation, or is too long to be a prompt. */
async function readPrompt(uri: vscode.Uri, name: string, read: Read): Promise<PromptFile | undefined> {
	const { text } = await read(uri);
	if (text.length > limits.promptFileLength)
		throw new UserError(
			vscode.l10n.t(
				"{0} is too long: the maximum is {1} characters.",
				nameOf(uri),
				numberText(limits.promptFileLength),
			),
		);
	return parsePromptFile(name, text);
}
