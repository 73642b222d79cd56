/** Something that the composer offers while one writes: an action, a model, a piece of context. */
export interface Suggestion {
	readonly id: string;
	readonly label: string;
	readonly detail: string;
	/** A codicon's name. */
	readonly icon: string;
}
