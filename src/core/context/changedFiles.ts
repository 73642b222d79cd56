/** The paths of the files that a diff in Git's form is about, each once. */
export function changedFiles(diff: string): string[] {
	const names = [...diff.matchAll(/^(?:\+\+\+|---) (?:"?[a-z]\/)(.+?)"?\t?$/gm)].map((match) => match[1] ?? "");
	return [...new Set(names)];
}
