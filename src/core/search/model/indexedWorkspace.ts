/** A URI as VS Code provides it. */
interface Address {
	readonly scheme: string;
	toString(): string;
}

/**
 * Returns the identity of a workspace for its index: its file, or its only folder. For "Duplicate Workspace in New
 * Window", VS Code creates an untitled workspace with the same folder, which shares the index.
 */
export function indexedWorkspace(file: Address | undefined, folders: readonly Address[]): string {
	const [folder] = folders;
	const isDuplicate = file?.scheme === "untitled" && folders.length === 1;
	return String(file && !isDuplicate ? file : folder);
}
