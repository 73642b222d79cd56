/** Something that holds a resource until it is told to let go. The same shape as VS Code's. */
export interface Disposable {
	dispose(): void;
}
