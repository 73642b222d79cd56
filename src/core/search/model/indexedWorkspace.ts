/** As VS Code gives it. */
interface Address {
	readonly scheme: string;
	toString(): string;
}

/**
 * What a workspace's index is known by: its file, or its one folder. Of "Duplicate Workspace in New Window" VS Code makes an
 * untitled workspace with the same folder, which shares the index.
 */
export function indexedWorkspace(file: Address | undefined, folders: readonly Address[]): string {
	const [folder] = folders;
	const isDuplicate = file?.scheme === "untitled" && folders.length === 1;
	return String(file && !isDuplicate ? file : folder);
}
