/** The lines of a document that an answer replaces. */
export interface EditPlace {
	/** The whole document. */
	readonly text: string;
	/** The first line that is replaced, counted from 0. */
	readonly start: number;
	/** The number of lines that are replaced; 0 to insert before the first one. */
	readonly count: number;
	/** VS Code's language id. */
	readonly languageId: string;
	/** The path that the model is given; it ends in the file's name. */
	readonly path: string;
	/** One step of indentation in the document, for when its lines do not show it. */
	readonly indentation: string;
}
