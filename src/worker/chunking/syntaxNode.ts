/** What cutting needs of a syntax tree; the worker answers over tree-sitter. */
export interface SyntaxNode {
	/** Offsets in the text. */
	readonly start: number;
	readonly end: number;
	/** Whether it is a function, a class or the like. */
	readonly isDefinition: boolean;
	readonly isComment: boolean;
	/** What a definition calls itself; `undefined` for what has no name. */
	readonly name: string | undefined;
	/** In the order of the text. */
	children(): Iterable<SyntaxNode>;
}
