import * as vscode from "vscode";
import type { Action } from "../../core/actions/action";
import { testFiles } from "../../core/actions/testFilePath";
import type { ChatContext } from "../../core/chat/composer/chatContext";
import type { PreparedQuestion } from "../../core/chat/composer/questionAction";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { makingRoom } from "../../shared/conversation";
import { type Commands, focusChat } from "../commands";
import { confirmTaken } from "../context/confirmTaken";
import { filesIn } from "../context/filesIn";
import type { Editing } from "../edits/editing";
import { assertWritable } from "../edits/workspacePath";
import { pathToTell } from "../pathToTell";
import { type ActionDeps, actionQuestion, askWish } from "./actionQuestion";
import { codeContext } from "./codeContext";
import { type CodePlace, codeAtCursor, ofWholeLines } from "./codePlace";

export interface RunActionDeps extends ActionDeps {
	readonly commands: Commands;
	readonly context: ChatContext;
	readonly connections: ConnectionStore;
	readonly editing: Editing;
}

/** So many tests are enough to see how they are called. */
const mostTests = 200;

/**
 * Has an action done with the code at the cursor of the active editor.
 *
 * @throws UserError when there is no code, or nobody to ask.
 */
export async function runAction(action: Action, deps: RunActionDeps): Promise<void> {
	await runActionOn(action, await codeAtCursor(vscode.window.activeTextEditor), deps);
}

/**
 * Has an action done with a piece of code.
 *
 * @param problems those that it is about; unless given, all that VS Code shows in its lines.
 * @throws UserError when there is nobody to ask, or nothing can be written there.
 */
export async function runActionOn(
	action: Action,
	found: CodePlace,
	deps: RunActionDeps,
	problems?: readonly vscode.Diagnostic[],
): Promise<void> {
	deps.connections.required();
	const place = action.makes === "edit" ? ofWholeLines(found) : found;
	// Read before the wish is asked for: the user may write on meanwhile.
	const context = codeContext(place, problems);
	// Nobody should say in words what can then not be written, or asked.
	if (action.makes === "edit") await assertWritable(found.document);
	if (action.makes === "answer" && action.wish) deps.context.assertFree();
	// Nothing needs to be said to the others.
	const wish = action.wish ? await askWish(action.title(), action.wish()) : "";
	if (wish === undefined) return;
	const question = actionQuestion(action, context, wish, deps);
	if (await confirmTaken(question.attachments, place.document.uri)) await carryOut(action, place, question, deps);
}

async function carryOut(
	action: Action,
	{ document, base, range }: CodePlace,
	question: PreparedQuestion,
	{ commands, context, editing }: RunActionDeps,
): Promise<void> {
	const title = action.title();
	switch (action.makes) {
		case "answer":
			await vscode.commands.executeCommand(focusChat);
			return commands.attempt((how) => context.ask(question, how), makingRoom);
		case "edit":
			return editing.edit({ document, base, range, title, question });
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
	// Where nobody can tell what Git ignores, the usual name has to do.
	const tests = await filesIn(undefined, testFiles, mostTests).catch(() => []);
	return action.newPath(pathToTell(uri), tests.map(pathToTell));
}
