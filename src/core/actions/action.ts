import * as l10n from "@vscode/l10n";
import type { CodeContext } from "./codeContext";

/** What can go with a piece of code, where there is any. */
export type CodePart = "problems" | "imports" | "around";

/** Something one can have done with code. A new one is one more of these, and its command in the manifest. */
export interface Action {
	/** Also the command's, after `gatehouse.`, and the word after the composer's `/`. */
	readonly id: string;
	/** A codicon's name. */
	readonly icon: string;
	/** What goes with the code, what matters most first. */
	readonly takes: readonly CodePart[];
	/** An answer in the panel, other code in place of the code, or a file that is not there yet. */
	readonly makes: "answer" | "edit" | "newFile";
	/**
	 * Where a new file may go, relative to the workspace; the user is asked.
	 *
	 * @param path the code's.
	 * @param tests paths of the workspace's tests, some of them.
	 */
	newPath?(path: string, tests: readonly string[]): string;
	/** What the user is asked for in words before; absent where nothing needs to be said. */
	wish?(): string;
	/** Its name, over what it asks for and makes. */
	title(): string;
	/** What it does, in a few words. */
	description(): string;
	/**
	 * The question, as it is shown and sent.
	 *
	 * @param code what the code is called: its symbol or just itself, with file and language.
	 */
	question(code: string, context: CodeContext): string;
}

/** An action's whole question: what is to be done, the user's own words, and what to know of the code. */
export function actionPrompt(action: Action, context: CodeContext, wish = ""): string {
	const { problems, around, indentation } = context;
	const takes = (part: CodePart) => action.takes.includes(part);
	const notes = [
		problems !== undefined && takes("problems") && l10n.t("The problems that VS Code shows in it are listed."),
		around !== undefined && takes("around") && l10n.t("The lines around it are given for context only."),
		indentation !== undefined && action.makes !== "answer" && indentationNote(indentation),
	].filter((note) => note !== false);
	const task = [action.question(nameOf(context), context), ...notes].join(" ");
	// What is to be done can be in the user's words alone; elsewhere they only add to it.
	const parts = action.wish ? [wish, task] : [task, wish];
	return parts.filter((part) => part.trim() !== "").join("\n\n");
}

function nameOf({ path, languageId, symbol }: CodeContext): string {
	return symbol === undefined
		? l10n.t("this code from {0} ({1})", path, languageId)
		: l10n.t("`{0}` from {1} ({2})", symbol, path, languageId);
}

function indentationNote(indentation: "tabs" | number): string {
	return indentation === "tabs"
		? l10n.t("It is indented with tabs.")
		: l10n.t("It is indented by {0} spaces.", indentation);
}
