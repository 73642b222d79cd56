import * as l10n from "@vscode/l10n";
import type { CodeContext } from "./codeContext";

/** The optional parts that can be sent with a piece of code. */
export type CodePart = "problems" | "imports" | "around";

/** An action on code. To add one, add an object of this type to the list, and its command to the manifest. */
export interface Action {
	/** Also the command's id without the prefix `gatehouse.`, and the word after the composer's `/`. */
	readonly id: string;
	/** The name of a codicon. */
	readonly icon: string;
	/** The parts that are sent with the code, the most important first. */
	readonly takes: readonly CodePart[];
	/** The result: an answer in the panel, code that replaces the code, or a new file. */
	readonly makes: "answer" | "edit" | "newFile";
	/** Whether the edit may only add or change comments: an answer that lacks a line of the code is refused. */
	readonly keepsCode?: true;
	/**
	 * Proposes a place for the new file, relative to the workspace; the user is asked.
	 *
	 * @param path the path of the code's file.
	 * @param tests the paths of some of the workspace's tests.
	 */
	newPath?(path: string, tests: readonly string[]): string;
	/** Returns the prompt of the input box that is shown first; absent where no input is needed. */
	instructionPrompt?(): string;
	/** Returns the action's name, which is shown above its prompt and its result. */
	title(): string;
	/** Returns a description of the action in a few words. */
	description(): string;
	/**
	 * Returns the question as it is shown and sent.
	 *
	 * @param code how the question refers to the code: by its symbol or as a selection, with file and language.
	 */
	question(code: string, context: CodeContext): string;
}

/** Builds the complete question of an action: the task, the user's own words, and notes on the context. */
export function actionPrompt(action: Action, context: CodeContext, instruction = ""): string {
	const { problems, around, indentation } = context;
	const takes = (part: CodePart) => action.takes.includes(part);
	const notes = [
		problems !== undefined && takes("problems") && l10n.t("The problems that VS Code shows in it are listed."),
		around !== undefined && takes("around") && l10n.t("The lines around it are given for context only."),
		indentation !== undefined && action.makes !== "answer" && indentationNote(indentation),
	].filter((note) => note !== false);
	const task = [action.question(nameOf(context), context), ...notes].join(" ");
	// For an action with a prompt, the user's words are the task and come first; for the others they are an addition.
	const parts = action.instructionPrompt ? [instruction, task] : [task, instruction];
	return parts.filter((part) => part.trim() !== "").join("\n\n");
}

function nameOf({ path, languageId, symbol }: CodeContext): string {
	return symbol === undefined
		? l10n.t("this code from {0} ({1})", path, languageId)
		: l10n.t("`{0}` from {1} ({2})", symbol, path, languageId);
}

function indentationNote(indentation: "tabs" | number): string {
	if (indentation === "tabs") return l10n.t("It is indented with tabs.");
	if (indentation === 1) return l10n.t("It is indented by 1 space.");
	return l10n.t("It is indented by {0} spaces.", indentation);
}
