/** The piece of a document that an action is about, with what is known about it. Lines count from 1. */
export interface CodeContext {
	readonly path: string;
	readonly languageId: string;
	/** The selection, or the symbol at the cursor. */
	readonly selected: CodeRange;
	/** The lines around the selection, which they include; absent when there are none. */
	readonly around?: CodeRange;
	/** The file's import lines, where not all of them are among the lines around the selection. */
	readonly imports?: CodeRange;
	/** The problems that VS Code shows in the selection, one per line. */
	readonly problems?: string;
	/** The symbol's name, if known. */
	readonly symbol?: string;
	/** One step of indentation: a tab, or a number of spaces; absent where it is not known. */
	readonly indentation?: "tabs" | number;
}

export interface CodeRange {
	readonly first: number;
	readonly last: number;
	readonly text: string;
}
