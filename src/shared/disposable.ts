/** Something that holds a resource until it is disposed of. Has the same shape as VS Code's. */
export interface Disposable {
	dispose(): void;
}
