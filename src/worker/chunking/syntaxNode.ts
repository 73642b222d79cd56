/** The parts of a syntax tree that cutting needs; the worker implements it with tree-sitter. */
export interface SyntaxNode {
	/** Offsets in the text. */
	readonly start: number;
	readonly end: number;
	/** Whether it is a function, a class or a similar definition. */
	readonly isDefinition: boolean;
	readonly isComment: boolean;
	/** The name of a definition; `undefined` if it has none. */
	readonly name: string | undefined;
	/** Returns the children in the order of the text. */
	children(): Iterable<SyntaxNode>;
}
