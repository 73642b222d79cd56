/** The lines of a document that an answer is to replace. */
export interface EditPlace {
	/** The whole document. */
	readonly text: string;
	/** The first line that is replaced, counted from 0. */
	readonly start: number;
	/** How many lines are replaced; 0 to put something in before the first. */
	readonly count: number;
	/** VS Code's language id. */
	readonly languageId: string;
	/** What the model is told of where it is; its end is the file's name. */
	readonly path: string;
	/** How the document is indented, where its own lines do not tell. */
	readonly indentation: string;
}
