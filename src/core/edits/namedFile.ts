/** A file that code names in its first line. */
export interface NamedFile {
	readonly path: string;
	/** Whether it can be nothing but a file: `# Node.js` looks like one too. */
	readonly sure: boolean;
}

const comment =
	/^\s*(?:\/\/|#|--|;|\/\*|<!--)\s*(file(?:name)?:\s*)?([\w@.-]*[\w@./-]*\/[\w@.-]+\.\w{1,10}|[\w-]+\.\w{1,6})\s*(?:\*\/|-->)?\s*$/i;

/** The file that a first comment names, and nothing else. */
export function namedFile(code: string): NamedFile | undefined {
	const [, file, path] = comment.exec(code.trimStart().split("\n")[0] ?? "") ?? [];
	return path === undefined ? undefined : { path, sure: file !== undefined || path.includes("/") };
}
