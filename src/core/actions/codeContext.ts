/** The piece of a document that an action is about, and what is known of it. Lines count from 1. */
export interface CodeContext {
	readonly path: string;
	readonly languageId: string;
	/** The selection, or the symbol at the cursor. */
	readonly selected: CodeRange;
	/** The lines around it, the selection among them; absent when there are none. */
	readonly around?: CodeRange;
	/** What the file imports, where that is not among the lines around it. */
	readonly imports?: CodeRange;
	/** The problems that VS Code shows in it, a line each. */
	readonly problems?: string;
	/** The symbol's name, where it is known. */
	readonly symbol?: string;
	/** What a step of indentation is, in spaces unless it is a tab; absent where it is not known. */
	readonly indentation?: "tabs" | number;
}

export interface CodeRange {
	readonly first: number;
	readonly last: number;
	readonly text: string;
}
