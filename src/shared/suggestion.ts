/** An entry of the composer's completion popup. */
export interface Suggestion {
	readonly id: string;
	readonly label: string;
	readonly detail: string;
	/** A codicon's name. */
	readonly icon: string;
}
