import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../shared/conversation";

/** The piece of a document that an action is about. Lines count from 1. */
export interface CodeContext {
	readonly path: string;
	readonly languageId: string;
	/** The selection, or the symbol at the cursor. */
	readonly selected: CodeRange;
	/** The lines around it, the selection among them; absent when there are none. */
	readonly around?: CodeRange;
	/** The symbol's name, where it is known. */
	readonly symbol?: string;
}

export interface CodeRange {
	readonly first: number;
	readonly last: number;
	readonly text: string;
}

/** Something one can have done with code. A new one is one more of these. */
export interface Action {
	/** Also the command's, after `gatehouse.`. */
	readonly id: string;
	/** A codicon's name. */
	readonly icon: string;
	/** What it does, in a few words. */
	description(): string;
	/** The question, as it is shown and sent. */
	question(context: CodeContext): string;
}

/** What goes with an action's question: the code, then its surroundings, each shown to the user as it is sent. */
export function attachmentsOf({ path, languageId, selected, around }: CodeContext): readonly Attachment[] {
	const file = path.split("/").at(-1) ?? path;
	const attach = (range: CodeRange, name: string): Attachment => ({
		id: crypto.randomUUID(),
		name,
		languageId,
		path,
		lines: [range.first, range.last],
		text: range.text,
	});
	const lines = (range: CodeRange) => (range.first === range.last ? `${range.first}` : `${range.first}–${range.last}`);
	const code = attach(selected, `${file}:${lines(selected)}`);
	return around ? [code, attach(around, l10n.t("around it: {0}", `${file}:${lines(around)}`))] : [code];
}
