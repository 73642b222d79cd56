import * as vscode from "vscode";
import type { Action } from "../../../core/actions/action";
import { testFiles } from "../../../core/actions/testFilePath";
import type { Composer } from "../../../core/chat/composer/composer";
import type { PreparedQuestion } from "../../../core/chat/composer/questionAction";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import { makingRoom } from "../../../shared/conversation";
import { type Commands, focusChat } from "../../commands";
import { confirmAttachments } from "../../context/confirmAttachments";
import { displayPath } from "../../workspace/displayPath";
import { filesIn } from "../../workspace/filesIn";
import { assertWritable } from "../../workspace/workspacePath";
import { type ActionDeps, actionQuestion, promptForInstruction } from "../actionQuestion";
import { type CodePlace, codeAtCursor, ofWholeLines } from "../codePlace";
import type { Editing } from "../edits/editing";
import { codeContext } from "../readCodeContext";

export interface RunActionDeps extends ActionDeps {
	readonly commands: Commands;
	readonly context: Composer;
	readonly connections: ConnectionStore;
	readonly editing: Editing;
}

/** Maximum number of test files listed to find out how they are named. */
const mostTests = 200;

/**
 * Runs an action on the code at the cursor of the active editor.
 *
 * @throws UserError when there is no code, or no gateway.
 */
export async function runAction(action: Action, deps: RunActionDeps): Promise<void> {
	await runActionOn(action, await codeAtCursor(vscode.window.activeTextEditor), deps);
}

/**
 * Runs an action on a piece of code.
 *
 * @param problems the problems in question; by default, all that VS Code shows in its lines.
 * @throws UserError when there is no gateway, or the document cannot be changed.
 */
export async function runActionOn(
	action: Action,
	found: CodePlace,
	deps: RunActionDeps,
	problems?: readonly vscode.Diagnostic[],
): Promise<void> {
	deps.connections.required();
	const place = action.makes === "edit" ? ofWholeLines(found) : found;
	// Read before asking for instructions: the user may continue typing meanwhile.
	const context = codeContext(place, problems);
	// Rejects early, before the user types.
	if (action.makes === "edit") await assertWritable(found.document);
	if (action.makes === "answer" && action.instructionPrompt) deps.context.assertFree();
	// The other actions need no instructions.
	const { instructionPrompt } = action;
	const instruction = instructionPrompt ? await promptForInstruction(action.title(), instructionPrompt()) : "";
	if (instruction === undefined) return;
	const question = actionQuestion(action, context, instruction, deps);
	if (await confirmAttachments(question.attachments, place.document.uri)) await carryOut(action, place, question, deps);
}

async function carryOut(
	action: Action,
	{ document, base, range, symbol }: CodePlace,
	question: PreparedQuestion,
	{ commands, context, editing }: RunActionDeps,
): Promise<void> {
	const title = action.title();
	switch (action.makes) {
		case "answer":
			await vscode.commands.executeCommand(focusChat);
			await context.turnTo(displayPath(document.uri));
			return commands.attempt((how) => context.ask(question, how), makingRoom);
		case "edit":
			return editing.edit({
				document,
				base,
				range,
				title,
				...(symbol === undefined ? {} : { symbol }),
				question,
				keepsCode: action.keepsCode ?? false,
			});
		case "newFile":
			return editing.createFile({
				path: await newPath(action, document),
				languageId: document.languageId,
				title,
				question,
			});
	}
}

async function newPath(action: Action, { uri, isUntitled }: vscode.TextDocument): Promise<string> {
	if (!action.newPath || isUntitled) return "";
	// If Git's ignore rules cannot be read, the default name is used.
	const tests = await filesIn(undefined, testFiles, mostTests).catch(() => []);
	return action.newPath(displayPath(uri), tests.map(displayPath));
}
