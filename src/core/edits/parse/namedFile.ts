/** A file that the first line of code names. */
export interface NamedFile {
	readonly path: string;
	/** Whether this can only be a file: `# Node.js` and `// and/or.something` look like one too. */
	readonly sure: boolean;
}

const start = /^(?:\/\/|#|--|;|\/\*|<!--)\s*/;
const label = /^file(?:name)?:/i;
const end = /(?:\*\/|-->)$/;
/** A path with a folder and an extension of a usual length. */
const inFolder = /\/[^/]*\.\w{1,5}$/;

/** Returns the file that a first comment names, if it contains nothing else. */
export function namedFile(code: string): NamedFile | undefined {
	const line = code.trimStart().split("\n", 1)[0] ?? "";
	const comment = line.replace(start, "");
	if (comment === line) return undefined;
	const text = comment.trimEnd().replace(end, "").trimEnd();
	const path = text.replace(label, "").trimStart();
	return isPath(path) ? { path, sure: label.test(text) || inFolder.test(path) } : undefined;
}

/** Returns whether a text is a file name with an extension; after folders, more characters are allowed in the name. */
export function isPath(text: string): boolean {
	const name = text.slice(text.lastIndexOf("/") + 1);
	if (name === text) return /^[\w-]+\.\w{1,6}$/.test(name);
	return /^[\w@./-]+$/.test(text) && /^[\w@.-]+\.\w{1,10}$/.test(name);
}
